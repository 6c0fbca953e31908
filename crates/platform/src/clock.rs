//! The wall clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time in milliseconds since 1970, for people to read and for data that outlasts the process.
pub fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}
