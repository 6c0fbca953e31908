//! `puzzles`: generates puzzles and verifies the built-in ones.

mod make;
mod prover;
mod solution;
mod themes;

use std::io::Write;

use chautari_game::{AnyGame, Fault, Puzzle, Rng};
use rayon::prelude::*;

use self::prover::{MoveResult, MoveResults, PuzzleProver};
use super::tables;
use crate::args;
use crate::output::{CommandResult, Failure};

/// The options of `puzzles`.
pub(super) struct PuzzlesRequest {
    pub(super) count: Option<usize>,
    pub(super) seed: u64,
    pub(super) prove: bool,
    pub(super) json: bool,
}

pub(super) fn run(
    game: &str,
    tables_args: &args::TablesArgs,
    request: &PuzzlesRequest,
    out: &mut dyn Write,
) -> CommandResult {
    let game = tables::game(game, tables_args)?;
    let oracle = match tables::folder(tables_args.dir.as_deref()) {
        Some(folder) => game.oracle(&folder).map_err(|error| Failure::bad(error.to_string()))?,
        None => None,
    };
    let prover = PuzzleProver { oracle };
    if request.prove {
        return verify(&*game, &prover, request, out);
    }
    make::make(&*game, &prover, request.count.unwrap_or(100), request.seed, out)
}

/// Verifies the built-in puzzles, all or a random sample.
fn verify(
    game: &dyn AnyGame,
    prover: &PuzzleProver,
    request: &PuzzlesRequest,
    out: &mut dyn Write,
) -> CommandResult {
    let all = Puzzle::read_all(game.info().puzzles);
    let mut chosen: Vec<_> = (1..).zip(&all).collect();
    if let Some(count) = request.count {
        let mut dice = Rng::new(request.seed);
        chosen.sort_by_cached_key(|_| dice.next_u64());
        chosen.truncate(count);
    }
    let results: Vec<_> =
        chosen.par_iter().map(|(number, puzzle)| (number, holds(game, prover, puzzle))).collect();
    let (mut wrong, mut unknown) = (0, 0);
    for (number, result) in &results {
        match result {
            Ok(true) => {}
            Ok(false) => unknown += 1,
            Err(why) => {
                wrong += 1;
                writeln!(out, "{number}: {why}")?;
            }
        }
    }
    let confirmed = results.len() - wrong - unknown;
    if request.json {
        let line = serde_json::json!({"puzzles": all.len(), "proven": confirmed, "unknown": unknown, "wrong": wrong});
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{confirmed} of {} proven, {unknown} undecided without more tables, {wrong} wrong.",
            results.len()
        )?;
    }
    if wrong == 0 { Ok(()) } else { Err(Failure::no("Some puzzles are wrong.")) }
}

/// Checks that each of the solver's moves is the only right one or ends the game. Returns `false` if that cannot be decided
/// without further tables; errors if the puzzle is wrong.
fn holds(game: &dyn AnyGame, prover: &PuzzleProver, puzzle: &Puzzle) -> Result<bool, String> {
    let fault = |fault: Fault| fault.to_string();
    let begun = game.read_position(puzzle.position).map_err(fault)?;
    let solver = begun.turn();
    let mut whole = begun.fork();
    for text in &puzzle.moves {
        whole.play(text).map_err(fault)?;
    }
    // An exhaustive search proves only wins that end the game; everything else needs tables.
    let ends = whole.outcome().is_some() && puzzle.themes[0] == Puzzle::WIN;
    let mut record = begun;
    for (played, text) in puzzle.moves.iter().enumerate() {
        if record.turn() == solver {
            let left = (puzzle.moves.len() - played) as u32;
            let damaged = |_| "The tables are damaged.".to_owned();
            let mut results =
                if ends { PuzzleProver::BRUTE_FORCE.prove(&*record, left).map_err(damaged)? } else { None };
            if results.is_none() {
                results = prover.look_up(&*record).map_err(damaged)?;
            }
            let Some(results) = results else { return Ok(false) };
            if !is_right(&results, text, puzzle.themes[0]) {
                let goal = puzzle.themes[0];
                return Err(format!("{text} is not the only move to {goal} in {}.", record.position()));
            }
        }
        record.play(text).map_err(fault)?;
    }
    Ok(true)
}

/// Returns whether a move is the only one that reaches the goal, or wins at once.
fn is_right(results: &MoveResults, text: &str, goal: &str) -> bool {
    let ends = results
        .moves
        .iter()
        .any(|(found, result, plies)| found == text && *result == MoveResult::Wins && *plies == Some(1));
    results.only_move() == Some((goal, text)) || (ends && goal == Puzzle::WIN)
}
