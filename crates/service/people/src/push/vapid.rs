//! VAPID (RFC 8292): identifies this server to push services by a JWT for each.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// The lifetime of a JWT in seconds; the standard allows a day.
const JWT_TTL: u64 = 12 * 60 * 60;

/// The key pair of a server.
pub(super) struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
}

/// Returns a new key pair as text, to be stored.
pub fn new_key() -> String {
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    BASE64.encode(made.expect("the operating system gives random bytes"))
}

impl Vapid {
    pub(super) fn open(key: &str) -> Option<Vapid> {
        let bytes = BASE64.decode(key).ok()?;
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &random).ok()?;
        let public = BASE64.encode(pair.public_key());
        Some(Vapid { pair, public })
    }

    /// The public key, as browsers expect it for the application server key.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header for a push service. `now` is in seconds since 1970.
    pub(super) fn authorization(&self, service: &str, contact: &str, now: u64) -> String {
        let head = BASE64.encode(json!({"typ": "JWT", "alg": "ES256"}).to_string());
        let claims = json!({"aud": service, "exp": now + JWT_TTL, "sub": contact});
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = BASE64.encode(signature.expect("the operating system gives random bytes"));
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn jwt_is_signed_by_the_key_it_names() {
        let key = new_key();
        let vapid = Vapid::open(&key).unwrap();
        assert_eq!(vapid.public(), Vapid::open(&key).unwrap().public(), "the key round-trips through text");
        let header = vapid.authorization("https://push.example.org", "mailto:a@example.org", 1000);
        let (jwt, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = jwt.rsplit_once('.').unwrap();
        let public = BASE64.decode(public).unwrap();
        assert_eq!((public.len(), public[0]), (65, 4));
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(signed.as_bytes(), &BASE64.decode(signature).unwrap())
            .unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example.org", "exp": 44_200, "sub": "mailto:a@example.org"})
        );
    }
}
