//! `solve`: the exact value of every position.

use std::io::Write;
use std::time::Duration;

use chautari_baghchal::Baghchal;
use chautari_baghchal::solve::{self, Count, Layer, Tables};
use chautari_game::{Game, Progress, Side};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::tables;
use crate::report::Failure;
use crate::{Done, args};

/// Values of each layer and side that are derived again.
const SAMPLES: u64 = 1_000_000;

/// What was asked for.
pub(super) struct Request {
    pub(super) phase: args::Phase,
    pub(super) verify: bool,
    pub(super) stats: bool,
    pub(super) json: bool,
}

pub(super) fn run(game: &str, place: &args::Tables, request: &Request, out: &mut dyn Write) -> Done {
    let rules = rules(game, place)?;
    let folder = tables::needed(place.dir.as_deref())?;
    let phase = match request.phase {
        args::Phase::Sliding => solve::Phase::Sliding,
        args::Phase::All => solve::Phase::All,
    };
    let bar = Bar::new();
    let tables = solve::build(rules, phase, &folder, &bar).map_err(|e| Failure::bad(e.to_string()))?;
    bar.0.finish_and_clear();
    bar.note(&format!("{} MB in {}", tables.bytes() / 1_000_000, folder.display()));
    let layers = Layer::all(rules, phase);
    if request.verify {
        verify(&tables, &layers, out)?;
    }
    if request.stats {
        stats(&tables, &layers, request.json, out)?;
    }
    Ok(())
}

/// The rules to solve a game under. One game is solved; the others are told so.
fn rules(name: &str, place: &args::Tables) -> Result<Baghchal, Failure> {
    let game = tables::game(name, place)?;
    let profiles = [Baghchal::OPTIONAL, Baghchal::COMPULSORY];
    let Some(profile) = profiles.into_iter().find(|profile| Game::info(*profile) == game.info()) else {
        let known = profiles.map(|profile| Game::info(profile).id).join(", ");
        return Err(Failure::bad(format!("{} is not solved; there are: {known}.", game.info().name)));
    };
    let same = |rules: Baghchal, rule: chautari_game::Rule| rules.with_rule(rule.name, rule.value);
    game.rules()
        .into_iter()
        .try_fold(profile, same)
        .ok_or_else(|| Failure::bad(format!("{} cannot be solved under these rules.", game.info().name)))
}

/// A bar for whoever sits at the terminal, and a line a layer in either case.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {eta_precise} left ");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar(bar)
    }
}

impl Progress for Bar {
    fn begin(&self, total: u64) {
        self.0.set_length(total);
        self.0.reset_eta();
    }

    fn advance(&self, units: u64) {
        self.0.inc(units);
    }

    fn note(&self, text: &str) {
        self.0.suspend(|| anstream::eprintln!("{text}"));
    }
}

fn verify(tables: &Tables, layers: &[Layer], out: &mut dyn Write) -> Done {
    for &layer in layers {
        // The tigers' values first: the goats' before a placement follow from them.
        for turn in [Side::Two, Side::One] {
            let found = tables.verify(layer, turn, SAMPLES, 0).map_err(|e| Failure::bad(e.to_string()))?;
            let side = tables.rules().info().side(turn);
            if let Some(wrong) = found {
                return Err(Failure::no(format!("{layer}, {side} to move: {wrong:?}")));
            }
            writeln!(out, "{layer}, {side} to move: {SAMPLES} values follow from those one move on")?;
            out.flush()?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct CountLine {
    placed: u8,
    captured: u8,
    turn: &'static str,
    positions: u64,
    tigers: u64,
    draws: u64,
    goats: u64,
    longest: Longest,
}

#[derive(Serialize)]
struct Longest {
    tigers: Option<u8>,
    goats: Option<u8>,
}

fn stats(tables: &Tables, layers: &[Layer], json: bool, out: &mut dyn Write) -> Done {
    if !json {
        writeln!(
            out,
            "{:>6} {:>8} {:<6} {:>13} {:>13} {:>13} {:>13}  longest wins",
            "placed", "captured", "turn", "positions", "tigers win", "draws", "goats win"
        )?;
    }
    let mut positions = 0;
    for &layer in layers {
        for count in tables.count(layer).map_err(|e| Failure::bad(e.to_string()))? {
            positions += count.total();
            count_line(tables.rules().info().side(count.turn), &count, json, out)?;
        }
        out.flush()?;
    }
    if !json {
        writeln!(out, "{positions} positions up to symmetry")?;
    }
    Ok(())
}

fn count_line(turn: &'static str, count: &Count, json: bool, out: &mut dyn Write) -> Done {
    let Count { placed, captured, tigers, draws, goats, .. } = *count;
    let longest = Longest { tigers: count.longest_tigers, goats: count.longest_goats };
    if json {
        let positions = count.total();
        let line = CountLine { placed, captured, turn, positions, tigers, draws, goats, longest };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    let plies = |plies: Option<u8>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    Ok(writeln!(
        out,
        "{placed:>6} {captured:>8} {turn:<6} {:>13} {tigers:>13} {draws:>13} {goats:>13}  {}, {}",
        count.total(),
        plies(longest.tigers),
        plies(longest.goats)
    )?)
}
