//! WebAuthn level 2: reading and verifying the responses of authenticators (§7.1 and §7.2), without attestation.
//!
//! Public keys are ES256 or RS256, as the standard recommends. Cryptography is `ring`'s; the rest is a format of fixed
//! bytes. Malformed input is always rejected and never panics.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::digest::{SHA256, digest};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::{Deserialize, Serialize};

/// Flags of authenticator data: the user was present, the user was verified, and a new key follows.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// The longest credential id of WebAuthn, in bytes.
const MAX_ID: usize = 1023;

/// An ES256 key in the canonical form of CTAP2: the bytes before x, and between x and y.
const BEFORE_X: [u8; 10] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
const BEFORE_Y: [u8; 3] = [0x22, 0x58, 0x20];

/// An RS256 key in the same form: the bytes before the length of n, and those after n, with the exponent 65537.
const BEFORE_N: [u8; 9] = [0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59];
const AFTER_N: [u8; 5] = [0x21, 0x43, 0x01, 0x00, 0x01];
const EXPONENT: [u8; 3] = [0x01, 0x00, 0x01];

/// The sizes of RSA moduli, in bytes: 2048 to 4096 bits.
const MODULUS: std::ops::RangeInclusive<usize> = 256..=512;

/// The reason for a rejected response, as a sentence for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) &'static str);

/// The signature algorithm of a passkey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Algorithm {
    #[default]
    #[serde(rename = "ES256")]
    Es256,
    #[serde(rename = "RS256")]
    Rs256,
}

impl Algorithm {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_default(&self) -> bool {
        *self == Algorithm::default()
    }
}

/// A stored passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// The credential id, in base64url.
    pub(crate) id: String,
    /// The signature algorithm [default: ES256].
    #[serde(default, skip_serializing_if = "Algorithm::is_default")]
    algorithm: Algorithm,
    /// The public key in base64url: an uncompressed point, or an RSA modulus.
    key: String,
    /// The digest of the host it is bound to, in base64url.
    host: String,
    /// The signature counter, if the authenticator has one.
    pub(crate) count: u32,
}

/// The client data of a browser, of which only these fields are read.
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
    fn read(bytes: &[u8], kind: &str) -> Result<ClientData, Invalid> {
        let data: ClientData =
            serde_json::from_slice(bytes).map_err(|_| Invalid("`client_data` cannot be read."))?;
        if data.kind != kind || data.cross_origin {
            return Err(Invalid("The passkey was requested for something else."));
        }
        Ok(data)
    }

    fn check_origin(&self, host_digest: &[u8], origin: &str) -> Result<(), Invalid> {
        let host = host(origin).map(|host| digest(&SHA256, host.as_bytes()));
        let is_ours = self.origin == origin && host.is_some_and(|host| host.as_ref() == host_digest);
        if is_ours { Ok(()) } else { Err(Invalid("The passkey was requested by another site.")) }
    }
}

/// The host of an origin, without its port: the identity that passkeys are bound to.
fn host(origin: &str) -> Option<&str> {
    let (_, rest) = origin.split_once("://")?;
    let host = match rest.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => rest,
    };
    (!host.is_empty()).then_some(host)
}

/// The fixed part of authenticator data.
struct AuthenticatorData<'a> {
    host: &'a [u8; 32],
    flags: u8,
    count: u32,
    rest: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    /// Parses authenticator data.
    ///
    /// Errors unless the user was present and verified: a passkey alone opens an account.
    fn read(bytes: &'a [u8]) -> Result<AuthenticatorData<'a>, Invalid> {
        let invalid = Invalid("`authenticator_data` cannot be read.");
        let (host, rest) = bytes.split_first_chunk::<32>().ok_or(invalid)?;
        let ([flags], rest) = rest.split_first_chunk::<1>().ok_or(invalid)?;
        let (count, rest) = rest.split_first_chunk::<4>().ok_or(invalid)?;
        if flags & PRESENT == 0 {
            return Err(Invalid("The use of the passkey was not confirmed."));
        }
        if flags & VERIFIED == 0 {
            return Err(Invalid("The passkey must verify you, such as by a PIN or a fingerprint."));
        }
        Ok(AuthenticatorData { host, flags: *flags, count: u32::from_be_bytes(*count), rest })
    }
}

