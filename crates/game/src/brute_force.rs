//! Brute-force search for forced wins: slow, but exact.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::{Position, Side};

/// An exhaustive search with a node budget. Laws about sequences, such as repetition, are ignored: a win
/// forced within a few plies repeats no position.
pub struct ForcedWinSearch<P: Position> {
    known: HashMap<(P, Side, u32), bool>,
    /// For each remaining depth, the reply that last escaped a loss; it is tried first, because it often
    /// escapes again.
    killers: Vec<Option<P::Move>>,
    left: u64,
}

/// Each legal move with the number of plies in which it forces a win, the move included; `None` if it does
/// not.
pub type ForcedWins<M> = Vec<(M, Option<u32>)>;

/// The node budget ran out before the result was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl<P: Position> ForcedWinSearch<P> {
    /// Creates a search that visits at most `budget` positions.
    pub fn new(budget: u64) -> ForcedWinSearch<P> {
        ForcedWinSearch { known: HashMap::new(), killers: Vec::new(), left: budget }
    }

    /// Whether `side` can force a win within `plies` plies.
    pub fn wins(&mut self, position: &P, side: Side, plies: u32) -> Result<bool, OutOfBudget> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(side));
        }
        if plies == 0 {
            return Ok(false);
        }
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget)?;
        // The last plies are cheaper to search than to look up.
        let worth_keeping = plies > 1;
        if worth_keeping && let Some(&known) = self.known.get(&(position.clone(), side, plies)) {
            return Ok(known);
        }
        let wins = if position.turn() == side {
            self.some_move_wins(position, side, plies)?
        } else {
            !self.some_move_escapes(position, side, plies)?
        };
        if worth_keeping {
            self.known.insert((position.clone(), side, plies), wins);
        }
        Ok(wins)
    }

    fn some_move_wins(&mut self, position: &P, side: Side, plies: u32) -> Result<bool, OutOfBudget> {
        let found = position.each_move(|m| match self.wins(&position.after(m), side, plies - 1) {
            Ok(false) => ControlFlow::Continue(()),
            decided => ControlFlow::Break(decided),
        });
        found.break_value().unwrap_or(Ok(false))
    }

    fn some_move_escapes(&mut self, position: &P, side: Side, plies: u32) -> Result<bool, OutOfBudget> {
        let depth = plies as usize;
        self.killers.resize(self.killers.len().max(depth + 1), None);
        if let Some(killer) = self.killers[depth]
            && position.check(killer).is_ok()
            && !self.wins(&position.after(killer), side, plies - 1)?
        {
            return Ok(true);
        }
        let found = position.each_move(|m| match self.wins(&position.after(m), side, plies - 1) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(Ok(m)),
            Err(spent) => ControlFlow::Break(Err(spent)),
        });
        match found.break_value() {
            None => Ok(false),
            Some(escape) => {
                self.killers[depth] = Some(escape?);
                Ok(true)
            }
        }
    }

    /// Returns each legal move with the number of plies in which it forces a win, the move included, or
    /// `None` if that takes more than `plies`.
    pub fn each(&mut self, position: &P, plies: u32) -> Result<ForcedWins<P::Move>, OutOfBudget> {
        let side = position.turn();
        let mut moves: Vec<_> = position.moves().into_iter().map(|m| (m, None)).collect();
        for within in 1..=plies {
            for (m, found) in moves.iter_mut().filter(|(_, found)| found.is_none()) {
                *found = self.wins(&position.after(*m), side, within - 1)?.then_some(within);
            }
        }
        Ok(moves)
    }
}
