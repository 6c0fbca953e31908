//! Parallel search: how threads share one tree without doing the same work at the same time.
//!
//! This is ABDADA (J.-C. Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19/1, 1996)
//! in T. Kerrigan's simplified form, which keeps the moves being searched in a small table of their own
//! instead of counting threads in the transposition table. All threads search the same tree. They search
//! the first move of a node together. A later move that another thread is searching is deferred until the
//! node's other moves are done; by then the transposition table usually has the answer.
//!
//! Two things are our own. When a move fails high on its null window, every thread at the node searches
//! that move next: until its value is known, the others are compared with an alpha that is too low. And a
//! thread leaves a node as soon as another thread has stored a sufficient answer for it. Because of that,
//! parts of the principal variation may have been found by another thread; [`extend_pv`] reads them from the
//! transposition table.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chautari_game::{Game, Key, Mv, Record, Thought};

use crate::history::History;
use crate::{ThreadHistory, TranspositionTable, Value, Window};

/// The cost of a node relative to communication between threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeCost {
    /// About as much: threads share little.
    Low,
    /// Much more: threads share everything that saves nodes.
    High,
}

impl NodeCost {
    /// At lower depths threads do not coordinate: searching a move is quicker than looking it up, and
    /// threads close to each other in the tree would contend for the same cache lines.
    fn min_depth(self) -> i32 {
        match self {
            NodeCost::Low => 5,
            NodeCost::High => 2,
        }
    }
}

/// Cache lines for the moves being searched, and slots for moves that failed high. On a collision one of
/// the two is forgotten, which may repeat some work and does no other harm.
const CACHE_LINES: usize = 1 << 9;
const FAIL_HIGHS: usize = 1 << 8;

/// All moves of a node share a cache line, so that a thread going through them fetches it once.
#[derive(Default)]
#[repr(align(64))]
struct CacheLine([AtomicU64; 8]);

/// Runs the main search while the helpers fill the transposition table for it. Returns what the main search
/// found, with the nodes of all threads; the helpers stop when it is done.
pub fn search_in_parallel<M, Helper: FnOnce() -> u64 + Send>(
    main: impl FnOnce() -> Thought<M>,
    helpers: impl Iterator<Item = Helper>,
    spent: &AtomicBool,
) -> Thought<M> {
    std::thread::scope(|scope| {
        let helpers: Vec<_> = helpers.map(|helper| scope.spawn(helper)).collect();
        let thought = main();
        spent.store(true, Ordering::Relaxed);
        let nodes = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|e| resume_unwind(e)));
        Thought { nodes: thought.nodes + nodes.sum::<u64>(), ..thought }
    })
}

/// The principal variation of a search `plies` deep. Where a cutoff in the transposition table ended it early,
/// it continues with the best moves stored there.
pub fn extend_pv<G: Game>(
    record: &Record<G>,
    pv: &[Mv<G>],
    plies: u32,
    best: impl Fn(&G::Position) -> Option<Mv<G>>,
) -> Vec<Mv<G>> {
    let mut record = record.clone();
    let root = record.moves().len();
    let max_len = if pv.is_empty() { 0 } else { pv.len().max(plies as usize) };
    let mut pv = pv.iter().copied();
    while record.moves().len() < root + max_len
        && let Some(m) = pv.next().or_else(|| best(record.position()))
        && record.play(m).is_ok()
    {}
    record.moves()[root..].to_vec()
}

/// Why a node is abandoned before all its moves are searched.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    /// The limit is reached; values returned to the root are meaningless.
    LimitReached,
    /// Another thread has determined this value for the node at this height above the root.
    AnsweredElsewhere(usize, Value),
    /// Another thread has announced a move that fails high; the current move has to wait.
    Superseded,
}

/// The data shared by all threads of a search besides the transposition table.
pub struct Threads {
    /// The moves being searched. Empty when there is only one thread.
    searching: Box<[CacheLine]>,
    /// Moves that failed high: the signature of the node, and the code of the move.
    fail_highs: Box<[AtomicU64]>,
    /// One history for each thread, or one for all.
    histories: Box<[History]>,
    min_depth: i32,
}

