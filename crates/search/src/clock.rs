//! `Instant` on all platforms.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use browser::Instant;

/// A clock imported from the host, because `std` has none on bare WebAssembly.
#[cfg(target_arch = "wasm32")]
mod browser {
    use std::time::Duration;

    #[link(wasm_import_module = "chautari")]
    #[allow(unsafe_code, reason = "the clock is a function of the host")]
    unsafe extern "C" {
        /// Returns milliseconds since an arbitrary start; never decreases.
        safe fn now() -> f64;
    }

    /// A moment in time, like [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current time.
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// Returns the time `time` later, if it can be represented.
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }

        /// Returns the time since this moment.
        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
