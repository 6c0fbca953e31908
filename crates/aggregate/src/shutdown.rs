//! The shutdown signal.

use std::sync::Arc;

use tokio::sync::watch;

/// Signals a shutdown to all long-running tasks.
#[derive(Clone, Debug)]
pub struct Shutdown(Arc<watch::Sender<bool>>);

impl Default for Shutdown {
    fn default() -> Shutdown {
        Shutdown(Arc::new(watch::Sender::new(false)))
    }
}

impl Shutdown {
    /// Requests the shutdown.
    pub fn request(&self) {
        self.0.send_replace(true);
    }

    /// Whether a shutdown was requested.
    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until a shutdown is requested; returns at once if it already was.
    pub async fn requested(&self) {
        // This cannot fail, because `self` holds the sender.
        let _ = self.0.subscribe().wait_for(|requested| *requested).await;
    }
}
