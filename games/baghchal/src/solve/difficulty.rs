//! How easily a natural opponent goes wrong: what tells moves apart that the tables call equal.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use chautari_game::{Exact, Position as _, Side};
use chautari_search::Evaluator;
use chautari_solve::TableError;

use super::pick_move::Past;
use super::tables::Tables;
use crate::position::{TIGER_SIDE, each_leap};
use crate::{EvalWeights, Move, Position};

/// How many more of our own moves a trap may take. A third would be looked for ten times as long.
const AHEAD: u32 = 2;

/// An answer that looks this much worse than the best one, in hundredths of a goat, is half as likely.
const HALF_AS_LIKELY: i32 = 10;

/// The peril of who is sure to go wrong.
const CERTAIN: u64 = 1 << 20;

/// For so many plies of the sliding phase new positions are preferred to any trap; then the opponent
/// may have the draw.
pub(super) const PATIENCE: u32 = 300;

/// How hard a position is for the opponent, the harder the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difficulty {
    /// It has not come up before. Who goes round in circles sets no traps.
    new: bool,
    /// How likely the opponent goes wrong, now or soon.
    peril: u64,
    /// How it looks to the opponent, the worse the better.
    looks: Reverse<i32>,
}

/// Looks for traps.
pub(super) struct DifficultySearch<'a> {
    tables: &'a Tables,
    past: &'a Past,
    /// How many positions were looked up.
    pub(super) looked_up: u64,
}

impl<'a> DifficultySearch<'a> {
    pub(super) fn new(tables: &'a Tables, past: &'a Past) -> DifficultySearch<'a> {
        DifficultySearch { tables, past, looked_up: 0 }
    }

    /// The values of the legal moves.
    pub(super) fn moves(&mut self, position: &Position) -> Result<Vec<(Move, Option<Exact>)>, TableError> {
        let moves = self.tables.moves(position)?;
        self.looked_up += moves.len() as u64;
        Ok(moves)
    }

    /// How hard a position is that is the opponent's to move and that `winner` wins. What is sure to
    /// be easier than a `rival` need not be exact.
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

    /// How likely the opponent goes wrong if answers are as likely as they look good: by the next
    /// answer, or after the best-looking of the right ones by those to our next moves, so many. What
    /// is sure to be less than `beat` need not be exact.
    fn peril(
        &mut self,
        position: &Position,
        winner: Option<Side>,
        ahead: u32,
        beat: u64,
    ) -> Result<u64, TableError> {
        let opponent = position.turn();
        if winner == Some(opponent.other()) {
            // Who has lost can go wrong no more.
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
        // Who has found the answer before is likely to find it again.
        Ok(peril >> self.past.times(position).min(20))
    }

    /// The greatest peril that a move of ours leads to without giving anything away.
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

/// How a position looks to the side to move: to people, not to us.
fn glance(position: &Position) -> i32 {
    EvalWeights::by_hand(position.rules().capture()).evaluate(position, &())
}

/// The same, captures that it can make at once included.
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
