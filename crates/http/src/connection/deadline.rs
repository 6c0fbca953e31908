//! The deadline of a request.
//!
//! Most requests read or write the ledger. Each access has its own timeout, but a request may need several, or wait for
//! other requests, so there is one deadline for all of it. Searches, pictures and long lists disable it.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

tokio::task_local! {
    static DEADLINE: Arc<Deadline>;
}

struct Deadline {
    time: Duration,
    end: Mutex<DeadlineState>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeadlineState {
    At(Instant),
    /// The server waits for the rest of the request.
    Paused,
    /// The request has no deadline.
    Disabled,
}

impl Deadline {
    fn set(&self, end: DeadlineState) {
        let mut now = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != DeadlineState::Disabled {
            *now = end;
        }
    }

    fn end(&self) -> DeadlineState {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a handler with a deadline. Returns `None`, and cancels the handler, if the deadline passes.
pub(crate) async fn with_deadline<T>(time: Duration, answer: impl Future<Output = T>) -> Option<T> {
    let end = Mutex::new(DeadlineState::At(Instant::now() + time));
    let deadline = Arc::new(Deadline { time, end });
    let mut answer = pin!(DEADLINE.scope(Arc::clone(&deadline), answer));
    loop {
        let wait = async {
            match deadline.end() {
                DeadlineState::At(end) => sleep_until(end).await,
                // Checks periodically whether the deadline is still paused.
                DeadlineState::Paused => tokio::time::sleep(time).await,
                DeadlineState::Disabled => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            answer = &mut answer => return Some(answer),
            () = wait => {
                if let DeadlineState::At(end) = deadline.end()
                    && end <= Instant::now()
                {
                    return None;
                }
            }
        }
    }
}

/// Disables the deadline of the request in progress, for work that takes long by its nature.
pub fn disable() {
    // Background tasks have no deadline.
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::Disabled));
}

/// Pauses the deadline while the server waits for the client.
pub(crate) fn pause() {
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::Paused));
}

/// Restarts the deadline when the client has sent more.
pub(crate) fn reset() {
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::At(Instant::now() + deadline.time)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(30);

    #[tokio::test]
    async fn late_handler_is_cancelled() {
        assert_eq!(with_deadline(SHORT, std::future::pending::<()>()).await, None);
        assert_eq!(with_deadline(SHORT, async { 7 }).await, Some(7));
    }

    #[tokio::test]
    async fn disabled_deadline_does_not_time_out() {
        let thinking = async {
            disable();
            tokio::time::sleep(3 * SHORT).await;
            // Once disabled, it stays so.
            reset();
            tokio::time::sleep(3 * SHORT).await;
        };
        assert_eq!(with_deadline(SHORT, thinking).await, Some(()));
        disable();
    }

    /// A body that drips, then a ledger that does not respond.
    #[tokio::test]
    async fn deadline_counts_from_the_end_of_the_request() {
        let mut came = false;
        let dripping = async {
            pause();
            tokio::time::sleep(3 * SHORT).await;
            reset();
            came = true;
            std::future::pending::<()>().await;
        };
        assert_eq!(with_deadline(SHORT, dripping).await, None);
        assert!(came, "the server waited for the client");
    }
}
