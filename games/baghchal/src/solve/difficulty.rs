//! Difficulty of defending: ranks moves with equal table values by how easily a human opponent errs.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use chautari_game::{Exact, Position as _, Side};
use chautari_search::Evaluator;
use chautari_solve::TableError;

use super::pick_move::Past;
use super::tables::Tables;
use crate::position::{TIGER_SIDE, each_leap};
use crate::{EvalWeights, Move, Position};

/// The number of further moves of our own that a trap may take. A third one would take ten times as long.
const AHEAD: u32 = 2;

/// A reply that looks this much worse than the best one, in hundredths of a goat, is half as likely.
const HALF_AS_LIKELY: i32 = 10;

/// The peril of an opponent that is certain to err.
const CERTAIN: u64 = 1 << 20;

/// For this many plies of the sliding phase new positions are preferred to any trap; after that the opponent
/// may have the draw.
pub(super) const PATIENCE: u32 = 300;

/// How hard a position is for the opponent; greater is harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difficulty {
    /// Whether the position has not occurred before, because repeating positions sets no traps.
    new: bool,
    /// The probability that the opponent errs, now or soon.
    peril: u64,
    /// The evaluation that the opponent sees; worse is better.
    looks: Reverse<i32>,
}

/// A search for difficult positions.
pub(super) struct DifficultySearch<'a> {
    tables: &'a Tables,
    past: &'a Past,
    /// The number of positions looked up.
    pub(super) looked_up: u64,
}

impl<'a> DifficultySearch<'a> {
    pub(super) fn new(tables: &'a Tables, past: &'a Past) -> DifficultySearch<'a> {
        DifficultySearch { tables, past, looked_up: 0 }
    }

    /// Returns the values of the legal moves.
    pub(super) fn moves(&mut self, position: &Position) -> Result<Vec<(Move, Option<Exact>)>, TableError> {
        let moves = self.tables.moves(position)?;
        self.looked_up += moves.len() as u64;
        Ok(moves)
    }

    /// Returns how hard a position with the opponent to move is, which `winner` wins. A position certain to
    /// be easier than `rival` need not be exact.
    pub(super) fn difficulty(
        &mut self,
        position: &Position,
        winner: Option<Side>,
        rival: Option<Difficulty>,
    ) -> Result<Difficulty, TableError> {
        let new = self.past.times(position) == 0 || self.past.plies() > PATIENCE;
        let beat = rival.filter(|rival| rival.new >= new).map_or(0, |rival| rival.peril);
        let peril = self.peril(position, winner, AHEAD, beat)?;
        Ok(Difficulty { new, peril, looks: Reverse(glance(position)) })
    }

    /// Returns the probability that the opponent errs, if replies are as likely as they look good: with the
    /// next reply, or, after the best-looking correct one, with the replies to our next `ahead` moves. A
    /// result certain to be below `beat` need not be exact.
    fn peril(
        &mut self,
        position: &Position,
        winner: Option<Side>,
        ahead: u32,
        beat: u64,
    ) -> Result<u64, TableError> {
        let opponent = position.turn();
        if winner == Some(opponent.other()) {
            // A lost opponent can no longer err.
            return Ok(0);
        }
        let mut answers = Vec::new();
        for (m, value) in self.moves(position)? {
            let after = position.after(m);
            let right = value.is_none_or(|value| value.winner == winner);
            answers.push((second_glance(&after), right, after));
        }
        let Some(most_natural) = answers.iter().map(|&(looks, ..)| looks).min() else { return Ok(0) };
        let likely = |looks: i32| CERTAIN >> ((looks - most_natural) / HALF_AS_LIKELY).min(20);
        let all: u64 = answers.iter().map(|&(looks, ..)| likely(looks)).sum();
        let wrong: u64 =
            answers.iter().filter(|(_, right, _)| !right).map(|&(looks, ..)| likely(looks)).sum();
        let mut peril = wrong * CERTAIN / all;
        let expected = answers.iter().filter(|(_, right, _)| *right).min_by_key(|&&(looks, ..)| looks);
        if let Some((looks, _, after)) = expected.filter(|_| ahead > 0) {
            let share = likely(*looks) * CERTAIN / all;
            if peril + share >= beat {
                peril += share * self.worst(after, winner, ahead - 1)? / CERTAIN;
            }
        }
        // An opponent that found the reply before is likely to find it again.
        Ok(peril >> self.past.times(position).min(20))
    }

    /// Returns the greatest peril that one of our moves leads to without losing value.
    fn worst(&mut self, position: &Position, winner: Option<Side>, ahead: u32) -> Result<u64, TableError> {
        let mut worst = 0;
        for (m, value) in self.moves(position)? {
            if value.is_some_and(|value| value.winner == winner) {
                worst = worst.max(self.peril(&position.after(m), winner, ahead, worst)?);
            }
        }
        Ok(worst)
    }
}

/// Returns the evaluation a human would see, for the side to move.
fn glance(position: &Position) -> i32 {
    EvalWeights::by_hand(position.rules().capture()).evaluate(position, &())
}

/// Like [`glance`], including captures that can be made at once.
fn second_glance(position: &Position) -> i32 {
    let mut best = glance(position);
    if position.turn() == TIGER_SIDE {
        let _ = each_leap::<()>(position.leapers(), |leap| {
            best = best.max(-glance(&position.after(leap)));
            ControlFlow::Continue(())
        });
    }
    best
}
