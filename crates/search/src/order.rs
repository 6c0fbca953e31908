//! Move ordering: hash move, noisy moves, killers, then history. Good first moves cause most cutoffs.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use chautari_game::Dense;

use crate::{Evaluator, ScoredMove, ThreadHistory};

/// The maximum search depth in plies.
pub(crate) const MAX_PLY: usize = 128;

/// A move with its code and its ordering score.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    pub(crate) code: u16,
    pub(crate) noisy: bool,
    score: i32,
}

/// Yields the moves of a node one by one, most promising first.
pub(crate) struct MovePicker<M> {
    moves: Vec<Candidate<M>>,
    /// The rank of each move with its index in the low bits: the maximum is the next move, found without
    /// branches.
    ranks: Vec<i32>,
    /// The code of the one move that is tried before the others are generated.
    staged: Option<u16>,
}

/// A move handed out by a [`MovePicker`].
pub(crate) struct Pick<M> {
    pub(crate) candidate: Candidate<M>,
    /// Its index in the [`MovePicker`].
    pub(crate) index: usize,
    /// If it was deferred, the number of moves tried or deferred before it.
    pub(crate) deferred: Option<usize>,
}

/// The bits of a rank that hold the index.
const INDEX_BITS: u32 = 10;

/// The maximum number of moves in a position.
pub(crate) const MAX_MOVES: usize = 1 << INDEX_BITS;

/// The rank of a move that has been tried.
const TRIED: i32 = i32::MIN;

/// The base ranks of each kind of move; ordering score and history stay within `PLAIN` on either side.
mod rank {
    pub(super) const HASH: i32 = 1 << 20;
    pub(super) const NOISY: i32 = 1 << 19;
    pub(super) const KILLERS: [i32; 2] = [1 << 18, 1 << 17];
    pub(super) const PLAIN: i32 = (1 << 16) - 1;
    /// Deferred moves come last, in their original order.
    pub(super) const DEFERRED: i32 = -(1 << 20);
}

/// Converts an index to the low bits of a rank and back; of equal ranks the first move has the largest
/// number.
fn index_bits(index: usize) -> i32 {
    (MAX_MOVES - 1 - index % MAX_MOVES) as i32
}

impl<M: Copy> MovePicker<M> {
    pub(crate) const fn new() -> MovePicker<M> {
        MovePicker { moves: Vec::new(), ranks: Vec::new(), staged: None }
    }

    /// Stages one move; the others are generated only if it gives no cutoff.
    pub(crate) fn stage(&mut self, m: M, code: u16, noisy: bool) {
        self.clear();
        self.moves.push(Candidate { m, code, noisy, score: 0 });
        self.rank_all(|_| 0);
        self.staged = Some(code);
    }

    /// Fills the picker with moves in their given order.
    pub(crate) fn fill_unordered(&mut self, moves: impl Iterator<Item = (M, u16)>) {
        self.clear();
        self.moves.extend(moves.map(|(m, code)| Candidate { m, code, noisy: false, score: 0 }));
        self.rank_all(|_| 0);
    }

