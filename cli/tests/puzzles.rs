//! Verifies a sample of the built-in puzzles, solves one and generates a few.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use chautari_game::{AnyGame, Puzzle};
use chautari_games::GAMES;

use crate::binary::{ask, ask_with, json};

/// Returns the games that have puzzles.
fn with_puzzles() -> impl Iterator<Item = (&'static dyn AnyGame, Vec<Puzzle<'static>>)> {
    GAMES.iter().map(|game| (*game, Puzzle::read_all(game.info().puzzles))).filter(|(_, all)| !all.is_empty())
}

#[test]
fn every_line_is_a_playable_puzzle() {
    let mut games = 0;
    for (game, all) in with_puzzles() {
        let info = game.info();
        assert_eq!(all.len(), info.puzzles.lines().count(), "{}: a line is not a puzzle", info.id);
        let least = if info.id == "baghchal" { 2000 } else { 500 };
        assert!(all.len() >= least, "{}: {} puzzles", info.id, all.len());
        // There are easy and hard puzzles.
        let (easy, hard) =
            (all.iter().map(|one| one.difficulty).min(), all.iter().map(|one| one.difficulty).max());
        assert!(hard > easy.map(|easy| easy + 300), "{}: from {easy:?} to {hard:?}", info.id);
        for puzzle in &all {
            let mut record = game.read_position(puzzle.position).unwrap();
            assert_eq!(record.position(), puzzle.position);
            for text in &puzzle.moves {
                record.play(text).unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.line()));
            }
            assert!(["win", "hold"].contains(&puzzle.themes[0]), "{}", puzzle.line());
            assert!(puzzle.themes.iter().all(|theme| Puzzle::THEMES.contains(theme)), "{}", puzzle.line());
        }
        let mut positions: Vec<_> = all.iter().map(|puzzle| puzzle.position).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), all.len(), "{}: the same puzzle twice", info.id);
        games += 1;
    }
    assert_eq!(games, 4);
}

/// `chautari puzzles GAME --prove` verifies all puzzles, with the tables of `chautari solve baghchal`.
#[test]
fn sample_of_puzzles_is_proven() {
    for (game, all) in with_puzzles() {
        let id = game.info().id;
        // Without tables only wins that end the game are decided. In Bagh Chal these are a part of the puzzles, so the
        // sample is larger, to contain about a dozen of them.
        let ends = |puzzle: &&Puzzle| {
            let mut record = game.read_position(puzzle.position).unwrap();
            puzzle.moves.iter().for_each(|text| drop(record.play(text).unwrap()));
            puzzle.themes[0] == "win" && record.outcome().is_some()
        };
        let ending = all.iter().filter(ends).count();
        let count = (12 * all.len()).div_ceil(ending);
        let found = json(&["puzzles", id, "--prove", "--count", &count.to_string(), "--json"]).pop().unwrap();
        assert_eq!(found["wrong"], 0, "{id}: {found}");
        let proven = found["proven"].as_u64().unwrap();
        assert!(
            proven >= if ending == all.len() { 12 } else { 4 },
            "{id}: {ending} of {}, {found}",
            all.len()
        );
    }
}

#[test]
fn puzzle_is_solved_at_the_terminal() {
    let puzzles = with_puzzles().find(|(game, _)| game.info().id == "creeper").unwrap().1;
    let puzzle = &puzzles[0];
    let own: Vec<_> = puzzle.moves.iter().step_by(2).copied().collect();
    let typed = format!("non\x1b[Asense\nhint\n{}\n", own.join("\n"));
    let answer = ask_with(typed.as_bytes(), &["puzzle", "creeper", "--number", "1"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(answer.out.contains("Look at ") && answer.out.ends_with("Solved.\n"), "{}", answer.out);
    assert!(!answer.out.contains('\x1b'), "control characters are replaced");
    let (mover, turns) = (if puzzle.position.ends_with('x') { "Teal" } else { "Orange" }, own.len());
    let task = format!(": {mover} to move: win in {turns} moves.");
    assert!(answer.out.contains(&task) && answer.out.contains(&format!("{mover}> ")), "{}", answer.out);
    let shown = ask_with(b"show\n", &["puzzle", "creeper", "--number", "1"]);
    assert!(shown.out.contains("The solution: "), "{}", shown.out);
    assert!(ask(&["puzzle", "creeper"]).out.contains("Puzzle "));
    let beyond = ask(&["puzzle", "creeper", "--number", "100000"]);
    assert_eq!(beyond.code, 2);
    assert!(beyond.err.contains("has puzzles 1 to"), "{}", beyond.err);
}

#[test]
fn puzzle_generation_is_deterministic() {
    let words = ["puzzles", "creeper", "--count", "2", "--seed", "5"];
    let made = ask(&words);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(Puzzle::read_all(&made.out).len(), 2, "{}", made.out);
    assert_eq!(ask(&words).out, made.out);
}
