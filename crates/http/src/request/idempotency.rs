//! Creations that can be repeated: the same `Idempotency-Key` with the same body gets the same answer.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use chautari_aggregate::{Command, RepositoryError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::extract::{body, parse};
use crate::{Http, Problem, Token};

/// How long a key is, in bytes. It is chosen at random, such as a UUID: whoever knows it and the request can have
/// the answer again.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=100;

/// The header, as the description of the API has it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "only described")]
pub struct IdempotencyKeyHeader {
    /// 16 to 100 characters, chosen at random. Sent again with the same key and the same body, the request gets the same
    /// answer and nothing is made twice; with another body the answer is 409.
    #[param(rename = "Idempotency-Key", required = false, min_length = 16, max_length = 100)]
    key: Option<String>,
}

/// The JSON body of a request that makes something, and the key it can be repeated by.
pub struct IdempotentBody<T> {
    /// The body.
    pub asked: T,
    /// The key, if the request has one.
    pub key: Option<IdempotencyKey>,
}

/// A key and what was asked with it.
#[derive(Clone)]
pub struct IdempotencyKey {
    text: String,
    /// The digest of the request.
    body: String,
}

impl<S, T> FromRequest<S> for IdempotentBody<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<IdempotentBody<T>, Problem> {
        let headers = request.headers().clone();
        let bytes = body(request, &Http::from_ref(state)).await?;
        let key = IdempotencyKey::read(&headers, &bytes)?;
        Ok(IdempotentBody { asked: parse(&bytes)?, key })
    }
}

/// The key of a request that needs no body.
pub struct KeyOnly(pub Option<IdempotencyKey>);

impl<S: Send + Sync> FromRequestParts<S> for KeyOnly {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<KeyOnly, Problem> {
        IdempotencyKey::read(&parts.headers, b"").map(KeyOnly)
    }
}

impl IdempotencyKey {
    /// The key of a request, where it has one.
    pub fn read(headers: &HeaderMap, body: &[u8]) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
        match value.to_str() {
            Ok(text) if LENGTH.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) => {
                Ok(Some(IdempotencyKey {
                    text: text.to_owned(),
                    body: blake3::hash(body).to_hex().to_string(),
                }))
            }
            _ => {
                let (least, most) = (LENGTH.start(), LENGTH.end());
                let text =
                    format!("An `Idempotency-Key` has {least} to {most} visible characters, and no blanks.");
                Err(Problem::bad_request(text))
            }
        }
    }

    /// The same name for the same key, whatever is asked with it.
    fn name(&self, http: &Http, what: &str) -> String {
        let alone = IdempotencyKey { text: self.text.clone(), body: String::new() };
        blake3::Hash::from_bytes(alone.derive(http, what)).to_hex().to_string()
    }

    /// Something derived from the key and this server's own secret, the same every time.
    fn derive(&self, http: &Http, what: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(http.secret());
        for part in [what, &self.text, &self.body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

/// The command of a creation: named by its key, where it has one.
pub fn command(key: Option<&IdempotencyKey>) -> Command {
    match key {
        Some(key) => Command::named(format!("create:{}", key.text)).about(key.body.as_str()),
        None => Command::default(),
    }
}

/// A token for what is created: the same for the same key, else a new one.
pub fn token(http: &Http, key: Option<&IdempotencyKey>, what: &str) -> Token {
    key.map_or_else(Token::new, |key| Token::from_bits(key.derive(http, what)))
}

/// A request that can be repeated, as it is remembered where it changed what is named otherwise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RequestFingerprint {
    /// What it is found by, from the key alone.
    pub name: String,
    /// The digest of what was asked.
    body: String,
}

impl RequestFingerprint {
    /// The fingerprint of a request with this key, among requests that create a `what`.
    pub fn new(http: &Http, key: &IdempotencyKey, what: &str) -> RequestFingerprint {
        RequestFingerprint { name: key.name(http, what), body: key.body.clone() }
    }

    /// Refuses what was asked under the same key, where it is something else.
    pub fn vet(&self, asked: &RequestFingerprint) -> Result<(), Problem> {
        if self.body == asked.body { Ok(()) } else { Err(RepositoryError::Reused.into()) }
    }
}

/// A name for what is created, from the key alone: the same key with another body names the same thing, and is
/// refused there. A new one without a key.
pub fn derived_id(http: &Http, key: Option<&IdempotencyKey>, what: &str) -> Option<String> {
    Some(key?.name(http, what))
}
