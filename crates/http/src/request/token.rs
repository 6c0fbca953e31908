//! Secrets that open a seat, a bot or a tournament.

use std::fmt;
use std::str::FromStr;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chautari_compute::Client;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use subtle::ConstantTimeEq;

use super::client::client_of;
use crate::{Http, Problem};

/// 256 random bits. Whoever has them may act; only their hash is stored.
///
/// It has no `Display` and its `Debug` tells nothing, so that it cannot slip into a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// What is kept of a [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

/// A text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a token")]
pub struct NotAToken;

impl Token {
    /// A new one.
    #[allow(clippy::new_without_default, reason = "no two are alike")]
    pub fn new() -> Token {
        loop {
            let mut bits = [0; 32];
            getrandom::fill(&mut bits).expect("the operating system gives random bytes");
            // A text that begins with a dash would be taken for an option where people type it.
            if !Token(bits).reveal().starts_with('-') {
                return Token(bits);
            }
        }
    }

    /// One that follows from something secret. A text that begins with a dash is avoided as in a new one.
    pub fn from_bits(mut bits: [u8; 32]) -> Token {
        if Token(bits).reveal().starts_with('-') {
            bits[0] ^= 1 << 7;
        }
        Token(bits)
    }

    /// The token a request shows, good or not.
    pub fn shown(headers: &HeaderMap) -> Option<Token> {
        let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ")?.trim().parse().ok()
    }

    /// The text its owner is told, once.
    pub fn reveal(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What to keep of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(*blake3::hash(&self.0).as_bytes())
    }
}

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Token, NotAToken> {
        let mut bits = [0; 32];
        match BASE64_URL_SAFE_NO_PAD.decode_slice(text, &mut bits) {
            Ok(32) => Ok(Token(bits)),
            _ => Err(NotAToken),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl TokenHash {
    /// Whether this is the hash of that token, found out in a time that tells nothing.
    pub fn admits(&self, token: &Token) -> bool {
        self.0.ct_eq(&token.hash().0).into()
    }

    /// The client that holds this token.
    pub fn client(self) -> Client {
        Client::with_token(self.digest())
    }

    /// Enough of it to tell clients apart.
    pub fn digest(self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes"))
    }

    /// The 32 bytes of the hash.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// As text, for the ledger: 64 hexadecimal digits.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

impl FromStr for TokenHash {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<TokenHash, NotAToken> {
        blake3::Hash::from_hex(text).map(|hash| TokenHash(*hash.as_bytes())).map_err(|_| NotAToken)
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

impl Serialize for TokenHash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<TokenHash, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The token of a request, from `Authorization: Bearer TOKEN`. Without one the answer is 401.
///
/// Whether it opens anything is for the handler to find out; where it does not, the answer is
/// [`Http::wrong_token`], which counts guesses.
#[derive(Clone, Debug)]
pub struct Bearer(pub Token);

impl Bearer {
    /// Returns the error for a request without a token.
    pub fn missing() -> Problem {
        Problem::unauthorized("This needs a token: `Authorization: Bearer TOKEN`.")
    }
}

impl<S> FromRequestParts<S> for Bearer
where
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Bearer, Problem> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Err(Bearer::missing());
        }
        if let Some(token) = Token::shown(&parts.headers) {
            return Ok(Bearer(token));
        }
        let http = Http::from_ref(state);
        Err(http.wrong_token(client_of(parts, &http)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_text_and_opens_its_own_hash_only() {
        let (one, other) = (Token::new(), Token::new());
        let read: Token = one.reveal().parse().unwrap();
        assert!(one.hash().admits(&read));
        assert!(!one.hash().admits(&other));
        assert_eq!(one.hash().to_hex().parse::<TokenHash>().unwrap(), one.hash());
        for text in ["", "abc", &"A".repeat(42), &"A".repeat(44), &format!("{}=", one.reveal()), "🐅"] {
            assert_eq!(text.parse::<Token>(), Err(NotAToken), "{text}");
        }
    }

    #[test]
    fn no_token_looks_like_an_option() {
        assert!((0..500).all(|_| !Token::new().reveal().starts_with('-')));
    }

    #[test]
    fn what_is_secret_is_not_printed() {
        let token = Token::new();
        let shown = format!("{token:?} {:?} {:?}", token.hash(), Bearer(token.clone()));
        assert!(!shown.contains(&token.reveal()) && !shown.contains(&token.hash().to_hex()), "{shown}");
    }
}
