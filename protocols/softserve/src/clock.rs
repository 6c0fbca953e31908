//! A monotonic clock.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Returns milliseconds since 1970. Reads the system clock at the first call and counts from there, so that
/// setting that clock changes no player's time.
pub(crate) fn now_ms() -> u64 {
    static BEGAN: OnceLock<(Instant, Duration)> = OnceLock::new();
    let (began, epoch) = *BEGAN
        .get_or_init(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));
    (epoch + began.elapsed()).as_millis() as u64
}
