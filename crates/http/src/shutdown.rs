//! The shutdown signal.

use tokio_util::sync::CancellationToken;

/// Signals a shutdown to all long-running tasks. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Shutdown(CancellationToken);

impl Shutdown {
    /// Requests the shutdown.
    pub fn request(&self) {
        self.0.cancel();
    }

    /// Whether a shutdown was requested.
    pub fn is_requested(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until a shutdown is requested; returns at once if it already was.
    pub async fn requested(&self) {
        self.0.cancelled().await;
    }

    /// Returns the signal for tasks that do not know this crate.
    pub fn token(&self) -> CancellationToken {
        self.0.clone()
    }
}
