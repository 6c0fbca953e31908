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
    static PATIENCE: Arc<Patience>;
}

struct Patience {
    time: Duration,
    end: Mutex<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    At(Instant),
    /// The client still has to send something.
    Held,
    /// It takes as long as it takes.
    Lifted,
}

impl Patience {
    fn set(&self, end: End) {
        let mut now = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != End::Lifted {
            *now = end;
        }
    }

    fn end(&self) -> End {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer, if it comes within that time; what is not waited for any more is dropped.
pub(crate) async fn within<T>(time: Duration, answer: impl Future<Output = T>) -> Option<T> {
    let end = Mutex::new(End::At(Instant::now() + time));
    let patience = Arc::new(Patience { time, end });
    let mut answer = pin!(PATIENCE.scope(Arc::clone(&patience), answer));
    loop {
        let wait = async {
            match patience.end() {
                End::At(end) => sleep_until(end).await,
                // Whether it is held still is looked at now and then.
                End::Held => tokio::time::sleep(time).await,
                End::Lifted => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            answer = &mut answer => return Some(answer),
            () = wait => {
                if let End::At(end) = patience.end()
                    && end <= Instant::now()
                {
                    return None;
                }
            }
        }
    }
}

/// What this request asks for takes long by its nature.
pub(crate) fn lift() {
    // Whoever works beside the requests is not waited for.
    let _ = PATIENCE.try_with(|patience| patience.set(End::Lifted));
}

/// The client is waited for.
pub(crate) fn hold() {
    let _ = PATIENCE.try_with(|patience| patience.set(End::Held));
}

/// The client has done its part: from here on it is for us to answer.
pub(crate) fn restart() {
    let _ = PATIENCE.try_with(|patience| patience.set(End::At(Instant::now() + patience.time)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(30);

    #[tokio::test]
    async fn what_should_be_there_at_once_is_not_waited_for_any_longer() {
        assert_eq!(within(SHORT, std::future::pending::<()>()).await, None);
        assert_eq!(within(SHORT, async { 7 }).await, Some(7));
    }

    #[tokio::test]
    async fn what_takes_long_by_its_nature_is() {
        let thinking = async {
            lift();
            tokio::time::sleep(3 * SHORT).await;
            // What comes after it is part of it.
            restart();
            tokio::time::sleep(3 * SHORT).await;
        };
        assert_eq!(within(SHORT, thinking).await, Some(()));
        lift();
    }

    /// A body that drips, and a ledger that is silent after it.
    #[tokio::test]
    async fn time_counts_from_the_end_of_the_request() {
        let mut came = false;
        let dripping = async {
            hold();
            tokio::time::sleep(3 * SHORT).await;
            restart();
            came = true;
            std::future::pending::<()>().await;
        };
        assert_eq!(within(SHORT, dripping).await, None);
        assert!(came, "the client was waited for");
    }
}
