//! What every game must hold, checked the same way for all of them.
//!
//! [`conform`] walks a game at random and tests each law where it lands, those about positions and
//! those about engines; [`spec`] runs the tables of known answers under `spec/`, [`transcripts`] the talks
//! of protocols; [`fuzz`] holds the bodies of the fuzz targets. Nothing in here knows a game by name.

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

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many random games to walk, and how many random texts to read.
    pub cases: u32,
    /// How long a walk may be.
    pub plies: usize,
}

/// Checks a game against everything every game must hold. The error tells the law that broke and the
/// shortest walk that breaks it.
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
    // A module for the web has no source of chance.
    if cfg!(target_family = "wasm") {
        config.rng_seed = RngSeed::Fixed(1);
    }
    TestRunner::new(config)
}

fn failed(e: String) -> TestCaseError {
    TestCaseError::fail(e)
}

/// Walks the game by these choices. Each picks one of the legal moves; the walk stops where the game
/// does.
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

/// Every law holds along the line of play these choices make.
pub(crate) fn lawful<G: Game>(game: G, choices: &[u16]) -> Result<(), String> {
    let record = walk(game, choices, laws::everywhere)?;
    laws::in_depth(&record)
}

fn walks<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    let choices = vec(any::<u16>(), 0..effort.plies);
    runner(effort).run(&choices, |choices| lawful(game, &choices).map_err(failed)).map_err(|e| e.to_string())
}

/// Thinking costs more than walking, so one walk in ten is thought along.
fn engines<G: Game>(game: G, effort: &Effort) -> Result<(), String> {
    // Nor has it threads, nor can it sleep.
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

/// A text with some of its characters overwritten, doubled or dropped.
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
