//! A checksum per event and per command, so that a flipped bit is located and a wrong value is never returned.

use crate::append::{LabelChange, Stored, StoredReply};
use crate::connection::Row;
use crate::error::Unavailable;
use crate::ids::Version;

/// The columns of an event, in the order that [`stored`] expects.
macro_rules! columns {
    () => {
        "stream, version, kind, body, at_ms, labels, sum"
    };
}
pub(crate) use columns;

/// The columns of a command, in the order that [`stored_reply`] expects.
macro_rules! command_columns {
    () => {
        "stream, command, version, reply, at_ms, sum"
    };
}
pub(crate) use command_columns;

/// Computes the checksum of a row. A 32-bit CRC detects every burst of up to 32 changed bits.
fn row_sum(texts: &[&str], numbers: [u64; 2]) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    hasher.finalize().into()
}

/// Computes the checksum of an event.
pub(crate) fn event_sum(stream: &str, version: u64, kind: &str, body: &str, at_ms: u64, labels: &str) -> u64 {
    row_sum(&[stream, kind, body, labels], [version, at_ms])
}

/// Computes the checksum of a command.
pub(crate) fn command_sum(stream: &str, command: &str, version: u64, reply: &str, at_ms: u64) -> u64 {
    row_sum(&[stream, command, reply], [version, at_ms])
}

/// Formats the label changes of an append for its first event; empty if there are none.
pub(crate) fn write_labels(changes: &[LabelChange]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    serde_json::to_string(changes).expect("labels are texts")
}

/// Parses the result of [`write_labels`].
pub(crate) fn read_labels(text: &str) -> Result<Vec<LabelChange>, serde_json::Error> {
    if text.is_empty() { Ok(Vec::new()) } else { serde_json::from_str(text) }
}

/// A damaged or missing event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The stream, as far as it can be read.
    pub stream: String,
    /// The number of the event in the stream.
    pub version: Version,
    /// The fault.
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

/// A stored command whose row does not match its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedCommand {
    /// The stream, as far as it can be read.
    pub stream: String,
    /// The id of the command, as far as it can be read.
    pub command: String,
}

impl std::fmt::Display for DamagedCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "command `{}` of `{}` is damaged", self.command, self.stream)
    }
}

impl From<DamagedCommand> for Unavailable {
    fn from(damage: DamagedCommand) -> Unavailable {
        Unavailable::Damaged(damage.to_string())
    }
}

/// Decodes the event in a row and verifies its checksum.
pub(crate) fn stored(row: &Row) -> Result<Stored, Damage> {
    stored_with_labels(row).map(|(stored, _)| stored)
}

/// Like [`stored`], with the label changes of the event.
pub(crate) fn stored_with_labels(row: &Row) -> Result<(Stored, Vec<LabelChange>), Damage> {
    let stream = row.text(0).unwrap_or_default();
    let version = Version(row.number(1).unwrap_or_default());
    let damage = |fault| Damage { stream: stream.clone(), version, fault };
    let read =
        || Ok::<_, sqlx::Error>((row.text(2)?, row.text(3)?, row.number(4)?, row.text(5)?, row.number(6)?));
    let (kind, body, at_ms, labels, expected) = read().map_err(|_| damage("it cannot be read"))?;
    if expected != event_sum(&stream, version.0, &kind, &body, at_ms, &labels) {
        return Err(damage("its checksum does not match"));
    }
    let body = serde_json::from_str(&body).map_err(|_| damage("its body is not JSON"))?;
    let labels = read_labels(&labels).map_err(|_| damage("its labels are not JSON"))?;
    Ok((Stored { version, kind, body, at_ms }, labels))
}

/// Decodes the command in a row and verifies its checksum.
pub(crate) fn stored_reply(row: &Row) -> Result<StoredReply, DamagedCommand> {
    let (stream, command) = (row.text(0).unwrap_or_default(), row.text(1).unwrap_or_default());
    let read = || -> Result<_, sqlx::Error> {
        let (version, reply, at_ms) = (row.number(2)?, row.text(3)?, row.number(4)?);
        let is_intact = row.number(5)? == command_sum(&stream, &command, version, &reply, at_ms);
        let reply = row.json(3)?;
        Ok(is_intact.then_some(StoredReply { version: Version(version), reply, at_ms }))
    };
    read().ok().flatten().ok_or(DamagedCommand { stream, command })
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
