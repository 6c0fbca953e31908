//! The one signal that ends everything.

use std::sync::Arc;

use tokio::sync::watch;

/// Says that the server is to stop; whoever works for long listens to it.
#[derive(Clone, Debug)]
pub struct Shutdown(Arc<watch::Sender<bool>>);

impl Default for Shutdown {
    fn default() -> Shutdown {
        Shutdown(Arc::new(watch::Sender::new(false)))
    }
}

impl Shutdown {
    /// Asks everybody to end.
    pub fn request(&self) {
        self.0.send_replace(true);
    }

    /// Whether the end has been asked for.
    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the end is asked for; at once where it has been.
    pub async fn requested(&self) {
        // The sender lives in `self`, so this cannot fail.
        let _ = self.0.subscribe().wait_for(|requested| *requested).await;
    }
}
