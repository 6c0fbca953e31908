//! The time, which never goes back.

use std::convert::Infallible;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// Milliseconds since 1970. Told by the computer's clock when first asked, and counted from there, so
/// that nobody gains or loses time when that clock is set.
pub(crate) fn now_ms() -> u64 {
    static BEGAN: OnceLock<(Instant, Duration)> = OnceLock::new();
    let (began, epoch) = *BEGAN
        .get_or_init(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));
    (epoch + began.elapsed()).as_millis() as u64
}

/// When a request arrived: its head, before its body was read or anything was looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival(pub(crate) u64);

impl<S: Sync> FromRequestParts<S> for Arrival {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Arrival, Infallible> {
        Ok(Arrival(now_ms()))
    }
}
