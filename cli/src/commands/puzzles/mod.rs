//! `puzzles`: made, and proven again.

mod line;
mod make;
mod themes;
mod truth;

use std::io::Write;

use chautari_game::{AnyGame, Fault, Puzzle, Rng};
use rayon::prelude::*;

use self::truth::{Judged, Truth, Worth};
use super::tables;
use crate::report::Failure;
use crate::{Done, args};

/// What was asked for.
pub(super) struct Request {
    pub(super) count: Option<usize>,
    pub(super) seed: u64,
    pub(super) prove: bool,
    pub(super) json: bool,
}

pub(super) fn run(game: &str, place: &args::Tables, request: &Request, out: &mut dyn Write) -> Done {
    let game = tables::game(game, place)?;
    let oracle = match tables::folder(place.dir.as_deref()) {
        Some(folder) => game.oracle(&folder).map_err(|error| Failure::bad(error.to_string()))?,
        None => None,
    };
    let truth = Truth { oracle };
    if request.prove {
        return prove(&*game, &truth, request, out);
    }
    make::make(&*game, &truth, request.count.unwrap_or(100), request.seed, out)
}

/// Proves the puzzles in this program again, all of them or this many by chance.
fn prove(game: &dyn AnyGame, truth: &Truth, request: &Request, out: &mut dyn Write) -> Done {
    let all = Puzzle::read_all(game.info().puzzles);
    let mut chosen: Vec<_> = (1..).zip(&all).collect();
    if let Some(count) = request.count {
        let mut dice = Rng::new(request.seed);
        chosen.sort_by_cached_key(|_| dice.next_u64());
        chosen.truncate(count);
    }
    let results: Vec<_> =
        chosen.par_iter().map(|(number, puzzle)| (number, holds(game, truth, puzzle))).collect();
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
    let proven = results.len() - wrong - unknown;
    if request.json {
        let line =
            serde_json::json!({"puzzles": all.len(), "proven": proven, "unknown": unknown, "wrong": wrong});
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{proven} of {} proven, {unknown} beyond what is here, {wrong} wrong.", results.len())?;
    }
    if wrong == 0 { Ok(()) } else { Err(Failure::no("Not every puzzle holds.")) }
}

/// Whether a puzzle is what it says: each move of the solver's is the only right one, or ends the game. `false`
/// where that cannot be decided here: tables are missing.
fn holds(game: &dyn AnyGame, tables: &Truth, puzzle: &Puzzle) -> Result<bool, String> {
    let fault = |fault: Fault| fault.to_string();
    let begun = game.read_position(puzzle.position).map_err(fault)?;
    let solver = begun.turn();
    let mut whole = begun.fork();
    for text in &puzzle.moves {
        whole.play(text).map_err(fault)?;
    }
    // A win that goes to the end can be tried out; of everything else only tables know.
    let ends = whole.outcome().is_some() && puzzle.themes[0] == Puzzle::WIN;
    let mut record = begun;
    for (played, text) in puzzle.moves.iter().enumerate() {
        if record.turn() == solver {
            let left = (puzzle.moves.len() - played) as u32;
            let damaged = |_| "The tables are damaged.".to_owned();
            let mut judged = if ends { Truth::TRYING.judge(&*record, left).map_err(damaged)? } else { None };
            if judged.is_none() {
                judged = tables.exactly(&*record).map_err(damaged)?;
            }
            let Some(judged) = judged else { return Ok(false) };
            if !is_right(&judged, text, puzzle.themes[0]) {
                let goal = puzzle.themes[0];
                return Err(format!("{text} is not the only move to {goal} in {}.", record.position()));
            }
        }
        record.play(text).map_err(fault)?;
    }
    Ok(true)
}

fn is_right(judged: &Judged, text: &str, goal: &str) -> bool {
    let ends = judged
        .moves
        .iter()
        .any(|(found, worth, plies)| found == text && *worth == Worth::Wins && *plies == Some(1));
    judged.only_move() == Some((goal, text)) || (ends && goal == Puzzle::WIN)
}
