//! Forced wins: proven by exhaustive search, and found by the engine.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use chautari_creeper::{Creeper, Position, Softserve};
use chautari_game::{EngineOptions, Game, Limit, Notation, Position as _, Record, Score};

use crate::spec::{record, table};

/// Nodes the engine can visit in a second on a slow machine.
const A_SECOND: u64 = 500_000;

/// An exhaustive search with a table of results.
#[derive(Default)]
struct Proof(HashMap<(Position, u32), bool>);

impl Proof {
    /// Whether the side to move can force a win within `plies` plies.
    fn wins_within(&mut self, position: &Position, plies: u32) -> bool {
        if plies <= 1 {
            return plies == 1 && position.moves().into_iter().any(|m| has_won(&position.after(m)));
        }
        if let Some(&known) = self.0.get(&(*position, plies)) {
            return known;
        }
        let wins = self.wins_within(position, 1)
            || position.moves().into_iter().any(|m| self.loses_within(&position.after(m), plies - 1));
        self.0.insert((*position, plies), wins);
        wins
    }

    /// Whether the side to move loses within `plies` plies against best play.
    fn loses_within(&mut self, position: &Position, plies: u32) -> bool {
        if position.outcome().is_some() {
            return has_won(position);
        }
        plies > 0 && position.moves().into_iter().all(|m| self.wins_within(&position.after(m), plies - 1))
    }

    /// Returns the moves that force a win within `plies` plies.
    fn winning_moves(&mut self, position: &Position, plies: u32) -> Vec<String> {
        let moves = position.moves().into_iter();
        let winning = moves.filter(|&m| self.loses_within(&position.after(m), plies - 1));
        winning.map(|m| Softserve.write_move(position, m)).collect()
    }
}

/// Whether the side that moved last has won.
fn has_won(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn().other()))
}

fn think(record: &Record<Creeper>, nodes: u64) -> (Option<String>, Score) {
    let mut engine = Creeper.engine(&EngineOptions { hash: 16, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    let thought = engine.think(record, &limit, &mut |_| ControlFlow::Continue(()));
    (thought.best.map(|m| Softserve.write_move(record.position(), m)), thought.score)
}

/// Returns the state, the plies to the win and the winning first moves of each puzzle.
fn puzzles() -> Vec<(String, u32, Vec<String>)> {
    let puzzle = |row: Vec<String>| {
        let plies = row[1].parse().expect("a number of plies");
        (row[0].clone(), plies, row[2].split(' ').map(str::to_owned).collect())
    };
    table("puzzles.txt").into_iter().map(puzzle).collect()
}

#[test]
fn puzzles_are_won_by_these_moves_and_no_others() {
    let mut seen = HashSet::new();
    for (state, plies, moves) in puzzles() {
        assert!(seen.insert(state.clone()), "{state} is there twice");
        let position = *record(&state).position();
        let mut proof = Proof::default();
        assert_eq!(proof.winning_moves(&position, plies), moves, "{state}");
        // A shorter win of the other parity is impossible.
        assert!(!proof.wins_within(&position, plies - 2), "{state} is won before {plies}");
    }
    assert!(seen.len() >= 25);
}

#[test]
fn puzzles_are_solved_within_a_second() {
    for (state, plies, moves) in puzzles() {
        let (best, score) = think(&record(&state), A_SECOND);
        assert_eq!(score, Score::Win(plies), "{state}");
        assert!(best.is_some_and(|m| moves.contains(&m)), "{state}");
    }
}
