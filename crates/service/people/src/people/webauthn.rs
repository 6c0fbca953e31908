//! What an authenticator says, read and verified: WebAuthn level 2, of which this is the part for ES256 and no
//! attestation (§7.1 and §7.2). No input can do worse than be refused.
//!
//! It is written here because the library for it, `webauthn-rs`, brings OpenSSL and the MPL into a program that needs
//! neither. What is cryptography is `ring`'s, which TLS uses anyway; what is left is a form of fixed bytes to read.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::digest::{SHA256, digest};
use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

/// Flags of authenticator data: somebody was there; a new key follows.
const PRESENT: u8 = 0x01;
const ATTESTED: u8 = 0x40;

/// The longest name of a passkey that WebAuthn knows.
const LONGEST_ID: usize = 1023;

/// A key of ES256 as CTAP2 writes it, in its one canonical form: before x, and between x and y.
const BEFORE_X: [u8; 10] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
const BEFORE_Y: [u8; 3] = [0x22, 0x58, 0x20];

/// Why something is no answer of an authenticator's that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfit(pub(super) &'static str);

/// A passkey as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// What its authenticator calls it, in base64url.
    pub(super) id: String,
    /// Its public key, an uncompressed point in base64url.
    key: String,
    /// The digest of the host it is for, in base64url.
    host: String,
    /// How often it has signed, where its authenticator counts.
    pub(super) count: u32,
}

/// What a browser put around the challenge. It may say more.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: bool,
}

impl ClientData {
    fn read(bytes: &[u8], kind: &str) -> Result<ClientData, Unfit> {
        let data: ClientData =
            serde_json::from_slice(bytes).map_err(|_| Unfit("`client_data` cannot be read."))?;
        if data.kind != kind || data.cross_origin {
            return Err(Unfit("The passkey was asked for something else."));
        }
        Ok(data)
    }

    fn vet(&self, host_digest: &[u8], origin: &str) -> Result<(), Unfit> {
        let host = host(origin).map(|host| digest(&SHA256, host.as_bytes()));
        let is_ours = self.origin == origin && host.is_some_and(|host| host.as_ref() == host_digest);
        if is_ours { Ok(()) } else { Err(Unfit("The passkey was asked by another page.")) }
    }
}

/// The host of a page, without its port: what passkeys are bound to.
pub(super) fn host(origin: &str) -> Option<&str> {
    let (_, rest) = origin.split_once("://")?;
    let host = rest.rsplit_once(':').map_or(rest, |(host, _)| host);
    (!host.is_empty()).then_some(host)
}

/// What an authenticator says of itself.
struct AuthenticatorData<'a> {
    host: &'a [u8; 32],
    flags: u8,
    count: u32,
    rest: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    fn read(bytes: &'a [u8]) -> Result<AuthenticatorData<'a>, Unfit> {
        let unfit = Unfit("`authenticator_data` cannot be read.");
        let (host, rest) = bytes.split_first_chunk::<32>().ok_or(unfit)?;
        let ([flags], rest) = rest.split_first_chunk::<1>().ok_or(unfit)?;
        let (count, rest) = rest.split_first_chunk::<4>().ok_or(unfit)?;
        if flags & PRESENT == 0 {
            return Err(Unfit("Nobody confirmed the use of the passkey."));
        }
        Ok(AuthenticatorData { host, flags: *flags, count: u32::from_be_bytes(*count), rest })
    }
}

fn decode(text: &str) -> Result<Vec<u8>, Unfit> {
    BASE64.decode(text.trim_end_matches('=')).map_err(|_| Unfit("This is not base64url."))
}

/// A new passkey, and what its browser says of it.
pub(super) struct Attested {
    data: ClientData,
    host: [u8; 32],
    pub(super) passkey: Passkey,
    pub(super) challenge: String,
}

