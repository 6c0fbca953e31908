//! What the other threads are at, so that two do not do the same work at the same time.
//!
//! All threads search the same tree. Before a thread goes into a move that another one is searching, it
//! tries the node's other moves; when it comes back, the shared table mostly has the answer.

use std::sync::atomic::{AtomicU64, Ordering};

use chautari_game::Key;

/// Below this depth a move is searched sooner than looked up.
const LEAST_DEPTH: i32 = 3;

/// One slot for every move that is being searched near a thread's path; where two fall together one is
/// forgotten, which costs some work twice and nothing else.
const SLOTS: usize = 1 << 12;

/// The moves that are being searched.
pub struct Company {
    /// None where a thread is alone.
    slots: Box<[AtomicU64]>,
}

/// A move of a node that is being searched.
#[derive(Clone, Copy)]
pub struct Task(u64);

impl Company {
    /// For so many threads.
    pub fn new(threads: usize) -> Company {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Company { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// A move of the node with this key, by its number, to this depth: worth telling others about, or not.
    #[inline]
    pub fn task(&self, node: Key, code: u16, depth: i32) -> Option<Task> {
        let shared = !self.slots.is_empty() && depth >= LEAST_DEPTH;
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
