//! Forced wins: proven by exhaustive search, and found by the engine.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use chautari_baghchal::{Baghchal, Obx, Position};
use chautari_game::{EngineOptions, Game, Limit, Notation, Position as _, Record, Score};

/// Fewer nodes than the engine visits in a second on a slow machine.
const A_SECOND: u64 = 500_000;

const PROFILES: [Baghchal; 2] = [Baghchal::OPTIONAL, Baghchal::COMPULSORY];

/// An exhaustive search with a table of results.
#[derive(Default)]
struct Proof(HashMap<(Position, u32), bool>);

impl Proof {
    /// Whether the side to move can force a win within `plies` plies.
    fn wins_within(&mut self, position: &Position, plies: u32) -> bool {
        if position.outcome().is_some() || plies == 0 {
            return false;
        }
        if let Some(&known) = self.0.get(&(*position, plies)) {
            return known;
        }
        let wins = position.moves().into_iter().any(|m| self.loses_within(&position.after(m), plies - 1));
        self.0.insert((*position, plies), wins);
        wins
    }

    /// Whether the side to move loses within `plies` plies against best play.
    fn loses_within(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(position.turn().other());
        }
        plies > 0 && position.moves().into_iter().all(|m| self.wins_within(&position.after(m), plies - 1))
    }

    /// Returns the moves that force a win within `plies` plies, sorted.
    fn winning_moves(&mut self, position: &Position, plies: u32) -> BTreeSet<String> {
        let moves = position.moves().into_iter();
        let winning = moves.filter(|&m| self.loses_within(&position.after(m), plies - 1));
        winning.map(|m| Obx::Plain.write_move(position, m)).collect()
    }
}

fn think(record: &Record<Baghchal>, nodes: u64) -> (Option<String>, Score) {
    let mut engine = record.game().engine(&EngineOptions { hash: 16, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    let thought = engine.think(record, &limit, &mut |_| ControlFlow::Continue(()));
    (thought.best.map(|m| Obx::Plain.write_move(record.position(), m)), thought.score)
}

struct Puzzle {
    text: String,
    record: Record<Baghchal>,
    /// The number of plies to the win.
    plies: u32,
    /// The winning first moves.
    moves: BTreeSet<String>,
}

fn puzzles() -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/baghchal/puzzles.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let [id, position, plies, moves] = line.split(" ; ").collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        let game = PROFILES.into_iter().find(|game| game.info().id == id).unwrap();
        Puzzle {
            text: line.to_owned(),
            record: Obx::Plain.read(game, position).unwrap(),
            plies: plies.parse().unwrap(),
            moves: moves.split(' ').map(str::to_owned).collect(),
        }
    };
    lines.map(read).collect()
}

#[test]
fn puzzles_are_won_by_these_moves_and_no_others() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 25);
    let distinct: HashSet<_> = puzzles.iter().map(|puzzle| puzzle.record.position()).collect();
    assert_eq!(distinct.len(), puzzles.len(), "one is there twice");
    for game in PROFILES {
        for side in chautari_game::Side::ALL {
            let of = |p: &&Puzzle| p.record.game() == game && p.record.position().turn() == side;
            assert!(puzzles.iter().filter(of).count() >= 4, "{game:?}, {side:?}");
        }
    }
    for Puzzle { text, record, plies, moves } in &puzzles {
        let mut proof = Proof::default();
        assert_eq!(proof.winning_moves(record.position(), *plies), *moves, "{text}");
        // A shorter win of the other parity is impossible.
        assert!(!proof.wins_within(record.position(), plies - 2), "{text}: won before {plies}");
    }
}

#[test]
fn puzzles_are_solved_within_a_second() {
    for Puzzle { text, record, plies, moves } in puzzles() {
        let (best, score) = think(&record, A_SECOND);
        assert_eq!(score, Score::Win(plies), "{text}");
        assert!(best.is_some_and(|m| moves.contains(&m)), "{text}");
    }
}
