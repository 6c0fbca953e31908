//! Bagh Chal, solved.

use std::io::Write;

use chautari_baghchal::solve::{self, Count, Layer, NotablePosition, Tables};
use chautari_baghchal::{Baghchal, Obx};
use chautari_game::{AnyRecord, Game, Moment, Notation, Record, Side};
use serde::Serialize;

use super::{Bar, List, Request, tables};
use crate::report::Failure;
use crate::{Done, args};

/// Values of each layer and side that are derived again, unless it is said.
const SAMPLES: u64 = 1_000_000;

pub(super) fn run(game: &str, place: &args::Tables, request: &Request, out: &mut dyn Write) -> Done {
    let rules = rules(game, place)?;
    if request.men.is_some() || request.ending.is_some() {
        return Err(Failure::bad("Only Ban Chess is solved by --men and --ending."));
    }
    let folder = tables::needed(place.dir.as_deref())?;
    let phase = match request.phase {
        Some(args::Phase::Sliding) => solve::Phase::Sliding,
        Some(args::Phase::All) | None => solve::Phase::All,
    };
    let bar = Bar::new();
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
struct RemarkableLine {
    layer: String,
    position: String,
    turn: &'static str,
    winner: Option<&'static str>,
    plies: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    only: Option<String>,
}

/// What is remarkable in a layer, with either side to move.
fn list_layer(tables: &Tables, layer: Layer, list: List, request: &Request, out: &mut dyn Write) -> Done {
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
        for NotablePosition { position, value, only } in found {
            let moment = Moment { position, last: None, plies: None };
            let record = Record::from_moment(tables.rules(), moment);
            let line = RemarkableLine {
                layer: layer.to_string(),
                position: AnyRecord::position(&record),
                turn: info.side(turn),
                winner: value.winner.map(|side| info.side(side)),
                plies: value.plies,
                only: only.map(|m| Obx::ALL[0].write_move(&position, m)),
            };
            if request.json {
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
                continue;
            }
            let worth = match (line.winner, line.plies) {
                (Some(side), Some(plies)) => format!("{side} win in {plies} plies"),
                (Some(side), None) => format!("{side} win"),
                (None, _) => "draw".to_owned(),
            };
            let only = line.only.map(|m| format!(", only {m}")).unwrap_or_default();
            writeln!(out, "  {}  {worth}{only}", line.position)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The rules to solve a game under. One game is solved; the others are told so.
fn rules(name: &str, place: &args::Tables) -> Result<Baghchal, Failure> {
    let game = tables::game(name, place)?;
    let profiles = [Baghchal::OPTIONAL, Baghchal::COMPULSORY];
    let Some(profile) = profiles.into_iter().find(|profile| Game::info(*profile) == game.info()) else {
        let known = super::solvable().join(", ");
        return Err(Failure::bad(format!("{} cannot be solved; these can: {known}.", game.info().name)));
    };
    let same = |rules: Baghchal, rule: chautari_game::Rule| rules.with_rule(rule.name, rule.value);
    game.rules()
        .into_iter()
        .try_fold(profile, same)
        .ok_or_else(|| Failure::bad(format!("{} cannot be solved under these rules.", game.info().name)))
}

fn verify(tables: &Tables, layers: &[Layer], samples: u64, out: &mut dyn Write) -> Done {
    let bar = Bar::checking(samples.saturating_mul(2 * layers.len() as u64));
    for &layer in layers {
        // The tigers' values first: the goats' before a placement follow from them.
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