fn decode(text: &str) -> Result<Vec<u8>, Invalid> {
    BASE64.decode(text.trim_end_matches('=')).map_err(|_| Invalid("This is not base64url."))
}

/// Reads a COSE key: its algorithm, and the part of it that is stored.
fn read_key(bytes: &[u8]) -> Option<(Algorithm, Vec<u8>)> {
    if let Some(key) = bytes.strip_prefix(&BEFORE_X) {
        let (x, rest) = key.split_first_chunk::<32>()?;
        let (y, _) = rest.strip_prefix(&BEFORE_Y)?.split_first_chunk::<32>()?;
        return Some((Algorithm::Es256, [&[4_u8][..], x, y].concat()));
    }
    let (length, rest) = bytes.strip_prefix(&BEFORE_N)?.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (modulus, rest) = rest.split_at_checked(length)?;
    (MODULUS.contains(&length) && rest.starts_with(&AFTER_N)).then(|| (Algorithm::Rs256, modulus.to_vec()))
}

/// The response of an authenticator that created a passkey.
pub(crate) struct Registration {
    data: ClientData,
    host: [u8; 32],
    pub(crate) passkey: Passkey,
    pub(crate) challenge: String,
}

impl Registration {
    /// Parses the parts of a response, each in base64url.
    pub(crate) fn read(client_data: &str, authenticator_data: &str) -> Result<Registration, Invalid> {
        let data = ClientData::read(&decode(client_data)?, "webauthn.create")?;
        let bytes = decode(authenticator_data)?;
        let AuthenticatorData { host, flags, count, rest } = AuthenticatorData::read(&bytes)?;
        let invalid = Invalid("There is no passkey of a supported kind (ES256 or RS256).");
        if flags & ATTESTED == 0 {
            return Err(invalid);
        }
        // The model of the authenticator, the credential id, and the key.
        let (_, rest) = rest.split_first_chunk::<16>().ok_or(invalid)?;
        let (length, rest) = rest.split_first_chunk::<2>().ok_or(invalid)?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (id, key) = rest.split_at_checked(length).ok_or(invalid)?;
        if id.is_empty() || length > MAX_ID {
            return Err(invalid);
        }
        let (algorithm, key) = read_key(key).ok_or(invalid)?;
        let passkey = Passkey {
            id: BASE64.encode(id),
            algorithm,
            key: BASE64.encode(key),
            host: BASE64.encode(host),
            count,
        };
        Ok(Registration { challenge: data.challenge.clone(), data, host: *host, passkey })
    }

    /// Errors unless the passkey was created by a page of `origin`.
    pub(crate) fn check_origin(&self, origin: &str) -> Result<(), Invalid> {
        self.data.check_origin(&self.host, origin)
    }
}

/// The response of an authenticator that signed a challenge.
pub(crate) struct Assertion {
    data: ClientData,
    host: [u8; 32],
    count: u32,
    /// The bytes that the signature covers.
    signed: Vec<u8>,
    signature: Vec<u8>,
    pub(crate) challenge: String,
}

impl Assertion {
    /// Parses the parts of a response, each in base64url.
    pub(crate) fn read(
        client_data: &str,
        authenticator_data: &str,
        signature: &str,
    ) -> Result<Assertion, Invalid> {
        let client_data = decode(client_data)?;
        let data = ClientData::read(&client_data, "webauthn.get")?;
        let mut signed = decode(authenticator_data)?;
        let AuthenticatorData { host, count, .. } = AuthenticatorData::read(&signed)?;
        let host = *host;
        signed.extend_from_slice(digest(&SHA256, &client_data).as_ref());
        let challenge = data.challenge.clone();
        Ok(Assertion { data, host, count, signed, signature: decode(signature)?, challenge })
    }