impl Attested {
    pub(super) fn read(client_data: &str, authenticator_data: &str) -> Result<Attested, Unfit> {
        let data = ClientData::read(&decode(client_data)?, "webauthn.create")?;
        let bytes = decode(authenticator_data)?;
        let AuthenticatorData { host, flags, count, rest } = AuthenticatorData::read(&bytes)?;
        let unfit = Unfit("There is no passkey of a supported kind (ES256).");
        if flags & ATTESTED == 0 {
            return Err(unfit);
        }
        // The model of the authenticator, then the name and the key.
        let (_, rest) = rest.split_first_chunk::<16>().ok_or(unfit)?;
        let (length, rest) = rest.split_first_chunk::<2>().ok_or(unfit)?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (id, key) = rest.split_at_checked(length).ok_or(unfit)?;
        if id.is_empty() || length > LONGEST_ID {
            return Err(unfit);
        }
        let key = key.strip_prefix(&BEFORE_X).ok_or(unfit)?;
        let (x, rest) = key.split_first_chunk::<32>().ok_or(unfit)?;
        let (y, _) =
            rest.strip_prefix(&BEFORE_Y).and_then(|rest| rest.split_first_chunk::<32>()).ok_or(unfit)?;
        let passkey = Passkey {
            id: BASE64.encode(id),
            key: BASE64.encode([&[4_u8][..], x, y].concat()),
            host: BASE64.encode(host),
            count,
        };
        Ok(Attested { challenge: data.challenge.clone(), data, host: *host, passkey })
    }

    /// Whether it was made at this page.
    pub(super) fn vet(&self, origin: &str) -> Result<(), Unfit> {
        self.data.vet(&self.host, origin)
    }
}

/// A signature by a passkey, and what it is about.
pub(super) struct Assertion {
    data: ClientData,
    host: [u8; 32],
    count: u32,
    /// What was signed.
    signed: Vec<u8>,
    signature: Vec<u8>,
    pub(super) challenge: String,
}

impl Assertion {
    pub(super) fn read(
        client_data: &str,
        authenticator_data: &str,
        signature: &str,
    ) -> Result<Assertion, Unfit> {
        let told = decode(client_data)?;
        let data = ClientData::read(&told, "webauthn.get")?;
        let mut signed = decode(authenticator_data)?;
        let AuthenticatorData { host, count, .. } = AuthenticatorData::read(&signed)?;
        let host = *host;
        signed.extend_from_slice(digest(&SHA256, &told).as_ref());
        let challenge = data.challenge.clone();
        Ok(Assertion { data, host, count, signed, signature: decode(signature)?, challenge })
    }

    /// Whether it was asked for by this page.
    pub(super) fn vet(&self, origin: &str) -> Result<(), Unfit> {
        self.data.vet(&self.host, origin)
    }

    /// How often the passkey has signed by now, where it is its signature.
    pub(super) fn verify(&self, passkey: &Passkey) -> Result<u32, Unfit> {
        if BASE64.encode(self.host) != passkey.host {
            return Err(Unfit("The passkey is for another host."));
        }
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, decode(&passkey.key)?);
        key.verify(&self.signed, &self.signature)
            .map_err(|_| Unfit("The signature is not the passkey's."))?;
        // Who counts, counts up: else there are two of it.
        let counts = self.count != 0 || passkey.count != 0;
        if counts && self.count <= passkey.count {
            return Err(Unfit("The passkey has been copied."));
        }
        Ok(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
    use serde_json::json;

    const HERE: &str = "https://games.example.org:8443";

    /// An authenticator in memory.
    struct Authenticator(EcdsaKeyPair);

    impl Authenticator {
        fn new() -> Authenticator {
            let random = SystemRandom::new();
            let kind = &ECDSA_P256_SHA256_ASN1_SIGNING;
            let key = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
            Authenticator(EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).unwrap())
        }

        fn data(flags: u8, count: u32) -> Vec<u8> {
            let host = digest(&SHA256, b"games.example.org");
            [host.as_ref(), &[flags], &count.to_be_bytes()].concat()
        }

        fn make(&self, kind: &str, origin: &str) -> (String, Vec<u8>) {
            let client = json!({"type": kind, "challenge": "Y2g", "origin": origin, "crossOrigin": false});
            let point: &[u8] = self.0.public_key().as_ref();
            let key = [&BEFORE_X[..], &point[1..33], &BEFORE_Y, &point[33..]].concat();
            let attested = [&[0_u8; 16][..], &[0, 3], b"abc", &key].concat();
            let data = [Authenticator::data(PRESENT | ATTESTED, 0), attested].concat();
            (BASE64.encode(client.to_string()), data)
        }

        fn sign(&self, origin: &str, flags: u8, count: u32) -> (String, String, String) {
            let client = json!({"type": "webauthn.get", "challenge": "Y2g", "origin": origin}).to_string();
            let data = Authenticator::data(flags, count);
            let signed = [&data[..], digest(&SHA256, client.as_bytes()).as_ref()].concat();
            let signature = self.0.sign(&SystemRandom::new(), &signed).unwrap();
            (BASE64.encode(client), BASE64.encode(data), BASE64.encode(signature))
        }
    }

