//! Which moves cut before, wherever they were played.

use std::sync::atomic::{AtomicI32, Ordering};

/// No move has more to its credit or against it.
const MOST: i32 = 1 << 14;

/// How often a move cut, weighed by depth, for each side and number of a move.
pub(crate) struct History([Box<[AtomicI32]>; 2]);

impl History {
    /// Nothing is known about moves with numbers below this.
    pub(crate) fn new(codes: usize) -> History {
        let side = || (0..codes).map(|_| AtomicI32::new(0)).collect();
        History([side(), side()])
    }
}

/// What a thread knows about moves, and what it tells the others.
///
/// Threads that order moves alike search the same tree, and less of it twice. So where nodes are dear all
/// have one history. But most cuts are next to the leaves, and a number that all threads write is in no
/// one's cache. So where nodes are cheap each has its own, and only what cut further up is told to all: the
/// more there are to tell, the further up.
#[derive(Clone, Copy)]
pub struct Lessons<'a> {
    own: &'a History,
    all: &'a [History],
}

impl<'a> Lessons<'a> {
    /// Those of one of these threads, or of all that there are where all have one.
    pub(crate) fn new(all: &'a [History], thread: usize) -> Lessons<'a> {
        Lessons { own: &all[thread], all }
    }

    /// What is known about the moves of a side.
    #[inline]
    pub fn credits(self, side: usize) -> Credits<'a> {
        Credits(&self.own.0[side])
    }

    /// Where a node was cut at this depth, a move of this side did it, or else was tried before.
    pub fn learn(self, side: usize, code: usize, depth: i32, cut: bool) {
        let by = if cut { credit(depth) } else { -credit(depth) };
        let is_told = cut && depth > 3 + self.all.len().ilog2() as i32;
        let learners = if is_told { self.all } else { std::slice::from_ref(self.own) };
        for History(sides) in learners {
            Credits(&sides[side]).add(code, by);
        }
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

    /// The more a move has, the less it gains, so that nothing grows without bound. Where two threads do
    /// this at once one may be forgotten.
    #[inline]
    fn add(self, code: usize, by: i32) {
        let had = self.of(code);
        self.0[code].store(had + by - had * by.abs() / MOST, Ordering::Relaxed);
    }
}

/// What a cut at this depth is worth.
fn credit(depth: i32) -> i32 {
    (depth * depth).min(400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cuts_far_from_the_leaves_are_told() {
        let all = [History::new(10), History::new(10)];
        let [one, other] = [0, 1].map(|thread| Lessons::new(&all, thread));
        one.learn(0, 7, 4, true);
        one.learn(1, 8, 5, true);
        one.learn(1, 9, 5, false);
        let both = |side, code| [one, other].map(|lessons| lessons.credits(side).of(code));
        assert_eq!(both(0, 7), [16, 0]);
        assert_eq!(both(1, 8), [25, 25]);
        assert_eq!(both(1, 9), [-25, 0]);
        assert_eq!(both(1, 7), [0, 0]);
    }

    #[test]
    fn nothing_grows_without_bound() {
        let all = [History::new(1)];
        let lessons = Lessons::new(&all, 0);
        (0..100_000).for_each(|_| lessons.learn(0, 0, 100, true));
        let most = lessons.credits(0).of(0);
        assert!((MOST - 400..=MOST).contains(&most), "{most}");
    }
}