    /// Empties the picker.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.staged = None;
    }

    fn rank_all(&mut self, rank: impl Fn(&Candidate<M>) -> i32) {
        // The conformance check reports games with more moves.
        self.moves.truncate(MAX_MOVES);
        let tried = self.staged.take();
        let rank = |(index, candidate): (usize, &Candidate<M>)| {
            let rank = rank(candidate) << INDEX_BITS | index_bits(index);
            if tried == Some(candidate.code) { TRIED } else { rank }
        };
        self.ranks.clear();
        self.ranks.extend(self.moves.iter().enumerate().map(rank));
    }

    /// Whether only the staged move is present and the others have yet to be generated.
    pub(crate) fn is_staged(&self) -> bool {
        self.staged.is_some()
    }

    /// The index of the best move not tried yet.
    #[inline]
    fn best(&self) -> Option<usize> {
        let rank = self.ranks.iter().copied().fold(TRIED, i32::max);
        (rank != TRIED).then(|| index_bits(rank as usize) as usize)
    }

    /// Hands out the best move not tried yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Pick<M>> {
        self.best().map(|index| self.hand_out(index))
    }

    /// Hands out the move with this code, if it has not been tried yet.
    pub(crate) fn take(&mut self, code: u16) -> Option<Pick<M>> {
        self.index_of(code).map(|index| self.hand_out(index))
    }

    /// Whether the move with this code has yet to be tried.
    pub(crate) fn is_waiting(&self, code: u16) -> bool {
        self.index_of(code).is_some()
    }

    fn index_of(&self, code: u16) -> Option<usize> {
        let mut moves = self.moves.iter().zip(&self.ranks);
        moves.position(|(candidate, &rank)| candidate.code == code && rank != TRIED)
    }

    #[inline]
    fn hand_out(&mut self, index: usize) -> Pick<M> {
        let rank = std::mem::replace(&mut self.ranks[index], TRIED);
        let deferred = rank::DEFERRED - (rank >> INDEX_BITS);
        Pick { candidate: self.moves[index], index, deferred: usize::try_from(deferred).ok() }
    }

    /// Returns the move that [`next`](Self::next) would yield, without taking it.
    #[inline]
    pub(crate) fn peek(&self) -> Option<M> {
        self.best().map(|index| self.moves[index].m)
    }

    /// Moves a picked move behind all others. `count` is the number of moves tried or deferred up to it.
    pub(crate) fn defer(&mut self, index: usize, count: usize) {
        self.ranks[index] = (rank::DEFERRED - (count % MAX_MOVES) as i32) << INDEX_BITS | index_bits(index);
    }

    /// Keeps only some of the moves.
    pub(crate) fn retain(&mut self, keep: impl Fn(&M) -> bool) {
        for (candidate, rank) in self.moves.iter().zip(&mut self.ranks) {
            if !keep(&candidate.m) {
                *rank = TRIED;
            }
        }
    }

    /// How many moves are left to try.
    pub(crate) fn left(&self) -> usize {
        self.ranks.iter().filter(|&&rank| rank != TRIED).count()
    }

    /// The codes of the quiet moves tried so far.
    fn tried_quiet(&self) -> impl Iterator<Item = u16> {
        let quiet = |(candidate, rank): (&Candidate<M>, &i32)| {
            (*rank == TRIED && !candidate.noisy).then_some(candidate.code)
        };
        self.moves.iter().zip(&self.ranks).filter_map(quiet)
    }
}

/// A thread's move ordering data: killers and history.
pub(crate) struct MoveOrder<'a> {
    killers: [[u16; 2]; MAX_PLY],
    history: ThreadHistory<'a>,
}

const NO_CODE: u16 = u16::MAX;

