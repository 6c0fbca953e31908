//! Clock timers: which match has to be checked next because a side may have run out of time.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chautari_arena::live::{Tick, TimeControls};
use chautari_platform::MatchId;
use chautari_platform::wall_clock;
use tokio::sync::Notify;

/// The monotonic clock of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonotonicClock(Instant);

impl MonotonicClock {
    pub(crate) fn start() -> MonotonicClock {
        MonotonicClock(Instant::now())
    }

    /// Returns the time since the process started.
    pub(crate) fn now(self) -> Tick {
        Tick(self.0.elapsed().as_millis() as u64)
    }

    /// Returns the time by the clock that a match with this time control uses: the monotonic clock in fast games, so
    /// that neither an adjusted wall clock nor a restart costs a player time; the wall clock in correspondence games,
    /// so that the days count whether or not a process is running.
    pub(super) fn now_for(self, control: Option<TimeControls>) -> Tick {
        if is_correspondence(control) { Tick(wall_clock()) } else { self.now() }
    }

    /// Returns the time of an event by the clock of [`MonotonicClock::now_for`]; `at_ms` is the time in the ledger.
    pub(super) fn event_time(self, control: Option<TimeControls>, at_ms: u64) -> Tick {
        if is_correspondence(control) { Tick(at_ms) } else { self.now() }
    }

    /// Converts a time of a match with this time control to the monotonic clock.
    pub(super) fn timer_for(self, control: Option<TimeControls>, at: Tick) -> Tick {
        Tick(self.now().0.saturating_add(at.since(self.now_for(control))))
    }
}

/// Whether a time control gives hours or days per move, so that players are not expected to stay online.
pub fn is_correspondence(control: Option<TimeControls>) -> bool {
    control.is_some_and(TimeControls::is_correspondence)
}

/// One timer per match.
#[derive(Default)]
pub(crate) struct ClockTimers {
    entries: Mutex<Entries>,
    /// Notified when another timer has become the next one.
    next_changed: Notify,
}

#[derive(Default)]
struct Entries {
    in_order: BTreeSet<(Tick, MatchId)>,
    by_match: HashMap<MatchId, Tick>,
}

/// The state of the next timer.
#[derive(Debug, PartialEq, Eq)]
enum NextTimer {
    /// It was due and has been removed.
    Due(MatchId),
    /// It will be due after this time.
    In(Duration),
    /// There is no timer.
    None,
}

impl Entries {
    fn remove(&mut self, id: &MatchId) {
        if let Some(at) = self.by_match.remove(id) {
            self.in_order.remove(&(at, id.clone()));
        }
    }

    /// Removes and returns the next timer if it is due. Both happen under one lock; otherwise a timer that is set for
    /// the same match in between would be removed instead, and its clock would never run out.
    fn take_due(&mut self, now: Tick) -> NextTimer {
        let Some((at, id)) = self.in_order.first().cloned() else { return NextTimer::None };
        match at.since(now) {
            0 => {
                self.remove(&id);
                NextTimer::Due(id)
            }
            wait => NextTimer::In(Duration::from_millis(wait)),
        }
    }
}

impl ClockTimers {
    /// Sets, replaces or removes the timer of a match.
    pub(crate) fn set(&self, id: &MatchId, at: Option<Tick>) {
        let mut entries = self.lock();
        entries.remove(id);
        if let Some(at) = at {
            entries.by_match.insert(id.clone(), at);
            entries.in_order.insert((at, id.clone()));
            if entries.in_order.first().is_some_and(|(_, first)| first == id) {
                self.next_changed.notify_one();
            }
        }
    }

    /// Waits until a timer is due, and removes it.
    pub(crate) async fn next(&self, clock: MonotonicClock) -> MatchId {
        loop {
            let changed = self.next_changed.notified();
            // A separate statement, because a lock in the scrutinee of the `match` would be held to its end.
            let next = self.lock().take_due(clock.now());
            match next {
                NextTimer::Due(id) => return id,
                NextTimer::In(wait) => drop(tokio::time::timeout(wait, changed).await),
                NextTimer::None => changed.await,
            }
        }
    }

    /// A poisoned lock is ignored, because no holder of it panics half-way through a change.
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn timers_are_due_in_order_and_can_be_replaced() {
        let (timers, clock) = (ClockTimers::default(), MonotonicClock::start());
        let ids: Vec<_> = (0..3).map(|_| MatchId::random()).collect();
        let at = |wait| Some(Tick(clock.now().0 + wait));
        timers.set(&ids[0], at(60));
        timers.set(&ids[1], at(30));
        timers.set(&ids[2], at(10));
        timers.set(&ids[2], at(90));
        timers.set(&ids[1], None);
        assert_eq!([timers.next(clock).await, timers.next(clock).await], [ids[0].clone(), ids[2].clone()]);
        let none = tokio::time::timeout(Duration::from_millis(20), timers.next(clock)).await;
        assert!(none.is_err());
    }

    #[test]
    fn timer_set_while_another_is_due_is_not_lost() {
        let (timers, id) = (ClockTimers::default(), MatchId::random());
        timers.set(&id, Some(Tick(10)));
        assert_eq!(timers.lock().take_due(Tick(9)), NextTimer::In(Duration::from_millis(1)));
        assert_eq!(timers.lock().take_due(Tick(10)), NextTimer::Due(id.clone()));
        // The player moves before the waiting task runs.
        timers.set(&id, Some(Tick(30)));
        assert_eq!(timers.lock().take_due(Tick(29)), NextTimer::In(Duration::from_millis(1)));
        assert_eq!(timers.lock().take_due(Tick(30)), NextTimer::Due(id));
        assert_eq!(timers.lock().take_due(Tick(30)), NextTimer::None);
    }
}
