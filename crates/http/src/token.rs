//! Bearer tokens of seats, bots, people and tournaments.

use std::fmt;
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chautari_compute::Client;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use subtle::ConstantTimeEq;

/// 256 random bits that authorise their holder; only their hash is stored.
///
/// It has no `Display`, and its `Debug` hides the bits, so that it cannot slip into a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// The stored hash of a [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

/// A text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a token")]
pub struct NotAToken;

impl Token {
    /// Creates a random token.
    #[allow(clippy::new_without_default, reason = "each token is different")]
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

    /// Creates a token from secret bits. Avoids a leading dash, like [`Token::new`].
    pub fn from_bits(mut bits: [u8; 32]) -> Token {
        if Token(bits).reveal().starts_with('-') {
            bits[0] ^= 1 << 7;
        }
        Token(bits)
    }

    /// Reads the token of a request without checking that it is valid.
    pub fn shown(headers: &HeaderMap) -> Option<Token> {
        let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ")?.trim().parse().ok()
    }

    /// Returns the text of the token, which its owner sees once.
    pub fn reveal(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the hash to store.
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
    /// Whether this is the hash of `token`, compared in constant time.
    pub fn admits(&self, token: &Token) -> bool {
        self.0.ct_eq(&token.hash().0).into()
    }

    /// Returns the client that holds this token.
    pub fn client(self) -> Client {
        Client::with_token(self.digest())
    }

    /// Returns 64 bits of the hash, enough to distinguish clients.
    pub fn digest(self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes"))
    }

    /// Returns the 32 bytes of the hash.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Formats the hash as 64 hexadecimal digits, for the ledger.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_survives_its_text_and_matches_only_its_own_hash() {
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
    fn debug_output_hides_tokens_and_hashes() {
        let token = Token::new();
        let shown = format!("{token:?} {:?}", token.hash());
        assert!(!shown.contains(&token.reveal()) && !shown.contains(&token.hash().to_hex()), "{shown}");
    }
}
