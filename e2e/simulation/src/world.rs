//! The shared surroundings of a simulation: random numbers, faults, the true time, and the trace.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_game::Rng;
use chautari_ledger::{Delivery, Fate, Faults, Request, SimulatedStore};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bug::Bug;

/// The first moment by the clock of the store, in milliseconds since 1970.
const EPOCH_MS: u64 = 1_700_000_000_000;

/// The lines of a trace that a report shows at most.
const REPORTED_LINES: usize = 40;

/// The state that nodes, clients and the audit share. Clones are one world.
#[derive(Clone)]
pub(crate) struct World(Arc<Inner>);

struct Inner {
    seed: u64,
    bug: Option<Bug>,
    store: SimulatedStore,
    began: Instant,
    rng: Mutex<Rng>,
    is_quiet: AtomicBool,
    /// The store answers nobody until then.
    away_until: Mutex<Instant>,
    /// How far the clock of the store has been set, in milliseconds.
    jump_ms: AtomicI64,
    trace: Mutex<Vec<(u64, String)>>,
    failure: Mutex<Option<String>>,
    has_failed: Notify,
}

/// A violated invariant, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The seed of the simulation.
    pub seed: u64,
    /// The invariant, with the names of the streams and commands concerned.
    pub what: String,
    /// The last steps about the same things, and the faults among them.
    pub trace: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "seed {}: {}", self.seed, self.what)?;
        self.trace.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

impl World {
    pub(crate) fn new(seed: u64, bug: Option<Bug>) -> World {
        let store = SimulatedStore::default();
        if let Some(defect) = bug.and_then(Bug::defect) {
            store.plant(defect);
        }
        let began = Instant::now();
        World(Arc::new(Inner {
            seed,
            bug,
            store,
            began,
            rng: Mutex::new(Rng::new(seed)),
            is_quiet: AtomicBool::new(false),
            away_until: Mutex::new(began),
            jump_ms: AtomicI64::new(0),
            trace: Mutex::default(),
            failure: Mutex::default(),
            has_failed: Notify::new(),
        }))
    }

    pub(crate) fn seed(&self) -> u64 {
        self.0.seed
    }

    pub(crate) fn store(&self) -> &SimulatedStore {
        &self.0.store
    }

    /// Whether this mistake was planted.
    pub(crate) fn has(&self, bug: Bug) -> bool {
        self.0.bug == Some(bug)
    }

    /// Milliseconds since the beginning, by no clock of a server.
    pub(crate) fn true_ms(&self) -> u64 {
        self.0.began.elapsed().as_millis() as u64
    }

    /// Returns a number in `0..n`.
    pub(crate) fn below(&self, n: usize) -> usize {
        lock(&self.0.rng).below(n)
    }

    /// Draws an event with a probability of `per_mille`. There are none once the faults have ended.
    pub(crate) fn happens(&self, per_mille: usize) -> bool {
        !self.is_quiet() && self.below(1000) < per_mille
    }

    /// Draws a time between two others, in milliseconds.
    pub(crate) fn millis(&self, least: usize, most: usize) -> Duration {
        Duration::from_millis((least + self.below(most - least + 1)) as u64)
    }

    /// Ends all faults.
    pub(crate) fn calm(&self) {
        self.0.is_quiet.store(true, Ordering::Relaxed);
        *lock(&self.0.away_until) = self.0.began;
        self.note("faults", "no more faults");
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.0.is_quiet.load(Ordering::Relaxed)
    }

    /// Makes the store unavailable.
    pub(crate) fn take_store_away(&self, time: Duration) {
        *lock(&self.0.away_until) = Instant::now() + time;
        self.note("faults", &format!("the store is away for {} ms", time.as_millis()));
    }

    /// Sets the clock of the store.
    pub(crate) fn jump(&self, by_ms: i64) {
        self.0.jump_ms.fetch_add(by_ms, Ordering::Relaxed);
        self.note("faults", &format!("the clock of the store jumps by {by_ms} ms"));
    }

    fn is_store_away(&self) -> bool {
        *lock(&self.0.away_until) > Instant::now()
    }

    /// Adds a line to the trace. `about` names a stream, or is `faults`.
    pub(crate) fn note(&self, about: &str, what: &str) {
        let line = if about == "faults" { what.to_owned() } else { format!("{about}: {what}") };
        lock(&self.0.trace).push((self.true_ms(), line));
    }

