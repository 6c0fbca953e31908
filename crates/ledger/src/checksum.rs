//! A checksum per event, so that a flipped bit is located and a wrong event is never returned.

use crate::append::Stored;
use crate::connection::Row;
use crate::error::Unavailable;
use crate::ids::Version;

/// The columns of an event, in the order that [`stored`] expects.
macro_rules! columns {
    () => {
        "stream, version, kind, body, at_ms, sum"
    };
}
pub(crate) use columns;

/// Computes the checksum of an event. A 32-bit CRC detects every burst of up to 32 changed bits.
pub(crate) fn checksum(stream: &str, version: u64, kind: &str, body: &str, at_ms: u64) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    for text in [stream, kind, body] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.update(&version.to_le_bytes());
    hasher.update(&at_ms.to_le_bytes());
    hasher.finalize().into()
}

/// A damaged or missing event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The stream, as far as it can be read.
    pub stream: String,
    /// The number of the event in the stream.
    pub version: Version,
    /// What is wrong with it.
    pub fault: &'static str,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {} of `{}` is damaged: {}", self.version, self.stream, self.fault)
    }
}

impl From<Damage> for Unavailable {
    fn from(damage: Damage) -> Unavailable {
        Unavailable::Damaged(damage.to_string())
    }
}

/// Decodes the event in a row and verifies its checksum.
pub(crate) fn stored(row: &Row) -> Result<Stored, Damage> {
    let stream = row.text(0).unwrap_or_default();
    let version = Version(row.number(1).unwrap_or_default());
    let damage = |fault| Damage { stream: stream.clone(), version, fault };
    let read = || Ok::<_, sqlx::Error>((row.text(2)?, row.text(3)?, row.number(4)?, row.number_if_any(5)?));
    let (kind, body, at_ms, expected) = read().map_err(|_| damage("it cannot be read"))?;
    if expected.is_some_and(|expected| expected != checksum(&stream, version.0, &kind, &body, at_ms)) {
        return Err(damage("its checksum does not match"));
    }
    let body = serde_json::from_str(&body).map_err(|_| damage("its body is not JSON"))?;
    Ok(Stored { version, kind, body, at_ms })
}

/// Decodes consecutive events of a stream after a version. Errors if one is missing.
pub(crate) fn sequence(stream: &str, after: Version, rows: &[Row]) -> Result<Vec<Stored>, Damage> {
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after.0 + 1..) {
        let event = stored(row)?;
        if event.version.0 != expected {
            let stream = stream.to_owned();
            return Err(Damage { stream, version: Version(expected), fault: "it is missing" });
        }
        events.push(event);
    }
    Ok(events)
}
