//! A device: a browser or program that acts for a person with a key of its own.

use chautari_http::TokenHash;
use serde::Serialize;
use utoipa::ToSchema;

/// A device with a key.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// The hash of the key.
    pub(crate) hash: TokenHash,
    /// The time the device was added, in milliseconds since 1970.
    pub(crate) since_ms: u64,
    /// The last stored use, in milliseconds since 1970. Uses are stored once a day.
    pub(crate) seen_ms: u64,
    pub(crate) origin: DeviceOrigin,
}

/// The way a device got its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeviceOrigin {
    /// The name was chosen on it, or its key is on the card of a tournament.
    Name,
    /// It was signed in by a link of another device.
    Link,
    /// It was signed in with a passkey.
    Passkey,
}

impl Device {
    pub(crate) fn new(hash: TokenHash, since_ms: u64, origin: DeviceOrigin) -> Device {
        Device { hash, since_ms, seen_ms: since_ms, origin }
    }

    /// The id of the device: the beginning of its key's hash, from which the key does not follow.
    pub(crate) fn id(&self) -> String {
        self.hash.to_hex()[..16].to_owned()
    }
}
