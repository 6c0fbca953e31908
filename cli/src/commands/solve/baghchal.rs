//! `solve` for Bagh Chal.

use std::io::Write;

use chautari_baghchal::solve::{self, Count, Layer, NotablePosition, Tables};
use chautari_baghchal::{Baghchal, Obx};
use chautari_game::{AnyRecord, Game, Moment, Notation, Record, Side};
use serde::Serialize;

use super::progress::SolveProgress;
use super::{List, SolveRequest};
use crate::args;
use crate::commands::tables;
use crate::output::{CommandResult, Failure};

/// Default number of values to check per layer and side.
const SAMPLES: u64 = 1_000_000;

pub(super) fn run(
    game: &str,
    tables_args: &args::TablesArgs,
    request: &SolveRequest,
    out: &mut dyn Write,
) -> CommandResult {
    let rules = rules(game, tables_args)?;
    if request.men.is_some() || request.ending.is_some() {
        return Err(Failure::bad("--men and --ending are for Ban Chess."));
    }
    let folder = tables::required_folder(tables_args.dir.as_deref())?;
    let phase = match request.phase {
        Some(args::Phase::Sliding) => solve::Phase::Sliding,
        Some(args::Phase::All) | None => solve::Phase::All,
    };
    let bar = SolveProgress::new();
    let tables = solve::build(rules, phase, &folder, &bar).map_err(|e| Failure::bad(e.to_string()))?;
    bar.finish(tables.bytes(), &folder);
    let layers = Layer::all(rules, phase);
    if request.verify {
        verify(&tables, &layers, request.samples.unwrap_or(SAMPLES), out)?;
    }
    if request.stats {
        stats(&tables, &layers, request.json, out)?;
    }
    if let Some(list) = request.list {
        for &layer in &layers {
            list_layer(&tables, layer, list, request, out)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct NotableLine {
    layer: String,
    position: String,
    turn: &'static str,
    winner: Option<&'static str>,
    plies: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    only: Option<String>,
}

/// Lists the notable positions of a layer, for both sides to move.
fn list_layer(
    tables: &Tables,
    layer: Layer,
    list: List,
    request: &SolveRequest,
    out: &mut dyn Write,
) -> CommandResult {
    let info = tables.rules().info();
    for turn in [Side::Two, Side::One] {
        let found = match list {
            List::Longest => tables.longest(layer, turn, request.limit),
            List::Unique => tables.unique(layer, turn, request.limit),
        };
        let found = found.map_err(|e| Failure::bad(e.to_string()))?;
        if !request.json && !found.is_empty() {
            writeln!(out, "{layer}, {} to move", info.side(turn))?;
        }
        for NotablePosition { position, value: exact, only } in found {
            let moment = Moment { position, last: None, plies: None };
            let record = Record::from_moment(tables.rules(), moment);
            let line = NotableLine {
                layer: layer.to_string(),
                position: AnyRecord::position(&record),
                turn: info.side(turn),
                winner: exact.winner.map(|side| info.side(side)),
                plies: exact.plies,
                only: only.map(|m| Obx::ALL[0].write_move(&position, m)),
            };
            if request.json {
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
                continue;
            }
            let value = match (line.winner, line.plies) {
                (Some(side), Some(plies)) => format!("{side} win in {plies} plies"),
                (Some(side), None) => format!("{side} win"),
                (None, _) => "draw".to_owned(),
            };
            let only = line.only.map(|m| format!(", only {m}")).unwrap_or_default();
            writeln!(out, "  {}  {value}{only}", line.position)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Returns the rules of the game to solve. Errors for games that cannot be solved.
fn rules(name: &str, tables_args: &args::TablesArgs) -> Result<Baghchal, Failure> {
    let game = tables::game(name, tables_args)?;
    let profiles = [Baghchal::OPTIONAL, Baghchal::COMPULSORY];
    let Some(profile) = profiles.into_iter().find(|profile| Game::info(*profile) == game.info()) else {
        let known = tables::solvable().join(", ");
        return Err(Failure::bad(format!("{} cannot be solved; these can: {known}.", game.info().name)));
    };
    let same = |rules: Baghchal, rule: chautari_game::Rule| rules.with_rule(rule.name, rule.value);
    game.rules()
        .into_iter()
        .try_fold(profile, same)
        .ok_or_else(|| Failure::bad(format!("{} cannot be solved under these rules.", game.info().name)))
}

/// Checks random values against those one move later.
fn verify(tables: &Tables, layers: &[Layer], samples: u64, out: &mut dyn Write) -> CommandResult {
    let bar = SolveProgress::checking(samples.saturating_mul(2 * layers.len() as u64));
    for &layer in layers {
        // The tigers' values first, because the goats' values before a placement derive from them.
        for turn in [Side::Two, Side::One] {
            let found = tables.verify(layer, turn, samples, 0).map_err(|e| Failure::bad(e.to_string()))?;
            let side = tables.rules().info().side(turn);
            if let Some(wrong) = found {
                return Err(Failure::no(format!("{layer}, {side} to move: {wrong:?}")));
            }
            bar.checked(&format!("{layer}, {side} to move"), samples, "move", out)?;
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

/// Prints the number of wins, draws and losses per layer and side.
fn stats(tables: &Tables, layers: &[Layer], json: bool, out: &mut dyn Write) -> CommandResult {
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

fn count_line(turn: &'static str, count: &Count, json: bool, out: &mut dyn Write) -> CommandResult {
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
