//! Which moves cut before, wherever they were played.

use std::sync::atomic::{AtomicI32, Ordering};

/// No move has more to its credit or against it.
const MOST: i32 = 1 << 14;

/// How often a move cut, weighed by depth, for each side and number of a move. All threads learn from each
/// other: where they order moves alike they search the same tree.
pub struct History {
    sides: [Box<[AtomicI32]>; 2],
}

impl History {
    /// Nothing is known about moves with numbers below this.
    pub fn new(codes: usize) -> History {
        let side = || (0..codes).map(|_| AtomicI32::new(0)).collect();
        History { sides: [side(), side()] }
    }

    /// What is known about the moves of a side.
    #[inline]
    pub fn side(&self, side: usize) -> Credits<'_> {
        Credits(&self.sides[side])
    }
}

/// What is known about the moves of one side.
#[derive(Clone, Copy)]
pub struct Credits<'a>(&'a [AtomicI32]);

impl Credits<'_> {
    /// What a move has to its credit.
    #[inline]
    pub fn of(self, code: usize) -> i32 {
        self.0[code].load(Ordering::Relaxed)
    }

    /// A move cut, or, below zero, another had to. The more a move has, the less it gains, so that nothing
    /// grows without bound. Where two threads do this at once one may be forgotten.
    #[inline]
    pub fn add(self, code: usize, by: i32) {
        let had = self.of(code);
        self.0[code].store(had + by - had * by.abs() / MOST, Ordering::Relaxed);
    }
}

/// What a cut at this depth is worth.
pub fn credit(depth: i32) -> i32 {
    (depth * depth).min(400)
}