    /// Reports a violated invariant. Only the first one counts.
    pub(crate) fn fail(&self, what: String) {
        lock(&self.0.failure).get_or_insert(what);
        self.0.has_failed.notify_one();
    }

    /// Waits until an invariant is violated.
    pub(crate) async fn failed(&self) {
        self.0.has_failed.notified().await;
    }

    /// The violated invariant, if there is one.
    pub(crate) fn failure(&self) -> Option<Failure> {
        let what = lock(&self.0.failure).clone()?;
        let trace = lock(&self.0.trace);
        // Lines about the streams that the message names, and the faults.
        let is_named = |line: &str| match line.split_once(": ") {
            Some((about, _)) => about.split(' ').any(|word| what.contains(word)),
            None => true,
        };
        let lines: Vec<_> = trace.iter().filter(|(_, line)| is_named(line)).collect();
        let last = lines.iter().skip(lines.len().saturating_sub(REPORTED_LINES));
        let line = |(at, line): &(u64, String)| format!("{:>4}.{:03} s  {line}", at / 1000, at % 1000);
        Some(Failure { seed: self.0.seed, what, trace: last.map(|entry| line(entry)).collect() })
    }

    /// A digest of everything that happened, by which two runs are compared.
    pub(crate) fn digest(&self) -> u64 {
        let mut digest = 0;
        for (at, line) in lock(&self.0.trace).iter() {
            let bytes = at.to_le_bytes().into_iter().chain(line.bytes());
            digest = bytes.fold(digest, |sum: u64, byte| chautari_game::mix64(sum ^ u64::from(byte)));
        }
        digest
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a process is alive. Its ledger gets no answers once it is not.
#[derive(Clone)]
pub(crate) struct Life(Arc<LifeInner>);

struct LifeInner {
    is_over: AtomicBool,
    ended: Notify,
}

impl Life {
    pub(crate) fn new() -> Life {
        Life(Arc::new(LifeInner { is_over: AtomicBool::new(false), ended: Notify::new() }))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }

    pub(crate) fn end(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.ended.notify_waiters();
    }

    /// Waits for the end.
    pub(crate) async fn over(&self) {
        let ended = self.0.ended.notified();
        if !self.is_over() {
            ended.await;
        }
    }
}

/// The faults of one process, drawn from the world.
pub(crate) struct NodeFaults {
    pub(crate) world: World,
    pub(crate) life: Life,
    pub(crate) name: String,
}

impl Faults for NodeFaults {
    fn request(&self) -> Request {
        let world = &self.world;
        let quick = |fate| Request { before: world.millis(0, 4), fate, after: world.millis(0, 4) };
        if self.life.is_over() {
            return quick(Fate::Never);
        }
        if world.happens(2) {
            // The process ends at this await point, before or after the store has done its part.
            world.note("faults", &format!("{} dies while it waits for the store", self.name));
            self.life.end();
            return quick(if world.below(2) == 0 { Fate::Never } else { Fate::NeverAnswered });
        }
        if world.is_store_away() {
            return Request { after: world.millis(10, 2000), ..quick(Fate::Lost) };
        }
        if world.happens(10) {
            return quick(Fate::Lost);
        }
        if world.happens(15) {
            return quick(Fate::AnswerLost);
        }
        if world.happens(20) {
            return Request { before: world.millis(50, 3000), ..quick(Fate::Answered) };
        }
        quick(Fate::Answered)
    }

    fn delivery(&self) -> Delivery {
        let world = &self.world;
        if world.has(Bug::NeverReportsLostNotices) && world.happens(500) {
            return Delivery::default();
        }
        if world.happens(40) {
            return Delivery { copies: Vec::new(), missed: Some(world.millis(500, 4000)) };
        }
        // Delays of different lengths change the order.
        let most = if world.happens(100) { 2000 } else { 10 };
        let copies = if world.happens(50) { 2 } else { 1 };
        Delivery { copies: (0..copies).map(|_| world.millis(0, most)).collect(), missed: None }
    }

    fn store_clock(&self) -> u64 {
        let jump = self.world.0.jump_ms.load(Ordering::Relaxed);
        (EPOCH_MS + self.world.true_ms()).saturating_add_signed(jump)
    }
}
