//! The clock and the timers of one process.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use chautari_arena::live::Tick;
use chautari_ledger::Faults;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bug::Bug;
use crate::world::{NodeFaults, lock};

/// The longest sleep of the timer loop.
const IDLE: Duration = Duration::from_secs(5);

/// The surroundings of the aggregates of one process.
pub(crate) struct NodeContext {
    faults: NodeFaults,
    began: Instant,
    /// The time of this process at its start: each process counts from elsewhere.
    origin_ms: u64,
    is_restarted: bool,
    timers: Mutex<BTreeMap<String, Tick>>,
    changed: Notify,
}

impl NodeContext {
    pub(crate) fn new(faults: NodeFaults, is_restarted: bool) -> NodeContext {
        let origin_ms = faults.world.below(1_000_000) as u64;
        NodeContext {
            faults,
            began: Instant::now(),
            origin_ms,
            is_restarted,
            timers: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// The time of this process.
    pub(crate) fn now(&self) -> Tick {
        if self.faults.world.has(Bug::MeasuresByWallClock) {
            return Tick(self.faults.store_clock());
        }
        Tick(self.origin_ms + self.began.elapsed().as_millis() as u64)
    }

    /// Sets the timer of a match, in place of the one it had.
    pub(crate) fn set_timer(&self, id: &str, at: Option<Tick>) {
        if self.is_restarted && self.faults.world.has(Bug::ForgetsClocks) {
            return;
        }
        let mut timers = lock(&self.timers);
        match at {
            Some(at) => _ = timers.insert(id.to_owned(), at),
            None => _ = timers.remove(id),
        }
        self.changed.notify_one();
    }

    /// Waits for the next timer, and removes it.
    pub(crate) async fn next_timer(&self) -> String {
        loop {
            let now = self.now();
            let first = {
                let mut timers = lock(&self.timers);
                let first = timers.iter().min_by_key(|(id, at)| (**at, (*id).clone()));
                let first = first.map(|(id, at)| (id.clone(), *at));
                if let Some((id, at)) = &first
                    && *at <= now
                {
                    timers.remove(id);
                    return id.clone();
                }
                first
            };
            let wait = first.map_or(IDLE, |(_, at)| Duration::from_millis(at.since(now)).min(IDLE));
            let _ = tokio::time::timeout(wait, self.changed.notified()).await;
        }
    }
}