impl Threads {
    /// Shared state for this many threads; `codes` is one more than the largest move code.
    pub fn new(count: usize, codes: usize, cost: NodeCost) -> Threads {
        let [lines, fail_highs] = if count > 1 { [CACHE_LINES, FAIL_HIGHS] } else { [0; 2] };
        let histories = if cost == NodeCost::High { 1 } else { count };
        Threads {
            searching: (0..lines).map(|_| CacheLine::default()).collect(),
            fail_highs: (0..fail_highs).map(|_| AtomicU64::new(0)).collect(),
            histories: (0..histories).map(|_| History::new(codes)).collect(),
            min_depth: cost.min_depth(),
        }
    }

    /// The thread with this index; 0 is the main thread.
    pub fn thread(&self, index: usize) -> SearchThread<'_> {
        let Threads { searching, fail_highs, histories, min_depth } = self;
        let history = ThreadHistory::new(histories, index % histories.len());
        SearchThread { searching, fail_highs, history, min_depth: *min_depth, ancestors: Vec::new() }
    }
}

/// A move of a node, as other threads see that it is being searched.
#[derive(Clone, Copy)]
pub struct Task {
    node: Key,
    signature: u64,
}

/// The parameters under which a node is searched.
#[derive(Clone, Copy)]
pub struct Query {
    /// The node.
    pub key: Key,
    /// The search window.
    pub window: Window,
    /// The required depth.
    pub depth: i32,
    /// The distance of the node from the root, in plies.
    pub ply: u32,
    /// Whether a stored exact value may answer a PV node; its variation is then read from the table later.
    pub pv_from_table: bool,
}

/// One thread's view of [`Threads`].
pub struct SearchThread<'a> {
    searching: &'a [CacheLine],
    fail_highs: &'a [AtomicU64],
    history: ThreadHistory<'a>,
    min_depth: i32,
    /// The shared nodes between the root and the current node, each with its height: how many recursions
    /// of the search it is below the root.
    ancestors: Vec<(usize, Query)>,
}

