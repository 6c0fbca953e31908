//! Which move to try first: what cut before will cut again.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use chautari_game::Position;

use crate::{Knowledge, Prospect};

/// No line of search is longer.
pub(crate) const MOST_PLY: usize = 128;

/// A move with its number and how soon to try it.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub(crate) m: M,
    pub(crate) code: u16,
    rank: i32,
    pub(crate) noisy: bool,
}

impl<M> Ranked<M> {
    /// A move nothing is known about.
    pub(crate) fn plain(m: M, code: u16) -> Ranked<M> {
        Ranked { m, code, rank: 0, noisy: false }
    }
}

/// What one thread has learnt about moves.
pub(crate) struct Order {
    killers: [[u16; 2]; MOST_PLY],
    /// By side and code: how often a move cut, weighed by depth.
    history: [Vec<i32>; 2],
}

const NO_CODE: u16 = u16::MAX;
const MOST_HISTORY: i32 = 1 << 14;

impl Order {
    pub(crate) fn new(codes: usize) -> Order {
        Order { killers: [[NO_CODE; 2]; MOST_PLY], history: [vec![0; codes], vec![0; codes]] }
    }

    /// The moves with their ranks, not yet sorted.
    pub(crate) fn rank<P: Position, K: Knowledge<P>>(
        &self,
        knowledge: &K,
        position: &P,
        sight: &K::Sight,
        ply: usize,
        hash_move: u16,
        into: &mut Vec<Ranked<P::Move>>,
    ) {
        into.clear();
        let history = &self.history[position.turn().index()];
        let killers = self.killers[ply.min(MOST_PLY - 1)];
        let _ = knowledge.each_prospect(position, sight, |Prospect { m, promise, noisy }| {
            let code = K::code(m);
            let mut rank = promise + history[usize::from(code)];
            if code == hash_move {
                rank += 1 << 28;
            } else if noisy {
                rank += 1 << 24;
            } else if code == killers[0] {
                rank += 1 << 20;
            } else if code == killers[1] {
                rank += 1 << 19;
            }
            into.push(Ranked { m, code, rank, noisy });
            ControlFlow::<()>::Continue(())
        });
    }

    /// A quiet move cut at this node after these had been tried.
    pub(crate) fn reward<M>(&mut self, side: usize, ply: usize, depth: u32, cut: u16, tried: &[Ranked<M>]) {
        let killers = &mut self.killers[ply.min(MOST_PLY - 1)];
        if killers[0] != cut {
            *killers = [cut, killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        let history = &mut self.history[side];
        // The more a move has, the less it gains, so that nothing grows without bound.
        let mut adjust = |code: u16, by: i32| {
            let entry = &mut history[usize::from(code)];
            *entry += by - *entry * by.abs() / MOST_HISTORY;
        };
        adjust(cut, bonus);
        for other in tried.iter().filter(|other| !other.noisy) {
            adjust(other.code, -bonus);
        }
    }
}

/// Brings the best of the moves from `index` on to `index`.
pub(crate) fn select<M: Copy>(moves: &mut [Ranked<M>], index: usize) -> Ranked<M> {
    let (mut best, mut rank) = (index, moves[index].rank);
    for (i, other) in moves.iter().enumerate().skip(index + 1) {
        if other.rank > rank {
            (best, rank) = (i, other.rank);
        }
    }
    moves.swap(index, best);
    moves[index]
}

/// The noisy moves alone.
pub(crate) fn rank_noisy<P: Position, K: Knowledge<P>>(
    knowledge: &K,
    position: &P,
    sight: &K::Sight,
    into: &mut Vec<Ranked<P::Move>>,
) {
    into.clear();
    let _ = knowledge.each_noisy(position, sight, |m| {
        into.push(Ranked { m, code: K::code(m), rank: knowledge.promise(position, m), noisy: true });
        ControlFlow::<()>::Continue(())
    });
}

/// How much less deep a late quiet move is searched.
#[inline]
pub fn reduction(depth: i32, index: usize, wide: bool) -> i32 {
    // Depths and moves beyond the table are rare, and reduced like the last in it.
    static REDUCTIONS: LazyLock<Box<[[i8; 128]; 64]>> = LazyLock::new(|| {
        let mut reductions = Box::new([[0; 128]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = ((depth as f32).ln() * (index as f32).ln() / 2.2 + 0.4) as i8;
            }
        }
        reductions
    });
    let late = REDUCTIONS[depth.clamp(0, 63) as usize][index.min(127)];
    (i32::from(late) - i32::from(wide)).clamp(0, depth - 1)
}
