//! The time of a server: one value for everything that schedules, which tests can turn.
//!
//! Matches, tournaments, invitations, presence, leases, rate limits, push notifications and retention read the time from
//! a [`Clock`] that their state holds. A [`TurnedClock`] runs like the clock of the system and can be moved forward, so
//! that a test of a server sees in a moment what happens after a day.
//!
//! The time that [tokio](tokio::time::pause) can pause does not serve a test with real sockets and a real database: it
//! jumps to the next timer whenever the runtime waits for one of them, and every deadline of a request would pass at
//! once. Deadlines of connections and of the database are therefore not read from here: they limit how long real devices
//! take. The simulation has neither and pauses tokio's time, on which a system clock waits and measures.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use std::time::Duration;
//! use chautari_clock::TurnedClock;
//!
//! let turned = TurnedClock::new();
//! let clock = turned.clock();
//! let tomorrow = tokio::spawn(async move { clock.sleep(Duration::from_hours(24)).await });
//! turned.advance(Duration::from_hours(24));
//! tomorrow.await.unwrap();
//! # }
//! ```

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

/// The wall clock, the monotonic clock and the timers of a server. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<watch::Sender<Duration>>>);

impl Clock {
    /// Creates the clock of the operating system.
    pub fn system() -> Clock {
        Clock(None)
    }

    /// Returns the time in milliseconds since 1970, for people to read and for data that outlasts the process.
    pub fn now_ms(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (now + self.turned_by()).as_millis() as u64
    }

    /// Returns the time of the monotonic clock, which setting the wall clock does not change.
    pub fn instant(&self) -> Instant {
        Instant::now() + self.turned_by()
    }

    /// Returns the time since `then`, by the monotonic clock.
    pub fn elapsed(&self, then: Instant) -> Duration {
        self.instant().duration_since(then)
    }

    /// Returns how far the clock was turned; zero for the clock of the system.
    pub fn turned_by(&self) -> Duration {
        self.0.as_ref().map_or(Duration::ZERO, |turned| *turned.borrow())
    }

    /// Waits for a duration.
    pub async fn sleep(&self, duration: Duration) {
        // Longer waits than the monotonic clock can express never end.
        match self.instant().checked_add(duration) {
            Some(end) => self.sleep_until(end).await,
            None => std::future::pending().await,
        }
    }

    /// Waits until the monotonic clock shows `end`.
    pub async fn sleep_until(&self, end: Instant) {
        let Some(turned) = &self.0 else { return tokio::time::sleep_until(end).await };
        let mut turned = turned.subscribe();
        loop {
            let by = *turned.borrow_and_update();
            let Some(end) = end.checked_sub(by) else { return };
            tokio::select! {
                () = tokio::time::sleep_until(end) => return,
                // Cannot fail, because this clock holds the sender.
                _ = turned.changed() => {}
            }
        }
    }

    /// Returns ticks at this interval, the first at once. Ticks that were missed are skipped.
    pub fn interval(&self, period: Duration) -> Interval {
        Interval { clock: self.clone(), period, next: self.instant() }
    }
}

/// Ticks of a [`Clock`] at a fixed interval.
#[derive(Debug)]
pub struct Interval {
    clock: Clock,
    period: Duration,
    next: Instant,
}

impl Interval {
    /// Waits for the next tick. Dropping the future loses no tick.
    pub async fn tick(&mut self) {
        self.clock.sleep_until(self.next).await;
        self.next = (self.next + self.period).max(self.clock.instant());
    }
}

/// A clock for tests: it runs like the clock of the system, and can be moved forward.
#[derive(Clone, Debug)]
pub struct TurnedClock(Arc<watch::Sender<Duration>>);

impl TurnedClock {
    /// Creates a clock that shows the time of the system.
    #[expect(clippy::new_without_default, reason = "a default clock would be one that no test can turn")]
    pub fn new() -> TurnedClock {
        TurnedClock(Arc::new(watch::Sender::new(Duration::ZERO)))
    }

    /// Returns the clock for the state of a server.
    pub fn clock(&self) -> Clock {
        Clock(Some(Arc::clone(&self.0)))
    }

    /// Moves the clock forward. Everything that waits for a time up to then continues.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|turned| *turned += by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    #[tokio::test(start_paused = true)]
    async fn turned_clock_wakes_only_what_is_due() {
        let turned = TurnedClock::new();
        let clock = turned.clock();
        let (start, start_ms) = (clock.instant(), clock.now_ms());
        let one = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep(DAY).await }
        });
        let other = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep(2 * DAY).await }
        });
        tokio::task::yield_now().await;
        turned.advance(DAY);
        one.await.unwrap();
        assert!(!other.is_finished());
        assert_eq!(clock.elapsed(start), DAY);
        assert!((DAY..2 * DAY).contains(&Duration::from_millis(clock.now_ms() - start_ms)));
        turned.advance(DAY.saturating_sub(Duration::from_secs(1)));
        tokio::time::sleep(Duration::from_millis(999)).await;
        assert!(!other.is_finished(), "the rest passes by itself, and not sooner");
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert!(other.is_finished());
    }

    #[tokio::test(start_paused = true)]
    async fn clock_turned_before_a_sleep_does_not_shorten_it() {
        let turned = TurnedClock::new();
        let clock = turned.clock();
        turned.advance(DAY);
        let start = Instant::now();
        clock.sleep(DAY).await;
        assert!(start.elapsed() >= DAY);
    }

    #[tokio::test(start_paused = true)]
    async fn interval_skips_missed_ticks() {
        let turned = TurnedClock::new();
        let mut interval = turned.clock().interval(Duration::from_mins(1));
        interval.tick().await;
        turned.advance(DAY);
        interval.tick().await;
        let start = Instant::now();
        interval.tick().await;
        interval.tick().await;
        assert!((1..=2).contains(&start.elapsed().as_secs().div_ceil(60)));
    }

    #[tokio::test(start_paused = true)]
    async fn endless_sleep_is_no_error() {
        let sleep = Clock::system();
        assert!(tokio::time::timeout(DAY, sleep.sleep(Duration::MAX)).await.is_err());
    }
}
