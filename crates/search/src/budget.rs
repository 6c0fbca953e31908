//! Search budgets: node and time limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chautari_game::{Limit, Stop};

use crate::clock::Instant;

/// The number of nodes between two clock checks: about a tenth of a millisecond for the fastest game, two
/// milliseconds for the slowest.
const POLL: u64 = 1024;

/// The maximum number of nodes of a shared budget, because visited nodes take memory.
const MAX_SHARED: u64 = 1 << 20;

/// The node limit of searches that do not measure depth, if only a depth is given.
pub(crate) const MOMENT: u64 = 1 << 16;

/// The remaining part of a limit. One per thread; the `spent` flag is shared.
pub struct Budget<'a> {
    begun: Instant,
    deadline: Option<Instant>,
    most_nodes: u64,
    next_poll: u64,
    nodes: u64,
    stop: &'a Stop,
    /// How long the search had been paused before this budget was created.
    paused: Duration,
    /// Set when any thread has reached the limit.
    spent: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// Creates a budget that starts now.
    pub fn new(limit: &'a Limit, spent: &'a AtomicBool) -> Budget<'a> {
        let begun = Instant::now();
        let most_nodes = limit.nodes.unwrap_or(u64::MAX);
        Budget {
            begun,
            deadline: limit.time.and_then(|time| begun.checked_add(time)),
            most_nodes,
            next_poll: POLL.min(most_nodes),
            nodes: 0,
            stop: &limit.stop,
            paused: limit.stop.paused(),
            spent,
        }
    }

    /// Returns the limit for work before the main search: a fraction of this limit.
    pub(crate) fn share(limit: &Limit, share: u32) -> Limit {
        let only_depth = limit.depth.is_some() && limit.nodes.is_none() && limit.time.is_none();
        let most = if only_depth { MOMENT } else { MAX_SHARED };
        // Most searches end near their aim.
        let time = limit.aim.or(limit.time);
        Limit {
            time: time.map(|time| time / share),
            aim: None,
            nodes: Some(limit.nodes.map_or(most, |nodes| most.min(nodes / u64::from(share)))),
            ..limit.clone()
        }
    }

    /// Adds nodes counted on another budget.
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts a node; returns `false` when the search has to end.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes < self.next_poll { true } else { self.poll() }
    }

    /// Counts an expensive node and checks the clock at once.
    pub fn visit_long(&mut self) -> bool {
        self.nodes += 1;
        self.poll()
    }

    #[cold]
    fn poll(&mut self) -> bool {
        self.stop.yield_now();
        let paused = self.stop.paused().saturating_sub(self.paused);
        let deadline = self.deadline.and_then(|deadline| deadline.checked_add(paused));
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.nodes >= self.most_nodes || self.stop.is_stopped() {
            self.spent.store(true, Ordering::Relaxed);
        }
        let spent = self.is_spent();
        // Once the budget is spent, no further node is allowed.
        self.next_poll = if spent { 0 } else { (self.nodes + POLL).min(self.most_nodes) };
        !spent
    }

    /// Whether the search has to end.
    pub fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed) || self.stop.is_stopped()
    }

    /// Whether there is a time limit.
    pub fn has_clock(&self) -> bool {
        self.deadline.is_some()
    }

    /// Returns the number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the time used, without pauses.
    pub fn time(&self) -> Duration {
        self.begun.elapsed().saturating_sub(self.stop.paused().saturating_sub(self.paused))
    }
}
