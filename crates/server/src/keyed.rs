//! Creations that can be repeated: the same `Idempotency-Key` with the same body gets the same answer.

use axum::extract::{FromRequest, Request};
use chautari_keeper::Command;
use serde::de::DeserializeOwned;

use crate::asked::{body, parse};
use crate::{App, Problem, Token};

/// How long a key is, in bytes. It is chosen at random, such as a UUID: whoever knows it and the request can have
/// the answer again.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=100;

/// The JSON body of a request that makes something, and the key it can be repeated by.
pub(crate) struct Keyed<T> {
    pub(crate) asked: T,
    pub(crate) key: Option<Key>,
}

/// A key and what was asked with it.
#[derive(Clone)]
pub(crate) struct Key {
    text: String,
    /// The digest of the request.
    body: String,
}

impl<T: DeserializeOwned> FromRequest<App> for Keyed<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Keyed<T>, Problem> {
        let text = match request.headers().get("idempotency-key") {
            None => None,
            Some(value) => match value.to_str() {
                Ok(text) if LENGTH.contains(&text.len()) => Some(text.to_owned()),
                _ => {
                    let (least, most) = (LENGTH.start(), LENGTH.end());
                    let text = format!("An `Idempotency-Key` has {least} to {most} visible characters.");
                    return Err(Problem::form(text));
                }
            },
        };
        let bytes = body(request, app).await?;
        let key = text.map(|text| Key { text, body: blake3::hash(&bytes).to_hex().to_string() });
        Ok(Keyed { asked: parse(&bytes)?, key })
    }
}

impl Key {
    /// Something derived from the key and this server's own secret, the same every time.
    fn derive(&self, app: &App, what: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(app.secret());
        for part in [what, &self.text, &self.body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

/// The command of a creation: named by its key, where it has one.
pub(crate) fn command(key: Option<&Key>) -> Command {
    match key {
        Some(key) => Command::named(format!("create:{}", key.text)).about(key.body.as_str()),
        None => Command::default(),
    }
}

/// A token for what is created: the same for the same key, else a new one.
pub(crate) fn token(app: &App, key: Option<&Key>, what: &str) -> Token {
    key.map_or_else(Token::new, |key| Token::from_bits(key.derive(app, what)))
}

/// A name for what is created, from the key alone: the same key with another body names the same thing, and is
/// refused there. A new one without a key.
pub(crate) fn seed(app: &App, key: Option<&Key>, what: &str) -> Option<String> {
    let key = key?;
    let alone = Key { text: key.text.clone(), body: String::new() };
    Some(blake3::Hash::from_bytes(alone.derive(app, what)).to_hex().to_string())
}
