//! Web push: notifications for browsers without an open page, delivered by the push service that a browser names.
//!
//! RFC 8030 defines the request, RFC 8291 the encryption, RFC 8292 the identification of the server (VAPID).

mod deliver;
mod encrypt;
mod vapid;

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use deliver::{PushClient, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vapid::Vapid;
pub use vapid::new_key;

/// How long a push service stores a message for a browser that is offline.
const MESSAGE_TTL: Duration = Duration::from_hours(24);

/// The timeout of a request to a push service.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The longest endpoint URL, in bytes.
const MAX_ENDPOINT: usize = 1000;

/// The push subscription of a browser, as its `PushSubscription` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PushAddress)]
#[serde(deny_unknown_fields)]
pub(crate) struct Address {
    /// The URL at the push service.
    endpoint: String,
    keys: Keys,
}

/// The keys of a push subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PushKeys)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// The browser's public key: 65 bytes, in base64url.
    p256dh: String,
    /// The authentication secret: 16 bytes, in base64url.
    auth: String,
}

impl Address {
    /// The URL at the push service, which identifies the browser.
    pub(crate) fn endpoint(&self) -> &str {
        &self.endpoint
    }
}

/// The result of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// The push service accepted the message.
    Taken,
    /// The subscription has ended.
    Gone,
    /// The push service is unreachable or overloaded; a retry may succeed.
    Later,
    /// The push service rejected the message for good, or is not one of the allowed services.
    Refused,
}

/// The sender of push messages.
pub struct Push {
    vapid: Vapid,
    /// The allowed push services: a host, `*.` and a domain, or an origin.
    services: Vec<String>,
    /// The contact that operators of push services can complain to.
    contact: String,
    client: PushClient,
}

impl Push {
    /// Creates a sender with a key from [`new_key`]. Returns `None` if the key cannot be read.
    pub fn open(key: &str, services: Vec<String>, public_url: Option<&str>) -> Option<Push> {
        let contact = match public_url {
            Some(url) if url.starts_with("https://") => url.to_owned(),
            _ => "mailto:chautari@localhost".to_owned(),
        };
        Some(Push { vapid: Vapid::open(key)?, services, contact, client: PushClient::new() })
    }

    /// The public key for browsers; `None` if no push service is allowed.
    pub(crate) fn key(&self) -> Option<&str> {
        (!self.services.is_empty()).then(|| self.vapid.public())
    }

    /// Errors if messages cannot be sent to this address. Clients choose the URL that this server connects to, so only
    /// known push services are allowed.
    pub(crate) fn vet(&self, address: &Address) -> Result<(), &'static str> {
        self.read(address).map(drop)
    }

    fn read(
        &self,
        Address { endpoint, keys }: &Address,
    ) -> Result<(Target, [u8; 65], [u8; 16]), &'static str> {
        let target = if endpoint.len() <= MAX_ENDPOINT { Target::read(endpoint) } else { None };
        let target = target.ok_or("This is not the address of a push service.")?;
        if !self.services.iter().any(|service| target.is_of(service)) {
            return Err("This server does not use that push service.");
        }
        let point = read(&keys.p256dh).filter(|bytes: &[u8; 65]| bytes[0] == 4);
        let point = point.ok_or("`p256dh` is an uncompressed point of P-256, 65 bytes in base64url.")?;
        Ok((target, point, read(&keys.auth).ok_or("`auth` is 16 bytes in base64url.")?))
    }

    /// Sends a message. It replaces undelivered ones of the same topic.
    pub(crate) async fn send(&self, address: &Address, topic: &str, text: &str, now_ms: u64) -> Delivery {
        // The subscription is not removed, because the service may be allowed again later.
        let Ok((target, point, auth)) = self.read(address) else { return Delivery::Refused };
        let Some(body) = encrypt::encrypt(&point, &auth, text.as_bytes()) else { return Delivery::Gone };
        let authorization = self.vapid.authorization(&target.origin, &self.contact, now_ms / 1000);
        let ttl = MESSAGE_TTL.as_secs().to_string();
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", ttl.as_str()),
            ("urgency", "normal"),
            ("topic", topic),
        ];
        match tokio::time::timeout(TIMEOUT, self.client.post(&target, &headers, body)).await {
            Ok(Ok(200..=299)) => Delivery::Taken,
            Ok(Ok(404 | 410)) => Delivery::Gone,
            Ok(Ok(429 | 500..=599)) | Err(_) => Delivery::Later,
            Ok(Ok(status)) => {
                tracing::warn!(service = target.origin, status, "a push service rejected a message");
                Delivery::Refused
            }
            Ok(Err(cause)) => {
                tracing::debug!(service = target.origin, %cause, "a push service is unreachable");
                Delivery::Later
            }
        }
    }
}

/// Decodes `N` bytes of base64url, with or without padding.
fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_services_are_allowed() {
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
        assert!(
            push.vet(&address(&format!("https://push.example.org/{}", "a".repeat(MAX_ENDPOINT)), 4)).is_err()
        );
    }
}