    fn passkey(authenticator: &Authenticator) -> Passkey {
        let (client, data) = authenticator.make("webauthn.create", HERE);
        let attested = Attested::read(&client, &BASE64.encode(data)).unwrap();
        attested.vet(HERE).unwrap();
        assert_eq!(attested.challenge, "Y2g");
        attested.passkey
    }

    #[test]
    fn a_passkey_is_made_and_signs() {
        let authenticator = Authenticator::new();
        let kept = passkey(&authenticator);
        let (client, data, signature) = authenticator.sign(HERE, PRESENT, 7);
        let assertion = Assertion::read(&client, &data, &signature).unwrap();
        assert_eq!((assertion.vet(HERE), assertion.verify(&kept)), (Ok(()), Ok(7)));
        let used = Passkey { count: 7, ..kept.clone() };
        assert!(assertion.verify(&used).is_err(), "its count went back");
        assert!(assertion.verify(&passkey(&Authenticator::new())).is_err(), "another's");
        assert!(assertion.verify(&Passkey { host: String::new(), ..kept }).is_err(), "for another host");
    }

    #[test]
    fn what_another_page_asked_for_is_not_taken() {
        let authenticator = Authenticator::new();
        let elsewhere = "https://games.example.com:8443";
        let (client, data, signature) = authenticator.sign(elsewhere, PRESENT, 1);
        let assertion = Assertion::read(&client, &data, &signature).unwrap();
        assert!(assertion.vet(HERE).is_err(), "the browser names another page");
        assert!(assertion.vet(elsewhere).is_err(), "the authenticator knows another host");
        assert!(
            Assertion::read(&authenticator.sign(HERE, 0, 1).0, &authenticator.sign(HERE, 0, 1).1, "")
                .is_err()
        );
        let (client, _) = authenticator.make("webauthn.create", HERE);
        assert!(Assertion::read(&client, &data, &signature).is_err(), "asked for something else");
    }

    #[test]
    fn no_bytes_are_more_than_refused() {
        let (client, data) = Authenticator::new().make("webauthn.create", HERE);
        for end in 0..data.len() {
            assert!(Attested::read(&client, &BASE64.encode(&data[..end])).is_err(), "{end}");
        }
        for at in 0..data.len() {
            let mut spoilt = data.clone();
            spoilt[at] ^= 0xff;
            let _ = Attested::read(&client, &BASE64.encode(spoilt));
        }
        assert!(Attested::read("{", "").is_err());
        assert!(Attested::read(&BASE64.encode("{}"), &BASE64.encode(&data)).is_err());
    }

    #[test]
    fn a_host_has_no_port() {
        let hosts =
            ["https://a.org", "http://localhost:8080", "http://[::1]:80", "nothing", "https://"].map(host);
        assert_eq!(hosts, [Some("a.org"), Some("localhost"), Some("[::1]"), None, None]);
    }
}
