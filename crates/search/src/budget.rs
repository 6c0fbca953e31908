//! When to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chautari_game::{Limit, Stop};

use crate::clock::Instant;

/// How many nodes are searched between two looks at the clock: about a tenth of a millisecond for the
/// fastest game, two for the slowest.
const POLL: u64 = 1024;

/// No share has more nodes: what is remembered of them takes memory.
const MAX_SHARED: u64 = 1 << 20;

/// Nodes where only a depth is to be reached, by what does not count in depths.
pub(crate) const MOMENT: u64 = 1 << 16;

/// A limit being used up. One a thread; the flag is shared.
pub struct Budget<'a> {
    begun: Instant,
    deadline: Option<Instant>,
    most_nodes: u64,
    next_poll: u64,
    nodes: u64,
    stop: &'a Stop,
    /// How long thinking had been paused up when this began.
    paused: Duration,
    /// Set when any thread has used the limit up.
    spent: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// Begins now.
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

    /// A limit of its own for something tried before the main thing: a share of what this one allows.
    pub(crate) fn share(limit: &Limit, share: u32) -> Limit {
        let only_depth = limit.depth.is_some() && limit.nodes.is_none() && limit.time.is_none();
        let most = if only_depth { MOMENT } else { MAX_SHARED };
        // An aim is what most searches keep to.
        let time = limit.aim.or(limit.time);
        Limit {
            time: time.map(|time| time / share),
            aim: None,
            nodes: Some(limit.nodes.map_or(most, |nodes| most.min(nodes / u64::from(share)))),
            ..limit.clone()
        }
    }

    /// Counts nodes that were visited on another budget.
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts a node. `false` once thinking has to end.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes < self.next_poll { true } else { self.poll() }
    }

    /// Counts a node that took so long to visit that the clock is worth a look.
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
        // Once spent, every further node is refused.
        self.next_poll = if spent { 0 } else { (self.nodes + POLL).min(self.most_nodes) };
        !spent
    }

    /// Whether thinking has to end.
    pub fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed) || self.stop.is_stopped()
    }

    /// Whether the clock is running.
    pub fn has_clock(&self) -> bool {
        self.deadline.is_some()
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time used so far.
    pub fn time(&self) -> Duration {
        self.begun.elapsed().saturating_sub(self.stop.paused().saturating_sub(self.paused))
    }
}
