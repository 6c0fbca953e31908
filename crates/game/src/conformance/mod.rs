//! The conformance kit: laws that every game must satisfy.
//!
//! [`conform`] walks a game at random and checks the laws at the positions it reaches, including those about
//! engines; [`spec`] runs the tables of expected results under `spec/`, [`transcripts`] the recorded sessions
//! of protocols; [`fuzz`] contains the bodies of the fuzz targets. Nothing here depends on a particular game.

mod dense;
mod engines;
pub mod fuzz;
mod laws;
pub mod spec;
pub mod transcripts;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

pub(crate) use laws::unbroken;

use crate::{Game, Notation, Position, Record};

/// How much testing to do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of random games to walk and of random texts to read.
    pub cases: u32,
    /// The maximum length of a walk.
    pub plies: usize,
}

/// Checks a game against all laws. The error names the violated law and the shortest walk that violates it.
pub fn conform<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    let run = |what: &str, result: Result<(), String>| result.map_err(|e| format!("{what}: {e}"));
    run("info", laws::info(game))?;
    run("actions", dense::numbers(game))?;
    run("walk", walks(game, effort))?;
    run("text", texts(game, effort))?;
    run("engine", engines(game, effort))
}

fn runner(effort: &Effort) -> TestRunner {
    let mut config = Config { cases: effort.cases, failure_persistence: None, ..Config::default() };
    // WebAssembly modules have no source of randomness.
    if cfg!(target_family = "wasm") {
        config.rng_seed = RngSeed::Fixed(1);
    }
    TestRunner::new(config)
}

fn failed(e: String) -> TestCaseError {
    TestCaseError::fail(e)
}

/// Walks the game by these choices, each of which selects one of the legal moves. Stops at the end of the
/// game.
fn walk<G: Game>(
    game: G,
    choices: &[u16],
    mut visit: impl FnMut(&Record<G>) -> Result<(), String>,
) -> Result<Record<G>, String> {
    let mut record = Record::new(game);
    visit(&record)?;
    for &choice in choices {
        if record.outcome().is_some() {
            break;
        }
        let moves = record.position().moves();
        if moves.is_empty() {
            return Err(format!("no moves and no outcome at {:?}", record.position()));
        }
        record.push(moves[usize::from(choice) % moves.len()]);
        visit(&record)?;
    }
    Ok(record)
}

/// Checks all laws along the line of play given by `choices`.
pub(crate) fn lawful<G: Game>(game: G, choices: &[u16]) -> Result<(), String> {
    let record = walk(game, choices, laws::everywhere)?;
    laws::in_depth(&record)
}

fn walks<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    let choices = vec(any::<u16>(), 0..effort.plies);
    runner(effort).run(&choices, |choices| lawful(game, &choices).map_err(failed)).map_err(|e| e.to_string())
}

/// Searching costs more than walking, so the engine laws run in one of ten cases.
fn engines<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    // WebAssembly has neither threads nor sleep.
    if !cfg!(target_family = "wasm") {
        engines::in_time(game)?;
    }
    let choices = vec(any::<u16>(), effort.plies / 2..effort.plies);
    let thoughtful = |choices: Vec<u16>| {
        let record = walk(game, &choices, engines::everywhere).map_err(failed)?;
        engines::repeatable(&record).map_err(failed)?;
        engines::several_lines(&record).map_err(failed)
    };
    let effort = Effort { cases: effort.cases.div_ceil(10), ..*effort };
    runner(&effort).run(&choices, thoughtful).map_err(|e| e.to_string())
}

fn texts<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    let noise = any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let damage = vec((any::<u16>(), any::<u8>()), 1..4);
    let near_miss = (vec(any::<u16>(), 0..effort.plies), damage, any::<u8>());
    runner(effort).run(&noise, |text| unbroken(game, &text).map_err(failed)).map_err(|e| e.to_string())?;
    let test = |(choices, damage, dialect): (Vec<u16>, Vec<(u16, u8)>, u8)| {
        let record = walk(game, &choices, |_| Ok(())).map_err(failed)?;
        let dialect = G::Text::ALL[usize::from(dialect) % G::Text::ALL.len()];
        let Ok(text) = dialect.write(&record) else { return Ok(()) };
        unbroken(game, &damaged(&text, &damage)).map_err(failed)
    };
    runner(effort).run(&near_miss, test).map_err(|e| e.to_string())
}

/// Returns a text with some characters overwritten, doubled or removed.
fn damaged(text: &str, damage: &[(u16, u8)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(place, what) in damage {
        if chars.is_empty() {
            break;
        }
        let place = usize::from(place) % chars.len();
        match what {
            0..=63 => drop(chars.remove(place)),
            64..=127 => chars.insert(place, chars[place]),
            _ => chars[place] = char::from(what - 128),
        }
    }
    chars.into_iter().collect()
}
