//! How long anybody waits for an answer that should be there at once.
//!
//! What a request asks for is mostly a look at the ledger or a write to it. Each of those has a bound of its own, but
//! a request may need several, or wait for others who wait: here is the bound of all of it together. What takes long by
//! its nature (thinking, pictures, lists of everything) lifts it.

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
    /// The client still has to send something.
    Paused,
    /// It takes as long as it takes.
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

/// The answer, if it comes within that time; what is not waited for any more is dropped.
pub(crate) async fn with_deadline<T>(time: Duration, answer: impl Future<Output = T>) -> Option<T> {
    let end = Mutex::new(DeadlineState::At(Instant::now() + time));
    let deadline = Arc::new(Deadline { time, end });
    let mut answer = pin!(DEADLINE.scope(Arc::clone(&deadline), answer));
    loop {
        let wait = async {
            match deadline.end() {
                DeadlineState::At(end) => sleep_until(end).await,
                // Whether it is held still is looked at now and then.
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

/// What this request asks for takes long by its nature.
pub fn disable() {
    // Whoever works beside the requests is not waited for.
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::Disabled));
}

/// The client is waited for.
pub(crate) fn pause() {
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::Paused));
}

/// The client has done its part: from here on it is for us to answer.
pub(crate) fn reset() {
    let _ = DEADLINE.try_with(|deadline| deadline.set(DeadlineState::At(Instant::now() + deadline.time)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(30);

    #[tokio::test]
    async fn what_should_be_there_at_once_is_not_waited_for_any_longer() {
        assert_eq!(with_deadline(SHORT, std::future::pending::<()>()).await, None);
        assert_eq!(with_deadline(SHORT, async { 7 }).await, Some(7));
    }

    #[tokio::test]
    async fn what_takes_long_by_its_nature_is() {
        let thinking = async {
            disable();
            tokio::time::sleep(3 * SHORT).await;
            // What comes after it is part of it.
            reset();
            tokio::time::sleep(3 * SHORT).await;
        };
        assert_eq!(with_deadline(SHORT, thinking).await, Some(()));
        disable();
    }

    /// A body that drips, and a ledger that is silent after it.
    #[tokio::test]
    async fn time_counts_from_the_end_of_the_request() {
        let mut came = false;
        let dripping = async {
            pause();
            tokio::time::sleep(3 * SHORT).await;
            reset();
            came = true;
            std::future::pending::<()>().await;
        };
        assert_eq!(with_deadline(SHORT, dripping).await, None);
        assert!(came, "the client was waited for");
    }
}