impl<'a> SearchThread<'a> {
    /// The history this thread orders moves by.
    pub fn history(&self) -> ThreadHistory<'a> {
        self.history
    }

    /// Whether no other thread writes to the transposition table.
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.searching.is_empty()
    }

    /// Whether threads coordinate at a node of this depth.
    #[inline]
    fn is_shared(&self, depth: i32) -> bool {
        !self.is_alone() && depth >= self.min_depth
    }

    /// Enters a node.
    #[inline]
    pub fn enter(&mut self, height: usize, query: &Query) {
        if self.is_shared(query.depth) {
            self.ancestors.push((height, *query));
        }
    }

    /// Leaves the node entered last.
    #[inline]
    pub fn leave(&mut self, query: &Query) {
        if self.is_shared(query.depth) {
            self.ancestors.pop();
        }
    }

    /// Halts for the highest ancestor that another thread has answered. The root is not one of them: it
    /// needs a move, not a value.
    pub fn check_ancestors(&self, table: &TranspositionTable) -> Result<(), Halt> {
        for (height, query) in self.ancestors.iter().filter(|(height, _)| *height > 0) {
            if let Some(value) = table.probe(query.key).and_then(|entry| entry.cutoff(query)) {
                return Err(Halt::AnsweredElsewhere(*height, value));
            }
        }
        Ok(())
    }

    /// The task of searching a move to this depth, if it is one that other threads should know about: the
    /// first move of a node is searched by all.
    #[inline]
    pub fn task(&self, node: Key, code: u16, depth: i32, is_first: bool) -> Option<Task> {
        let signature = || node.0 ^ spread(u64::from(code) + 1);
        (!is_first && self.is_shared(depth)).then(|| Task { node, signature: signature() })
    }

    fn slot(&self, Task { node, signature }: Task) -> &AtomicU64 {
        let CacheLine(slots) = &self.searching[(node.0 >> 20) as usize % CACHE_LINES];
        &slots[(signature >> 40) as usize % slots.len()]
    }

    /// Marks a move as being searched. Returns whether no other thread was searching it: of two threads
    /// that start at once, only one is the first.
    pub fn start(&self, task: Task) -> bool {
        self.slot(task).swap(task.signature, Ordering::Relaxed) != task.signature
    }

    /// Marks a move as no longer being searched.
    pub fn finish(&self, task: Task) {
        let slot = self.slot(task);
        if slot.load(Ordering::Relaxed) == task.signature {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// The code of the move that failed high last at this PV node.
    pub fn fail_high(&self, query: &Query) -> Option<u16> {
        let (signature, slot) = self.fail_high_slot(query)?;
        let stored = slot.load(Ordering::Relaxed);
        (stored & !CODE == signature).then_some((stored & CODE) as u16)
    }

    /// Announces that a move failed high on its null window, so that all threads at the node search it next.
    /// If another thread has announced a move that is still `waiting` here, that one goes first.
    pub fn announce_fail_high(
        &self,
        query: &Query,
        code: u16,
        waiting: impl Fn(u16) -> bool,
    ) -> Result<(), Halt> {
        if self.fail_high(query).is_some_and(waiting) {
            return Err(Halt::Superseded);
        }
        if let Some((signature, slot)) = self.fail_high_slot(query) {
            slot.store(signature | u64::from(code), Ordering::Relaxed);
        }
        Ok(())
    }

    /// The node's signature at this depth and its slot, if it is a shared PV node.
    #[inline]
    fn fail_high_slot(&self, query: &Query) -> Option<(u64, &AtomicU64)> {
        (!query.window.is_null() && self.is_shared(query.depth)).then(|| {
            let signature = (query.key.0 ^ spread(query.depth as u64)) & !CODE;
            (signature, &self.fail_highs[(signature >> 20) as usize % FAIL_HIGHS])
        })
    }
}

/// The bits of a stored fail-high that hold the code of the move.
const CODE: u64 = u16::MAX as u64;

/// Spreads small numbers over all 64 bits; the factor is odd, so no two collide.
fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUERY: Query = Query {
        key: Key(0x1234_5678_9abc_def0),
        window: Window::FULL,
        depth: 7,
        ply: 2,
        pv_from_table: true,
    };

    #[test]
    fn moves_are_marked_until_they_are_finished() {
        let threads = Threads::new(2, 1, NodeCost::Low);
        let [one, other] = [0, 1].map(|index| threads.thread(index));
        let task = |code| one.task(QUERY.key, code, QUERY.depth, false).unwrap();
        assert!(one.start(task(5)));
        assert!(!other.start(task(5)) && other.start(task(6)));
        one.finish(task(5));
        assert!(other.start(task(5)));
    }

    #[test]
    fn first_and_shallow_moves_are_not_shared() {
        for (nodes, least) in [(NodeCost::Low, 5), (NodeCost::High, 2)] {
            let is_told = |threads, depth, is_first| {
                let threads = Threads::new(threads, 1, nodes);
                threads.thread(0).task(QUERY.key, 5, depth, is_first).is_some()
            };
            assert!(is_told(2, least, false) && !is_told(2, least, true) && !is_told(2, least - 1, false));
            assert!(!is_told(1, least, false));
        }
    }

    #[test]
    fn costly_nodes_share_one_history() {
        for (nodes, other) in [(NodeCost::Low, 0), (NodeCost::High, 1)] {
            let threads = Threads::new(2, 1, nodes);
            threads.thread(0).history().update(0, 0, 1, true);
            assert_eq!(threads.thread(1).history().scores(0).of(0), other);
        }
    }

    #[test]
    fn fail_highs_are_announced_to_the_same_query() {
        let threads = Threads::new(2, 1, NodeCost::Low);
        let [one, other] = [0, 1].map(|index| threads.thread(index));
        assert_eq!(other.fail_high(&QUERY), None);
        assert!(one.announce_fail_high(&QUERY, 40_000, |_| true).is_ok());
        assert_eq!(other.fail_high(&QUERY), Some(40_000));
        assert!(matches!(other.announce_fail_high(&QUERY, 7, |code| code == 40_000), Err(Halt::Superseded)));
        assert_eq!(one.fail_high(&QUERY), Some(40_000));
        let narrow = Window { alpha: Value::DRAW, beta: Value::DRAW.above() };
        assert_eq!(other.fail_high(&Query { window: narrow, ..QUERY }), None);
        assert_eq!(other.fail_high(&Query { depth: 8, ..QUERY }), None);
        let alone = Threads::new(1, 1, NodeCost::Low);
        assert!(alone.thread(0).announce_fail_high(&QUERY, 5, |_| true).is_ok());
        assert_eq!(alone.thread(0).fail_high(&QUERY), None);
    }
}
