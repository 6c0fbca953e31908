//! Playing by the tables.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Exact, Position as _, Record, Side};
use chautari_solve::TableError;

use super::tables::Tables;
use crate::position::Recurrence;
use crate::{Action, Banchess, Position};

/// An action chosen by the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The action.
    pub action: Action,
    /// What the position after it is worth.
    pub value: Exact,
    /// How many positions were looked up for it.
    pub looked_up: u64,
}

/// What an action is worth to whoever plays it, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    /// The later the better.
    Loses(u32),
    /// Rather where the game has not been, and where the opponent goes wrong more easily.
    Draws { is_new: bool, snares: u64 },
    /// The sooner the better.
    Wins(Reverse<u32>),
}

impl Tables {
    /// A best action, or `None` where the tables cannot tell or the game is over.
    ///
    /// It wins in the fewest plies and loses in the most. In a drawn position it holds the draw, goes
    /// where the game has not been yet, and of such actions prefers the one after which most answers lose.
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

    /// Of a thousand answers by the opponent, how many lose, after the best ban where one is still due.
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

    /// How play goes on from a position, for so many plies.
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
