//! What the other threads are at, so that two do not do the same work at the same time.
//!
//! All threads search the same tree. Before a thread goes into a move that another one is searching, it
//! tries the node's other moves; when it comes back, the shared table mostly has the answer. And where
//! another thread has found the value of a node that a thread is still in, it leaves. The best line, too,
//! is then in the table, for who found it may have been another.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chautari_game::{Game, Key, Mv, Record, Thought};

use crate::history::History;
use crate::{Lessons, Table, Value, Window};

/// Below this depth a move is searched sooner than looked up.
const LEAST_DEPTH: i32 = 3;

/// One slot for every move that is being searched near a thread's path; where two fall together one is
/// forgotten, which costs some work twice and nothing else.
const SLOTS: usize = 1 << 12;

/// What the first thread finds while the others help it, with the nodes of all. Once it has found it, all
/// is spent.
pub fn in_company<M, Other: FnOnce() -> u64 + Send>(
    first: impl FnOnce() -> Thought<M>,
    others: impl Iterator<Item = Other>,
    spent: &AtomicBool,
) -> Thought<M> {
    std::thread::scope(|scope| {
        let others: Vec<_> = others.map(|other| scope.spawn(other)).collect();
        let thought = first();
        spent.store(true, Ordering::Relaxed);
        let nodes = others.into_iter().map(|other| other.join().unwrap_or_else(|e| resume_unwind(e)));
        Thought { nodes: thought.nodes + nodes.sum::<u64>(), ..thought }
    })
}

/// The best line of a search so many plies deep. Where a value was found without its line, by another
/// thread or in another window, the line goes on with what is known to be best.
pub fn whole_line<G: Game>(
    record: &Record<G>,
    line: &[Mv<G>],
    plies: u32,
    best: impl Fn(&G::Position) -> Option<Mv<G>>,
) -> Vec<Mv<G>> {
    let mut record = record.clone();
    let root = record.moves().len();
    let most = if line.is_empty() { 0 } else { line.len().max(plies as usize) };
    let mut line = line.iter().copied();
    while record.moves().len() < root + most
        && let Some(m) = line.next().or_else(|| best(record.position()))
        && record.play(m).is_ok()
    {}
    record.moves()[root..].to_vec()
}

/// Why a node is left before it is done.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    /// Thinking has to end; nothing on the way back means anything.
    Spent,
    /// Another thread has found this value for the node of this level.
    Answered(usize, Value),
}

/// What the threads of one search know of each other.
pub struct Company {
    /// The moves that are being searched. No slots where a thread is alone.
    slots: Box<[AtomicU64]>,
    /// What each thread knows about moves.
    histories: Box<[History]>,
}

impl Company {
    /// For so many threads, and moves with numbers below `codes`.
    pub fn new(threads: usize, codes: usize) -> Company {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Company {
            slots: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            histories: (0..threads).map(|_| History::new(codes)).collect(),
        }
    }

    /// The thread of this number; they count from 0.
    pub fn member(&self, thread: usize) -> Member<'_> {
        Member { slots: &self.slots, lessons: Lessons::new(&self.histories, thread), quests: Vec::new() }
    }
}

/// A move of a node that is being searched.
#[derive(Clone, Copy)]
pub struct Task(u64);

/// What a thread wants to know of a node.
#[derive(Clone, Copy)]
pub struct Quest {
    /// The node.
    pub key: Key,
    /// What is to be told apart.
    pub window: Window,
    /// How deep the answer has to count.
    pub depth: i32,
    /// How many plies the node is below the root.
    pub ply: u32,
    /// Whether a value will do where a line is wanted, and the line is read from the table later.
    pub recalls: bool,
}

/// One thread of a company.
pub struct Member<'a> {
    slots: &'a [AtomicU64],
    lessons: Lessons<'a>,
    /// The nodes it is in, each with its level: how many steps of the search it is below the root. Empty
    /// where the thread is alone.
    quests: Vec<(usize, Quest)>,
}

impl<'a> Member<'a> {
    /// What it knows about moves.
    pub fn lessons(&self) -> Lessons<'a> {
        self.lessons
    }

    /// Whether no other thread fills the table.
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.slots.is_empty()
    }

    /// Goes into a node.
    #[inline]
    pub fn enter(&mut self, level: usize, quest: Quest) {
        if !self.is_alone() {
            self.quests.push((level, quest));
        }
    }

    /// Goes out of it again.
    #[inline]
    pub fn leave(&mut self) {
        self.quests.pop();
    }

    /// Halts for the highest node that another thread has answered. At the root a move is wanted, not a
    /// value.
    pub fn ask(&self, table: &Table) -> Result<(), Halt> {
        for (level, quest) in self.quests.iter().filter(|(level, _)| *level > 0) {
            if let Some(value) = table.probe(quest.key).and_then(|entry| entry.answer(quest)) {
                return Err(Halt::Answered(*level, value));
            }
        }
        Ok(())
    }

    /// A move of the node with this key, by its number, to this depth: worth telling others about, or not.
    #[inline]
    pub fn task(&self, node: Key, code: u16, depth: i32) -> Option<Task> {
        let shared = !self.is_alone() && depth >= LEAST_DEPTH;
        // An odd factor keeps the moves of a node apart.
        shared.then(|| Task(node.0 ^ (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    fn slot(&self, task: Task) -> &AtomicU64 {
        &self.slots[(task.0 >> 20) as usize % SLOTS]
    }

    /// Whether another thread is at it.
    pub fn is_taken(&self, task: Task) -> bool {
        self.slot(task).load(Ordering::Relaxed) == task.0
    }

    /// This thread begins it.
    pub fn begin(&self, task: Task) {
        self.slot(task).store(task.0, Ordering::Relaxed);
    }

    /// This thread has done it.
    pub fn end(&self, task: Task) {
        if self.is_taken(task) {
            self.slot(task).store(0, Ordering::Relaxed);
        }
    }
}