impl<'a> MoveOrder<'a> {
    pub(crate) fn new(history: ThreadHistory<'a>) -> MoveOrder<'a> {
        MoveOrder { killers: [[NO_CODE; 2]; MAX_PLY], history }
    }

    /// The killer move: the quiet move that gave the last cutoff at this ply.
    pub(crate) fn killer(&self, ply: usize) -> u16 {
        self.killers[ply.min(MAX_PLY - 1)][0]
    }

    /// Generates the moves of a node. A staged move counts as tried.
    pub(crate) fn fill<P: Dense, K: Evaluator<P>>(
        &self,
        evaluator: &K,
        position: &P,
        state: &K::State,
        ply: usize,
        hash_move: u16,
        into: &mut MovePicker<P::Move>,
    ) {
        into.moves.clear();
        let _ = evaluator.each_scored_move(position, state, |ScoredMove { m, score, noisy }| {
            into.moves.push(Candidate { m, code: K::code(position, m), noisy, score });
            ControlFlow::<()>::Continue(())
        });
        let scores = self.history.scores(position.turn().index());
        let killers = self.killers[ply.min(MAX_PLY - 1)];
        into.rank_all(|&Candidate { code, noisy, score, .. }| {
            let base = if code == hash_move {
                rank::HASH
            } else if noisy {
                rank::NOISY
            } else if code == killers[0] {
                rank::KILLERS[0]
            } else if code == killers[1] {
                rank::KILLERS[1]
            } else {
                0
            };
            base + (score + scores.of(code.into())).clamp(-rank::PLAIN, rank::PLAIN)
        });
    }

    /// Updates killers and history after a quiet move caused a cutoff; it is the last move tried.
    pub(crate) fn update<M: Copy>(
        &mut self,
        side: usize,
        ply: usize,
        depth: i32,
        best: u16,
        picker: &MovePicker<M>,
    ) {
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        for code in picker.tried_quiet() {
            self.history.update(side, code.into(), depth, code == best);
        }
    }
}

/// Generates the noisy moves only, for quiescence search.
pub(crate) fn fill_noisy<P: Dense, K: Evaluator<P>>(
    evaluator: &K,
    position: &P,
    state: &K::State,
    into: &mut MovePicker<P::Move>,
) {
    into.clear();
    let _ = evaluator.each_noisy(position, state, |m| {
        let score = evaluator.order_score(position, m);
        into.moves.push(Candidate { m, code: K::code(position, m), noisy: true, score });
        ControlFlow::<()>::Continue(())
    });
    into.rank_all(|candidate| candidate.score.clamp(-rank::PLAIN, rank::PLAIN));
}

/// Late move reduction: the number of plies by which the `index`th move of a node, if quiet, is reduced.
#[inline]
pub fn late_move_reduction(depth: i32, index: usize, is_pv: bool) -> i32 {
    // Depths and moves beyond the table are rare and are reduced like its last.
    static REDUCTIONS: LazyLock<Box<[[i8; 128]; 64]>> = LazyLock::new(|| {
        let mut reductions = Box::new([[0; 128]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = ((depth as f32).ln() * (index as f32).ln() / 2.2 + 0.4) as i8;
            }
        }
        reductions
    });
    let reduction = REDUCTIONS[depth.clamp(0, 63) as usize][index.min(127)];
    (i32::from(reduction) - i32::from(is_pv)).clamp(0, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(picker: &mut MovePicker<char>) -> Vec<u16> {
        std::iter::from_fn(|| picker.next()).map(|pick| pick.candidate.code).collect()
    }

    fn listed(ranks: &[i32]) -> MovePicker<char> {
        let mut picker = MovePicker::new();
        picker.fill_unordered((0..ranks.len() as u16).map(|code| ('m', code)));
        picker.rank_all(|candidate| ranks[usize::from(candidate.code)]);
        picker
    }

    #[test]
    fn the_best_comes_first_and_of_equals_the_first() {
        let ranks = [0, -rank::PLAIN, rank::HASH + rank::PLAIN, 7, 7, rank::KILLERS[1]];
        let mut picker = listed(&ranks);
        assert_eq!(picker.peek(), Some('m'));
        assert_eq!(codes(&mut picker), [2, 5, 3, 4, 0, 1]);
        assert_eq!(picker.left(), 0);
    }

    #[test]
    fn deferred_moves_come_last_and_are_marked() {
        let mut picker = listed(&[3, 2, -rank::PLAIN]);
        for count in 1..=2 {
            let pick = picker.next().unwrap();
            assert_eq!(pick.deferred, None);
            picker.defer(pick.index, count);
        }
        let picks: Vec<_> = std::iter::from_fn(|| picker.next()).collect();
        let told: Vec<_> = picks.iter().map(|pick| (pick.candidate.code, pick.deferred)).collect();
        assert_eq!(told, [(2, None), (0, Some(1)), (1, Some(2))]);
    }

    #[test]
    fn a_move_is_taken_out_of_turn_once() {
        let mut picker = listed(&[3, 2, 1]);
        picker.defer(0, 4);
        assert!(picker.is_waiting(0) && picker.is_waiting(2) && !picker.is_waiting(3));
        let taken = [2, 2, 0].map(|code| picker.take(code).map(|pick| pick.deferred));
        assert_eq!(taken, [Some(None), None, Some(Some(4))]);
        assert_eq!(codes(&mut picker), [1]);
    }

    #[test]
    fn a_staged_move_is_not_tried_again() {
        let mut picker = MovePicker::new();
        picker.stage('a', 1, false);
        assert_eq!(codes(&mut picker), [1]);
        picker.moves = [0, 1, 2].map(|code| Candidate { m: 'm', code, noisy: false, score: 0 }).into();
        picker.rank_all(|_| 0);
        assert_eq!(codes(&mut picker), [0, 2]);
        // The next node may stage the same move.
        picker.stage('a', 1, false);
        picker.stage('b', 1, false);
        assert_eq!(codes(&mut picker), [1]);
    }
}
