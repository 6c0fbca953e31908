//! Forced wins, from `spec/gomoku/puzzles.txt`.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use chautari_game::{EngineOptions, Game, Notation, Position as _, Score};
use chautari_gomoku::{Cell, Gomoku, Position, Text};

use crate::play::{loses_within, nodes, record, think};

struct Puzzle {
    position: Position,
    plies: u32,
    moves: Vec<Cell>,
}

fn puzzles() -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/gomoku/puzzles.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let puzzle = |line: &str| {
        let [position, plies, moves] = line.split(" ; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = *Text::Cells.read(Gomoku, position).unwrap().position();
        let read = |text| Text::Cells.read_move(&position, text).unwrap();
        let moves = moves.split_whitespace().map(read).collect();
        Puzzle { position, plies: plies.parse().unwrap(), moves }
    };
    lines.map(puzzle).collect()
}

/// Returns the moves that win within `plies` plies, by exhaustive search.
fn winning_moves(position: &Position, plies: u32) -> Vec<Cell> {
    position.legal().iter().filter(|&m| loses_within(&position.after(m), plies - 1)).collect()
}

#[test]
fn puzzles_are_solved() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 25, "{} puzzles", puzzles.len());
    for Puzzle { position, plies, moves } in puzzles {
        let mut engine = Gomoku.engine(&EngineOptions { hash: 4, ..EngineOptions::default() });
        // Far less than a second.
        let thought = think(&mut *engine, &record(position), &nodes(100_000));
        assert_eq!(thought.score, Score::Win(plies), "{position:?}");
        assert!(thought.best.is_some_and(|best| moves.contains(&best)), "{position:?} {thought:?}");
    }
}

#[test]
#[ignore = "a minute or so: tries everything"]
fn puzzles_are_proven() {
    for Puzzle { position, plies, moves } in puzzles() {
        assert_eq!(winning_moves(&position, plies), moves, "{position:?}");
        assert_eq!(winning_moves(&position, plies - 2), [], "{position:?}");
    }
}
