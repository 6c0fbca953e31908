//! A checksum an event, so that a flipped bit is found where it is and nothing wrong is served.

use crate::append::Stored;
use crate::connection::Row;
use crate::fault::Unavailable;
use crate::ids::Version;

/// What is read of an event, in this order: [`stored`] takes such a row.
macro_rules! columns {
    () => {
        "stream, version, kind, body, at_ms, sum"
    };
}
pub(crate) use columns;

/// The checksum of an event as it is written. A CRC of 32 bits finds every change of up to 32 bits in a row.
pub(crate) fn sum(stream: &str, version: u64, kind: &str, body: &str, at_ms: u64) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    for text in [stream, kind, body] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.update(&version.to_le_bytes());
    hasher.update(&at_ms.to_le_bytes());
    hasher.finalize().into()
}

/// What is wrong with an event that lies in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The stream, as far as it can be read.
    pub stream: String,
    /// The number of the event in it.
    pub version: Version,
    /// What is wrong.
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

/// The event a row holds, if it is the one that was written.
pub(crate) fn stored(row: &Row) -> Result<Stored, Damage> {
    let stream = row.text(0).unwrap_or_default();
    let version = Version(row.number(1).unwrap_or_default());
    let damage = |fault| Damage { stream: stream.clone(), version, fault };
    let read = || Ok::<_, sqlx::Error>((row.text(2)?, row.text(3)?, row.number(4)?, row.number_if_any(5)?));
    let (kind, body, at_ms, expected) = read().map_err(|_| damage("it cannot be read"))?;
    if expected.is_some_and(|expected| expected != sum(&stream, version.0, &kind, &body, at_ms)) {
        return Err(damage("its checksum is another"));
    }
    let body = serde_json::from_str(&body).map_err(|_| damage("its body is no JSON"))?;
    Ok(Stored { version, kind, body, at_ms })
}

/// The events of one stream that follow on a version, none missing.
pub(crate) fn sequence(stream: &str, after: Version, rows: &[Row]) -> Result<Vec<Stored>, Damage> {
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after.0 + 1..) {
        let event = stored(row)?;
        if event.version.0 != expected {
            let stream = stream.to_owned();
            return Err(Damage { stream, version: Version(expected), fault: "it is not there" });
        }
        events.push(event);
    }
    Ok(events)
}
