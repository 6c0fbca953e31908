//! The time, which never goes back.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970. Told by the computer's clock when first asked, and counted from there, so
/// that nobody gains or loses time when that clock is set.
pub(crate) fn now_ms() -> u64 {
    static BEGAN: OnceLock<(Instant, Duration)> = OnceLock::new();
    let (began, epoch) = *BEGAN
        .get_or_init(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));
    (epoch + began.elapsed()).as_millis() as u64
}
