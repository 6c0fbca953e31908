//! The time, on every machine.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use browser::Instant;

/// `std` has no clock where there is no system below; whoever runs the module lends one.
#[cfg(target_arch = "wasm32")]
mod browser {
    use std::time::Duration;

    #[link(wasm_import_module = "chautari")]
    #[allow(unsafe_code, reason = "the clock is a function of the host")]
    unsafe extern "C" {
        /// Milliseconds since some moment; never less than before.
        safe fn now() -> f64;
    }

    /// A moment, as [`std::time::Instant`] has it.
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
    pub struct Instant(Duration);

    impl Instant {
        /// Now.
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// So much later, where that can be said.
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }

        /// Time since then.
        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
