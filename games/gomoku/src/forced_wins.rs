//! Forced wins: which moves win, and how soon. Used for puzzles.
//!
//! The board is too large for long exhaustive searches. Wins within five plies are found by the [`Prover`],
//! which is complete for them, as `exhaustive.rs` tests. Longer ones are found by searching all moves of both
//! sides on top of that, so the result is complete too.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use chautari_game::{ForcedWins, Key, Limit, OutOfBudget, Position as _};
use chautari_search::Budget;

use crate::eval::{Need, need};
use crate::line_state::Node;
use crate::threats::{Prover, defences};
use crate::{Cell, Position};

/// Returns each legal move with the number of plies in which it forces a win, or `None` if that takes more
/// than `plies`.
pub(crate) fn forced(position: &Position, plies: u32, nodes: u64) -> Result<ForcedWins<Cell>, OutOfBudget> {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    let spent = AtomicBool::new(false);
    let mut budget = Budget::new(&limit, &spent);
    let mut search = Search { prover: Prover::new(&mut budget), known: HashMap::new() };
    let node = Node::new(position);
    let mut moves: ForcedWins<Cell> = position.moves().into_iter().map(|cell| (cell, None)).collect();
    // The mover wins with its own move, so the number of plies is odd.
    for within in (1..=plies).step_by(2) {
        for (cell, found) in moves.iter_mut().filter(|(_, found)| found.is_none()) {
            *found = search.loses(&node.after(*cell), within - 1)?.then_some(within);
        }
    }
    Ok(moves)
}

struct Search<'a, 'b> {
    prover: Prover<'a, 'b>,
    /// Whether the side to move wins within this many plies, if that is more than the prover covers.
    known: HashMap<(Key, u32), bool>,
}

impl Search<'_, '_> {
    /// Whether the side to move loses within `plies` plies against best play.
    fn loses(&mut self, node: &Node, plies: u32) -> Result<bool, OutOfBudget> {
        let Node { position, state } = node;
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(position.turn().other()));
        }
        if plies == 0 {
            return Ok(false);
        }
        let answers = match need(position, state) {
            Need::Win(_) => return Ok(false),
            // All other moves lose at once.
            Need::Stop(stops) => stops.iter().collect(),
            // Moves without a threat are refuted by a stone without effect, so try one first.
            Need::None => remote(position).into_iter().chain(defences(node)).collect::<Vec<_>>(),
        };
        for cell in answers {
            if !self.wins(&node.after(cell), plies - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move wins within `plies` plies.
    fn wins(&mut self, node: &Node, plies: u32) -> Result<bool, OutOfBudget> {
        let Node { position, state } = node;
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(position.turn()));
        }
        if plies <= Prover::SURE_PLIES {
            return self.prover.wins_within(node, plies);
        }
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let moves = match need(position, state) {
            Need::Win(_) => return Ok(true),
            Need::Stop(stops) => stops.iter().collect(),
            Need::None => position.moves(),
        };
        let mut wins = false;
        for cell in moves {
            wins = self.loses(&node.after(cell), plies - 1)?;
            if wins {
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }
}

/// Returns a cell far from every stone, if there is one.
fn remote(position: &Position) -> Option<Cell> {
    const FAR: u16 = 4;
    let legal = position.legal();
    let taken: Vec<Cell> = Cell::all().filter(|&cell| position.stone_at(cell).is_some()).collect();
    let is_far = |cell: &Cell| {
        let apart =
            |other: &Cell| cell.row().abs_diff(other.row()).max(cell.column().abs_diff(other.column()));
        taken.iter().all(|other| apart(other) > FAR)
    };
    legal.iter().find(is_far)
}

#[cfg(test)]
mod tests {
    use chautari_game::{ForcedWinSearch, Game, Notation, Rng};

    use super::*;
    use crate::{Gomoku, Text};

    fn read(text: &str) -> Position {
        *Text::Cells.read(Gomoku, text).unwrap().position()
    }

    /// Short wins agree with exhaustive search.
    #[test]
    fn forced_wins_agree_with_brute_force() {
        let puzzles = chautari_game::Puzzle::read_all(include_str!("../puzzles.txt"));
        let mut rng = Rng::new(7);
        for _ in 0..12 {
            let position = read(rng.pick(&puzzles).unwrap().position);
            let mut tried = ForcedWinSearch::new(u64::MAX).each(&position, 3).unwrap();
            let mut found = forced(&position, 3, u64::MAX).unwrap();
            tried.sort_by_key(|(cell, _)| cell.number());
            found.sort_by_key(|(cell, _)| cell.number());
            assert_eq!(found, tried, "{position:?}");
        }
    }

    #[test]
    fn exhausted_budget_is_an_error() {
        assert_eq!(forced(&Gomoku.start(), 5, 10), Err(OutOfBudget));
    }
}
