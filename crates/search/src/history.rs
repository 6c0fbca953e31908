//! The history heuristic: quiet moves that caused cutoffs elsewhere are tried early.

use std::sync::atomic::{AtomicI32, Ordering};

/// The largest history score, positive or negative.
const MAX_SCORE: i32 = 1 << 14;

/// For each side and move code, how often the move caused a cutoff, weighted by depth.
pub(crate) struct History([Box<[AtomicI32]>; 2]);

impl History {
    /// Creates an empty history for move codes below `codes`.
    pub(crate) fn new(codes: usize) -> History {
        let side = || (0..codes).map(|_| AtomicI32::new(0)).collect();
        History([side(), side()])
    }
}

/// A thread's view of the histories: the one it reads and those it writes.
///
/// Threads with the same move order search the same tree and repeat less of it, so if nodes are costly all
/// threads share one history. But most cutoffs happen near the leaves, and a counter that every thread writes
/// moves between the caches of all cores. So if nodes are cheap each thread has its own history, and only
/// cutoffs further up are written to all of them: the more threads there are, the further up.
#[derive(Clone, Copy)]
pub struct ThreadHistory<'a> {
    own: &'a History,
    all: &'a [History],
}

impl<'a> ThreadHistory<'a> {
    pub(crate) fn new(all: &'a [History], thread: usize) -> ThreadHistory<'a> {
        ThreadHistory { own: &all[thread], all }
    }

    /// Returns the scores of a side's moves.
    #[inline]
    pub fn scores(self, side: usize) -> HistoryScores<'a> {
        HistoryScores(&self.own.0[side])
    }

    /// Updates a move's score at a node of this depth that had a cutoff: a bonus if the move caused it, a
    /// malus if it was tried in vain.
    pub fn update(self, side: usize, code: usize, depth: i32, gave_cutoff: bool) {
        let change = if gave_cutoff { bonus(depth) } else { -bonus(depth) };
        let is_shared = gave_cutoff && depth > 3 + self.all.len().ilog2() as i32;
        let histories = if is_shared { self.all } else { std::slice::from_ref(self.own) };
        for History(sides) in histories {
            HistoryScores(&sides[side]).add(code, change);
        }
    }
}

/// The history scores of one side's moves.
#[derive(Clone, Copy)]
pub struct HistoryScores<'a>(&'a [AtomicI32]);

impl HistoryScores<'_> {
    /// Returns the score of the move with this code.
    #[inline]
    pub fn of(self, code: usize) -> i32 {
        self.0[code].load(Ordering::Relaxed)
    }

    /// Adds with gravity: the larger a score is, the less it grows, so it stays within bounds. If two threads
    /// update a score at once, one change may be lost.
    #[inline]
    fn add(self, code: usize, change: i32) {
        let score = self.of(code);
        self.0[code].store(score + change - score * change.abs() / MAX_SCORE, Ordering::Relaxed);
    }
}

/// Returns the weight of a cutoff at this depth.
fn bonus(depth: i32) -> i32 {
    (depth * depth).min(400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cutoffs_far_from_the_leaves_are_shared() {
        let all = [History::new(10), History::new(10)];
        let [one, other] = [0, 1].map(|thread| ThreadHistory::new(&all, thread));
        one.update(0, 7, 4, true);
        one.update(1, 8, 5, true);
        one.update(1, 9, 5, false);
        let both = |side, code| [one, other].map(|history| history.scores(side).of(code));
        assert_eq!(both(0, 7), [16, 0]);
        assert_eq!(both(1, 8), [25, 25]);
        assert_eq!(both(1, 9), [-25, 0]);
        assert_eq!(both(1, 7), [0, 0]);
    }

    #[test]
    fn scores_stay_within_bounds() {
        let all = [History::new(1)];
        let history = ThreadHistory::new(&all, 0);
        (0..100_000).for_each(|_| history.update(0, 0, 100, true));
        let most = history.scores(0).of(0);
        assert!((MAX_SCORE - 400..=MAX_SCORE).contains(&most), "{most}");
    }
}
