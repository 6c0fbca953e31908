//! Encryption of push messages for one browser: RFC 8291, on RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

/// The record size: the largest that every push service accepts. Messages are a single, shorter record.
const RECORD_SIZE: u32 = 4096;

/// The delimiter of the last record.
const LAST: u8 = 2;

/// Encrypts a text for the browser with this public key and secret. Returns `None` if the key is not valid.
pub(super) fn encrypt(browser: &[u8; 65], auth: &[u8; 16], text: &[u8]) -> Option<Vec<u8>> {
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let ours = private.compute_public_key().ok()?;
    let mut salt = [0; 16];
    random.fill(&mut salt).ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser);
    let sealed = agree_ephemeral(private, &theirs, |shared| {
        encrypt_with(shared, browser, ours.as_ref(), auth, salt, text)
    });
    sealed.ok()?.ok()
}

fn encrypt_with(
    shared: &[u8],
    browser: &[u8; 65],
    ours: &[u8],
    auth: &[u8; 16],
    salt: [u8; 16],
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let both = Salt::new(HKDF_SHA256, auth).extract(shared);
    let material: [u8; 32] = expand(&both, &[b"WebPush: info\0", browser, ours])?;
    let master = Salt::new(HKDF_SHA256, &salt).extract(&material);
    let key: [u8; 16] = expand(&master, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&master, &[b"Content-Encoding: nonce\0"])?;

    let mut record = [text, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(ours.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD_SIZE.to_be_bytes(), &[length], ours, &record].concat())
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut bytes = [0; N];
    key.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    #[test]
    fn example_of_the_standard_is_reproduced() {
        let shared: [u8; 32] = read("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs").unwrap();
        let browser =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let ours = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let (browser, ours): ([u8; 65], [u8; 65]) = (read(browser).unwrap(), read(ours).unwrap());
        let (auth, salt) = (read("BTBZMqHH6r4Tts7J_aSIgg").unwrap(), read("DGv6ra1nlYgDCS1FRnbzlw").unwrap());
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = encrypt_with(&shared, &browser, &ours, &auth, salt, text).unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn invalid_key_is_rejected() {
        let mut nowhere = [1; 65];
        nowhere[0] = 4;
        assert_eq!(encrypt(&nowhere, &[0; 16], b"text"), None, "a point that is not on the curve");
    }
}
