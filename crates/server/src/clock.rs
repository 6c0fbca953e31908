//! The time on the wall.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, for people to read and for what lasts longer than this process.
pub(crate) fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}