    /// Errors unless the signature was requested by a page of `origin`.
    pub(crate) fn check_origin(&self, origin: &str) -> Result<(), Invalid> {
        self.data.check_origin(&self.host, origin)
    }

    /// Verifies the signature with a passkey, and returns the new signature counter.
    pub(crate) fn verify(&self, passkey: &Passkey) -> Result<u32, Invalid> {
        if BASE64.encode(self.host) != passkey.host {
            return Err(Invalid("The passkey is for another host."));
        }
        let key = decode(&passkey.key)?;
        let verified = match passkey.algorithm {
            Algorithm::Es256 => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, &key).verify(&self.signed, &self.signature)
            }
            Algorithm::Rs256 => RsaPublicKeyComponents { n: &key[..], e: &EXPONENT[..] }.verify(
                &RSA_PKCS1_2048_8192_SHA256,
                &self.signed,
                &self.signature,
            ),
        };
        verified.map_err(|_| Invalid("The signature is not the passkey's."))?;
        // A counter that does not increase means that there are two copies of the key.
        let counts = self.count != 0 || passkey.count != 0;
        if counts && self.count <= passkey.count {
            return Err(Invalid("The passkey has been copied."));
        }
        Ok(self.count)
    }
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_STANDARD;
    use ring::rand::SystemRandom;
    use ring::signature::{
        ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    };
    use serde_json::json;

    use super::*;

    const HERE: &str = "https://games.example.org:8443";
    const USED: u8 = PRESENT | VERIFIED;

    /// An RSA key of 2048 bits, made for these tests (PKCS #8, in base64).
    const RSA_KEY: &str = "\
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCkB0P3fuh1/b1EiUzrA5/fM4FjHItc+ZI0PrzD0AX0LGGz\
        g6bDGby7+OjBsL52SjIzv2p7Mn5EURjvvunh6LEOLiJPwi41aNTHpaZSuMVVv86fiDIbUY7OhNL4XGcMU+X5lWRf24RCDrgQ\
        OOH0yq9gBjUyB5LxiAI881mlBgaH1eQD2lya2XHlRotR3Qj4D7uOfaVBowpzIy9+j/EO5+xOD/+jFw941BQHujZBF4070hi+\
        uB/+en0HFlccTyIyChVym+TNnS/kz2zwb6jfcqAWgbnn6w4Veh0ifLHa9AStIa/EJbSSKRFGfGOzMFJofbsQsdITQ8/eK9QT\
        SQMOATRRAgMBAAECggEAKs1gjX1W0K9RS8ieQzdTaQ2KJmBE95KCddKnNFucqh5IsmzYv9F///cQWbayxLBQ0FMTSKmg7FfT\
        L4B8jIBJb39XYcO0hihgWeaec7iWee1O0C9cj+dk4fwkBz4pf7yG5u12X1MrfIdVvZnyUIvxXpfQGsmCLTfGCbyguGDNpHUe\
        yY7faj0x1/JJeVeE2zIIpTsRrr0L3xtjPWQ1t9MNO7JV6YbJHv85Q5PLWP9rSHHPE/BwY4pZG9SYhd9mGtZ7k7xmRlOthL/8\
        a2uOg8Kc7+phcdBB4tPG6KBLF1qk5p3GTe3QNUkuNRZhfKR9JJZnS1Id6xFW686acVVSQ/63fwKBgQDnaxK5NO17Ig3I0Jvt\
        ES2aG8j1jlPId0fv/t9XKPBNdjNWRW14yOCtiQ0VZ675cHeCxgiF/iDkfRxmXil3Y6cV43dhjoAYw0l+E14QOZ/iRJuOAG73\
        3mb4zrpczYD+E0iLbiJBHKIfJHPmUToAFIqDjCagSPiG1e3njYOyqUeR6wKBgQC1c6sN9NsZf0BA0K6sxeKDx0XBrJPQ8JK1\
        WVyATM+RoQNLzSjPznX5lmyn8bMuS8pTLniN0vObVejXCmrqjM/OEwntQbvnTf1m1IGuVW90I86iVu/MMKDDqdaAFHs/Z/em\
        npk7th1OebcjH8CwdGVJK70i8BDMwO8/jTEQCPpHswKBgFzRl2rtjarrl7fJ5CCL2UyMhGfpNDWdkh7yjUX6R5fqJuEda7Ec\
        cPFpnPPO6GFn+KddIqILscmzXKa6cctPDv86gvGAJGTKPznwLrQ3SKeKeRHVnqyQaaC12g3K50gBGAHEpLyU7XmsN0hTn/3U\
        P1JP7lYvrm72czuCiSYpu2kNAoGAQlwrEs+Z0ZlYRlwLheRZExitykbzSFazUN99lO6CeyAHtJEze8xmGQGKe2FJxoSxWfqE\
        3Flp/kVNAlgtAdq9pQARgVOpBM7g/dp6Eufr+u2dhIGG8YZXRTe32t+is22yhJ08LTpNPYYGFDJoph/ravc0FLL3ceqdlQBu\
        EQ83eUECgYB3ubC/WI3V28jjM7QTux5ap857fOFHUySZEABhBLzlHXnGJu/1JYNOGmbr95eYsDR7TTd/jIzR2uanHwihQwX/\
        aWWYRvL//JinQSEDMoEHvI2RN6SMIt9UnMWDQSCy7Iy5y3K+nb+Jz+PBs3n3DoHWDv56mFf/MqTUxlosYKabLQ==";

    /// An authenticator in memory.
    enum Authenticator {
        Es256(EcdsaKeyPair),
        Rs256(RsaKeyPair),
    }

    impl Authenticator {
        fn es256() -> Authenticator {
            let random = SystemRandom::new();
            let kind = &ECDSA_P256_SHA256_ASN1_SIGNING;
            let key = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
            Authenticator::Es256(EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).unwrap())
        }

        fn rs256() -> Authenticator {
            Authenticator::Rs256(RsaKeyPair::from_pkcs8(&BASE64_STANDARD.decode(RSA_KEY).unwrap()).unwrap())
        }

        fn data(flags: u8, count: u32) -> Vec<u8> {
            let host = digest(&SHA256, b"games.example.org");
            [host.as_ref(), &[flags], &count.to_be_bytes()].concat()
        }

        fn cose_key(&self) -> Vec<u8> {
            match self {
                Authenticator::Es256(key) => {
                    let point: &[u8] = key.public_key().as_ref();
                    [&BEFORE_X[..], &point[1..33], &BEFORE_Y, &point[33..]].concat()
                }
                Authenticator::Rs256(key) => {
                    let n: RsaPublicKeyComponents<Vec<u8>> = key.public().into();
                    let length = u16::try_from(n.n.len()).unwrap().to_be_bytes();
                    [&BEFORE_N[..], &length, &n.n, &AFTER_N].concat()
                }
            }
        }

        fn create(&self, origin: &str, flags: u8) -> (String, Vec<u8>) {
            let client = json!({"type": "webauthn.create", "challenge": "Y2g", "origin": origin, "crossOrigin": false});
            let attested = [&[0_u8; 16][..], &[0, 3], b"abc", &self.cose_key()].concat();
            let data = [Authenticator::data(flags | ATTESTED, 0), attested].concat();
            (BASE64.encode(client.to_string()), data)
        }

        fn sign(&self, origin: &str, flags: u8, count: u32) -> (String, String, String) {
            let client = json!({"type": "webauthn.get", "challenge": "Y2g", "origin": origin}).to_string();
            let data = Authenticator::data(flags, count);
            let signed = [&data[..], digest(&SHA256, client.as_bytes()).as_ref()].concat();
            let random = SystemRandom::new();
            let signature = match self {
                Authenticator::Es256(key) => key.sign(&random, &signed).unwrap().as_ref().to_vec(),
                Authenticator::Rs256(key) => {
                    let mut signature = vec![0; key.public().modulus_len()];
                    key.sign(&RSA_PKCS1_SHA256, &random, &signed, &mut signature).unwrap();
                    signature
                }
            };
            (BASE64.encode(client), BASE64.encode(data), BASE64.encode(signature))
        }
    }

    fn passkey(authenticator: &Authenticator) -> Passkey {
        let (client, data) = authenticator.create(HERE, USED);
        let registration = Registration::read(&client, &BASE64.encode(data)).unwrap();
        registration.check_origin(HERE).unwrap();
        assert_eq!(registration.challenge, "Y2g");
        registration.passkey
    }

    #[test]
    fn passkeys_of_both_algorithms_are_created_and_sign() {
        for authenticator in [Authenticator::es256(), Authenticator::rs256()] {
            let stored = serde_json::to_value(passkey(&authenticator)).unwrap();
            let stored: Passkey = serde_json::from_value(stored).unwrap();
            let (client, data, signature) = authenticator.sign(HERE, USED, 7);
            let assertion = Assertion::read(&client, &data, &signature).unwrap();
            assert_eq!((assertion.check_origin(HERE), assertion.verify(&stored)), (Ok(()), Ok(7)));
            let used = Passkey { count: 7, ..stored.clone() };
            assert!(assertion.verify(&used).is_err(), "the counter did not increase");
            assert!(assertion.verify(&passkey(&Authenticator::es256())).is_err(), "another key");
            assert!(assertion.verify(&Passkey { host: String::new(), ..stored }).is_err(), "another host");
            let (_, _, other) = authenticator.sign(HERE, USED, 8);
            let forged = Assertion::read(&client, &data, &other).unwrap();
            assert!(forged.verify(&passkey(&authenticator)).is_err(), "a signature of something else");
        }
    }

    #[test]
    fn origin_must_match_exactly() {
        let authenticator = Authenticator::es256();
        for elsewhere in [
            "https://games.example.com:8443",
            "http://games.example.org:8443",
            "https://games.example.org",
            "https://games.example.org:8444",
            "https://games.example.org:8443/",
        ] {
            let (client, data, signature) = authenticator.sign(elsewhere, USED, 1);
            let assertion = Assertion::read(&client, &data, &signature).unwrap();
            assert!(assertion.check_origin(HERE).is_err(), "{elsewhere}");
        }
        let elsewhere = "https://games.example.com:8443";
        let (client, data, signature) = authenticator.sign(elsewhere, USED, 1);
        let assertion = Assertion::read(&client, &data, &signature).unwrap();
        assert!(assertion.check_origin(elsewhere).is_err(), "the authenticator is bound to another host");
        let (client, _) = authenticator.create(HERE, USED);
        assert!(Assertion::read(&client, &data, &signature).is_err(), "created, not signed");
    }

    #[test]
    fn user_must_be_present_and_verified() {
        let authenticator = Authenticator::es256();
        for flags in [0, PRESENT, VERIFIED] {
            let (client, data, signature) = authenticator.sign(HERE, flags, 1);
            assert!(Assertion::read(&client, &data, &signature).is_err(), "{flags}");
            let (client, data) = authenticator.create(HERE, flags);
            assert!(Registration::read(&client, &BASE64.encode(data)).is_err(), "{flags}");
        }
    }

    #[test]
    fn malformed_input_is_rejected() {
        for authenticator in [Authenticator::es256(), Authenticator::rs256()] {
            let (client, data) = authenticator.create(HERE, USED);
            for end in 0..data.len() {
                assert!(Registration::read(&client, &BASE64.encode(&data[..end])).is_err(), "{end}");
            }
            for at in 0..data.len() {
                let mut damaged = data.clone();
                damaged[at] ^= 0xff;
                let _ = Registration::read(&client, &BASE64.encode(damaged));
            }
            assert!(Registration::read("{", "").is_err());
            assert!(Registration::read(&BASE64.encode("{}"), &BASE64.encode(&data)).is_err());
        }
    }

    #[test]
    fn host_has_no_port() {
        let hosts =
            ["https://a.org", "http://localhost:8080", "http://[::1]:80", "nothing", "https://"].map(host);
        assert_eq!(hosts, [Some("a.org"), Some("localhost"), Some("[::1]"), None, None]);
    }
}
