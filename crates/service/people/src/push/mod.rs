//! Web push: news for a browser that looks elsewhere, by way of the service that the browser itself names.
//!
//! RFC 8030 is the request, RFC 8291 how it is sealed for one browser, RFC 8292 how it says who sends it.

mod deliver;
mod encrypt;
mod vapid;

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use deliver::{Line, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vapid::Vapid;
pub use vapid::new_key;

/// How long a service keeps a letter for a browser that is not there.
const KEPT: Duration = Duration::from_hours(24);

/// What a service is given to answer.
const ANSWER: Duration = Duration::from_secs(15);

/// The longest address of a browser.
const LONGEST: usize = 1000;

/// Where a browser is reached, and what is sealed for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PushAddress)]
#[serde(deny_unknown_fields)]
pub(crate) struct Address {
    /// What the browser's service is asked to deliver to.
    endpoint: String,
    keys: Keys,
}

/// What a browser made for this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PushKeys)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// Its public key: 65 bytes, in base64url.
    p256dh: String,
    /// Its secret: 16 bytes, in base64url.
    auth: String,
}

impl Address {
    /// The same for the same browser.
    pub(crate) fn endpoint(&self) -> &str {
        &self.endpoint
    }
}

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// The service has it.
    Taken,
    /// The browser does not want any more.
    Gone,
    /// The service does not answer, or has too much to do.
    Later,
    /// The service does not want it, for reasons that will not change, or is none that is trusted here.
    Refused,
}

/// Who sends letters.
pub struct Push {
    vapid: Vapid,
    /// The services that are trusted with a letter: a host, `*.` and the end of one, or a whole origin.
    services: Vec<String>,
    /// Where whoever runs a service can complain.
    contact: String,
    line: Line,
}

impl Push {
    /// `key` is what [`new_key`] made when this ledger was new.
    pub fn open(key: &str, services: Vec<String>, public_url: Option<&str>) -> Option<Push> {
        let contact = match public_url {
            Some(url) if url.starts_with("https://") => url.to_owned(),
            _ => "mailto:chautari@localhost".to_owned(),
        };
        Some(Push { vapid: Vapid::open(key)?, services, contact, line: Line::new() })
    }

    /// The public key that browsers are to expect; none where nothing is sent.
    pub(crate) fn key(&self) -> Option<&str> {
        (!self.services.is_empty()).then(|| self.vapid.public())
    }

    /// Whether letters can go there, or why not. What people say here is where this server goes: it goes to known
    /// services only.
    pub(crate) fn vet(&self, address: &Address) -> Result<(), &'static str> {
        self.read(address).map(drop)
    }

    fn read(
        &self,
        Address { endpoint, keys }: &Address,
    ) -> Result<(Target, [u8; 65], [u8; 16]), &'static str> {
        let target = if endpoint.len() <= LONGEST { Target::read(endpoint) } else { None };
        let target = target.ok_or("This is not the address of a push service.")?;
        if !self.services.iter().any(|service| target.is_of(service)) {
            return Err("This server does not use that push service.");
        }
        let point = read(&keys.p256dh).filter(|bytes: &[u8; 65]| bytes[0] == 4);
        let point = point.ok_or("`p256dh` is an uncompressed point of P-256, 65 bytes in base64url.")?;
        Ok((target, point, read(&keys.auth).ok_or("`auth` is 16 bytes in base64url.")?))
    }

    /// Sends a letter. One with the same topic takes the place of those that were not delivered yet.
    pub(crate) async fn send(&self, address: &Address, topic: &str, text: &str, now_ms: u64) -> Delivery {
        // A service that is not trusted now may be again: the browser still wants to be told.
        let Ok((target, point, auth)) = self.read(address) else { return Delivery::Refused };
        let Some(body) = encrypt::seal(&point, &auth, text.as_bytes()) else { return Delivery::Gone };
        let authorization = self.vapid.authorization(&target.origin, &self.contact, now_ms / 1000);
        let ttl = KEPT.as_secs().to_string();
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", ttl.as_str()),
            ("urgency", "normal"),
            ("topic", topic),
        ];
        match tokio::time::timeout(ANSWER, self.line.post(&target, &headers, body)).await {
            Ok(Ok(200..=299)) => Delivery::Taken,
            Ok(Ok(404 | 410)) => Delivery::Gone,
            Ok(Ok(429 | 500..=599)) | Err(_) => Delivery::Later,
            Ok(Ok(status)) => {
                tracing::warn!(
                    service = target.origin,
                    status,
                    "a push service does not take what it is sent"
                );
                Delivery::Refused
            }
            Ok(Err(cause)) => {
                tracing::debug!(service = target.origin, %cause, "a push service is not reached");
                Delivery::Later
            }
        }
    }
}

/// So many bytes, in base64url with or without its padding.
fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_to_known_services_only() {
        let services =
            ["push.example.org", "*.example.com", "http://127.0.0.1:9"].map(str::to_owned).to_vec();
        let push = Push::open(&new_key(), services, None).unwrap();
        let address = |endpoint: &str, first: u8| Address {
            endpoint: endpoint.to_owned(),
            keys: Keys {
                p256dh: BASE64_URL_SAFE_NO_PAD.encode([[first; 1].as_slice(), &[1; 64]].concat()),
                auth: BASE64_URL_SAFE_NO_PAD.encode([7; 16]),
            },
        };
        for endpoint in [
            "https://push.example.org/a?b",
            "https://eu.example.com/x",
            "https://push.example.org:443/",
            "http://127.0.0.1:9/x",
        ] {
            assert_eq!(push.vet(&address(endpoint, 4)), Ok(()), "{endpoint}");
        }
        for endpoint in [
            "http://push.example.org/a",
            "https://push.example.org:444/a",
            "https://example.com/a",
            "https://evilexample.com/a",
            "https://push.example.org@evil.org/a",
            "https://evil.org/push.example.org",
            "http://127.0.0.1:90/x",
            "https://127.0.0.1:9/x",
            "/a",
            "",
        ] {
            assert!(push.vet(&address(endpoint, 4)).is_err(), "{endpoint}");
        }
        assert!(push.vet(&address("https://push.example.org/a", 3)).is_err(), "a compressed point");
        assert!(push.vet(&address(&format!("https://push.example.org/{}", "a".repeat(LONGEST)), 4)).is_err());
    }
}
