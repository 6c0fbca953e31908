//! Idempotent creations: the same `Idempotency-Key` with the same body gets the same response.

use std::time::Duration;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::body::{self, receive};
use super::extract::parse;
use crate::{Http, Problem, Token};

/// The length of a key in bytes. Keys must be random, such as a UUID, because anyone who knows a key and the request can
/// get the response again.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=100;

/// How long a request can be repeated. The response may contain secrets, so it cannot be had forever.
const LIFETIME: Duration = Duration::from_hours(24);

/// The header, as the description of the API has it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "only described")]
pub struct IdempotencyKeyHeader {
    /// 16 to 100 characters, chosen at random. Within a day, a request with the same key and the same body gets the same
    /// response, and nothing is created twice. With another body, or later, the response is 409.
    #[param(rename = "Idempotency-Key", required = false, min_length = 16, max_length = 100)]
    key: Option<String>,
}

/// The JSON body of a request that creates something, of at most `LIMIT` bytes, and its idempotency key.
pub struct IdempotentBody<T, const LIMIT: usize = { body::SMALL }> {
    /// The body.
    pub asked: T,
    /// The key, if the request has one.
    pub key: Option<IdempotencyKey>,
}

/// A key and a digest of the request it was sent with.
#[derive(Clone)]
pub struct IdempotencyKey {
    text: String,
    /// The digest of the request.
    body: String,
}

impl<S, T, const LIMIT: usize> FromRequest<S> for IdempotentBody<T, LIMIT>
where
    S: Send + Sync,
    T: DeserializeOwned,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<IdempotentBody<T, LIMIT>, Problem> {
        let headers = request.headers().clone();
        let bytes = receive(request, &Http::from_ref(state), LIMIT).await?;
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
    /// Reads the key of a request, if it has one.
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

    /// Returns a name derived from the key alone, not from the body.
    fn name(&self, http: &Http, what: &str) -> String {
        let alone = IdempotencyKey { text: self.text.clone(), body: String::new() };
        blake3::Hash::from_bytes(alone.derive(http, what)).to_hex().to_string()
    }

    /// Derives 32 bytes from the key, the body and the secret of the servers.
    fn derive(&self, http: &Http, what: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(http.secret());
        for part in [what, &self.text, &self.body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

/// The command of a creation in the terms of a store: how it finds an earlier request with the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreationCommand {
    /// The name of the command, from the key.
    pub name: String,
    /// A digest of the request. The same name with another digest is an error.
    pub about: String,
    /// How long the request can be repeated.
    pub lifetime: Duration,
}

/// Returns the command of a creation as the store has it, which can be repeated if the request has a key.
pub fn command<C: From<Option<CreationCommand>>>(key: Option<&IdempotencyKey>) -> C {
    let command = key.map(|key| CreationCommand {
        name: format!("create:{}", key.text),
        about: key.body.clone(),
        lifetime: LIFETIME,
    });
    C::from(command)
}

/// Returns the token of a created object: derived from the key, or random without one.
pub fn token(http: &Http, key: Option<&IdempotencyKey>, what: &str) -> Token {
    key.map_or_else(Token::new, |key| Token::from_bits(key.derive(http, what)))
}

/// A request that can be repeated, stored in an object whose id does not follow from the key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RequestFingerprint {
    /// The name by which it is found, derived from the key alone.
    pub name: String,
    /// The digest of the request.
    body: String,
}

impl RequestFingerprint {
    /// The fingerprint of a request with this key, among requests that create a `what`.
    pub fn new(http: &Http, key: &IdempotencyKey, what: &str) -> RequestFingerprint {
        RequestFingerprint { name: key.name(http, what), body: key.body.clone() }
    }

    /// Errors if a request with the same key has another body.
    pub fn vet(&self, asked: &RequestFingerprint) -> Result<(), Problem> {
        if self.body == asked.body { Ok(()) } else { Err(Problem::reused()) }
    }
}

/// Returns an id for a created object, derived from the key alone, so that the same key with another body finds the same
/// object and is refused. `None` without a key.
pub fn derived_id(http: &Http, key: Option<&IdempotencyKey>, what: &str) -> Option<String> {
    Some(key?.name(http, what))
}
