//! Playing by the tables.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Exact, Position as _, Record, Side};
use chautari_solve::TableError;

use super::tables::Tables;
use crate::position::Recurrence;
use crate::{Action, Banchess, Position};

/// An action picked by the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The action.
    pub action: Action,
    /// The value of the position after the action.
    pub value: Exact,
    /// The number of positions looked up.
    pub looked_up: u64,
}

/// The merit of an action for the side that plays it; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    /// Later is better.
    Loses(u32),
    /// New positions are better, then those in which the opponent errs more easily.
    Draws { is_new: bool, snares: u64 },
    /// Sooner is better.
    Wins(Reverse<u32>),
}

impl Tables {
    /// Picks a best action; `None` if the tables do not cover the position or the game is over.
    ///
    /// It wins in the fewest plies and loses in the most. In a drawn position it preserves the draw, prefers
    /// new positions, and among those the one in which most replies lose.
    pub fn choose(&self, record: &Record<Banchess>) -> Result<Option<Chosen>, TableError> {
        if record.outcome().is_some() {
            return Ok(None);
        }
        let mut seen: HashMap<Recurrence, u32> = HashMap::new();
        for recurrence in record.positions().filter_map(chautari_game::Position::recurrence) {
            *seen.entry(recurrence).or_insert(0) += 1;
        }
        let position = record.position();
        let (player, mut looked_up) = (position.turn(), 0);
        let mut best: Option<(Merit, Chosen)> = None;
        for action in position.moves() {
            let next = position.after(action);
            let times = next.recurrence().and_then(|r| seen.get(&r).copied()).unwrap_or(0);
            looked_up += 1;
            let Some(mut value) = self.value(&next)? else { return Ok(None) };
            if next.recurred(times + 1).is_some() {
                value = Exact { winner: None, plies: None };
            }
            let merit = match value {
                Exact { winner: None, .. } => {
                    let snares = self.snares(&next, player, &mut looked_up)?;
                    Merit::Draws { is_new: times == 0, snares }
                }
                Exact { winner: Some(winner), plies } if winner == player => {
                    Merit::Wins(Reverse(plies.unwrap_or(u32::MAX)))
                }
                Exact { plies, .. } => Merit::Loses(plies.unwrap_or(u32::MAX)),
            };
            if best.as_ref().is_none_or(|(other, _)| merit > *other) {
                best = Some((merit, Chosen { action, value, looked_up: 0 }));
            }
        }
        Ok(best.map(|(_, chosen)| Chosen { looked_up, ..chosen }))
    }

    /// Returns how many of a thousand replies lose, after the best ban if one is still due.
    fn snares(&self, position: &Position, player: Side, looked_up: &mut u64) -> Result<u64, TableError> {
        let moves = position.moves();
        let mut best = 0;
        let mut losing = 0;
        for &m in &moves {
            let next = position.after(m);
            if position.turn() == player {
                best = best.max(self.snares(&next, player, looked_up)?);
            } else {
                *looked_up += 1;
                losing += u64::from(self.value(&next)?.is_some_and(|value| value.winner == Some(player)));
            }
        }
        Ok(best.max(1000 * losing / (moves.len() as u64).max(1)))
    }

    /// Returns a principal variation of at most `most` plies from a position.
    pub(crate) fn line(&self, position: &Position, most: usize) -> Result<Vec<Action>, TableError> {
        let (mut at, mut line) = (position.clone(), Vec::new());
        while line.len() < most {
            let player = at.turn();
            let mut best = None;
            for action in at.moves() {
                let Some(value) = self.value(&at.after(action))? else { continue };
                let merit = match value {
                    Exact { winner: None, .. } => continue,
                    Exact { winner, plies } if winner == Some(player) => {
                        Merit::Wins(Reverse(plies.unwrap_or(0)))
                    }
                    Exact { plies, .. } => Merit::Loses(plies.unwrap_or(0)),
                };
                if best.is_none_or(|(other, _)| merit > other) {
                    best = Some((merit, action));
                }
            }
            let Some((_, action)) = best else { break };
            line.push(action);
            at = at.after(action);
        }
        Ok(line)
    }
}
