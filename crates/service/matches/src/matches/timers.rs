//! When which match must be looked at because a clock may have run out.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chautari_arena::live::{Tick, TimeControls};
use chautari_platform::MatchId;
use chautari_platform::wall_clock;
use tokio::sync::Notify;

/// The time of this process, which never goes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonotonicClock(Instant);

impl MonotonicClock {
    pub(crate) fn start() -> MonotonicClock {
        MonotonicClock(Instant::now())
    }

    /// How long this process has been there.
    pub(crate) fn now(self) -> Tick {
        Tick(self.0.elapsed().as_millis() as u64)
    }

    /// Now, for a match that is played like this. Whoever has a moment is not to lose by a clock on a wall that is set,
    /// nor by a server that is away; whoever has days has them by the calendar, whatever becomes of a process.
    pub(super) fn now_for(self, control: Option<TimeControls>) -> Tick {
        if is_leisurely(control) { Tick(wall_clock()) } else { self.now() }
    }

    /// When an event happened in a match that is played like this, as [`now_for`](Self::now_for) counts; at_ms is what
    /// the ledger says.
    pub(super) fn then_for(self, control: Option<TimeControls>, at_ms: u64) -> Tick {
        if is_leisurely(control) { Tick(at_ms) } else { self.now() }
    }

    /// When by the time of this process a moment of such a match comes.
    pub(super) fn alarm_for(self, control: Option<TimeControls>, at: Tick) -> Tick {
        Tick(self.now().0.saturating_add(at.since(self.now_for(control))))
    }
}

/// Whether nobody is expected to sit there, by how it is played.
pub fn is_leisurely(control: Option<TimeControls>) -> bool {
    control.is_some_and(TimeControls::is_correspondence)
}

/// One alarm a match.
#[derive(Default)]
pub(crate) struct ClockTimers {
    set: Mutex<Set>,
    /// The first alarm is another one now.
    changed: Notify,
}

#[derive(Default)]
struct Set {
    in_order: BTreeSet<(Tick, MatchId)>,
    by_match: HashMap<MatchId, Tick>,
}

/// What the first alarm does.
#[derive(Debug, PartialEq, Eq)]
enum First {
    /// It rang, and is taken.
    Rings(MatchId),
    /// It will.
    In(Duration),
    /// There is none.
    None,
}

impl Set {
    fn remove(&mut self, id: &MatchId) {
        if let Some(at) = self.by_match.remove(id) {
            self.in_order.remove(&(at, id.clone()));
        }
    }

    /// Takes the first alarm if its time has come. Looking and taking are one step: another alarm that is set for the
    /// same match in between would be lost, and nobody would see that clock run out.
    fn take(&mut self, now: Tick) -> First {
        let Some((at, id)) = self.in_order.first().cloned() else { return First::None };
        match at.since(now) {
            0 => {
                self.remove(&id);
                First::Rings(id)
            }
            wait => First::In(Duration::from_millis(wait)),
        }
    }
}

impl ClockTimers {
    /// Sets the alarm of a match, in place of the one it had.
    pub(crate) fn set(&self, id: &MatchId, at: Option<Tick>) {
        let mut set = self.lock();
        set.remove(id);
        if let Some(at) = at {
            set.by_match.insert(id.clone(), at);
            set.in_order.insert((at, id.clone()));
            if set.in_order.first().is_some_and(|(_, first)| first == id) {
                self.changed.notify_one();
            }
        }
    }

    /// Waits for the next alarm, and takes it.
    pub(crate) async fn next(&self, time: MonotonicClock) -> MatchId {
        loop {
            let changed = self.changed.notified();
            // Not in the head of the `match`: the lock would be held there until its end.
            let first = self.lock().take(time.now());
            match first {
                First::Rings(id) => return id,
                First::In(wait) => drop(tokio::time::timeout(wait, changed).await),
                First::None => changed.await,
            }
        }
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, Set> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn alarms_ring_in_order_and_can_be_set_anew() {
        let (alarms, time) = (ClockTimers::default(), MonotonicClock::start());
        let ids: Vec<_> = (0..3).map(|_| MatchId::random()).collect();
        let at = |wait| Some(Tick(time.now().0 + wait));
        alarms.set(&ids[0], at(60));
        alarms.set(&ids[1], at(30));
        alarms.set(&ids[2], at(10));
        alarms.set(&ids[2], at(90));
        alarms.set(&ids[1], None);
        assert_eq!([alarms.next(time).await, alarms.next(time).await], [ids[0].clone(), ids[2].clone()]);
        let none = tokio::time::timeout(Duration::from_millis(20), alarms.next(time)).await;
        assert!(none.is_err());
    }

    #[test]
    fn an_alarm_that_is_set_while_another_rings_is_kept() {
        let (alarms, id) = (ClockTimers::default(), MatchId::random());
        alarms.set(&id, Some(Tick(10)));
        assert_eq!(alarms.lock().take(Tick(9)), First::In(Duration::from_millis(1)));
        assert_eq!(alarms.lock().take(Tick(10)), First::Rings(id.clone()));
        // Somebody moves before whoever waited does anything.
        alarms.set(&id, Some(Tick(30)));
        assert_eq!(alarms.lock().take(Tick(29)), First::In(Duration::from_millis(1)));
        assert_eq!(alarms.lock().take(Tick(30)), First::Rings(id));
        assert_eq!(alarms.lock().take(Tick(30)), First::None);
    }
}
