//! The wall clock of a process, which setting the clock of the system does not change.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chautari_platform::Clock;
use tokio::time::Instant;

/// Returns milliseconds since 1970. Reads the system clock at the first call and counts from there by the monotonic
/// clock, so that setting the system clock changes no player's time.
pub(crate) fn now_ms(clock: &Clock) -> u64 {
    static BEGAN: OnceLock<(Instant, Duration)> = OnceLock::new();
    let (began, epoch) = *BEGAN
        .get_or_init(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));
    (epoch + clock.elapsed(began)).as_millis() as u64
}
