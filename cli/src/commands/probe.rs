//! `probe`: what a position is worth, and each of its moves.

use std::io::{BufRead, Write};

use chautari_baghchal::solve::{Layer, Phase, Tables};
use chautari_baghchal::{Baghchal, Obx};
use chautari_game::{AnyRecord, Exact, Fault, Game, Notation, Record};
use serde::Serialize;

use super::tables;
use crate::report::Failure;
use crate::{Done, args};

#[derive(Serialize)]
struct PositionLine {
    position: String,
    value: Option<ValueLine>,
    moves: Vec<MoveLine>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    value: Option<ValueLine>,
}

#[derive(Serialize)]
struct ValueLine {
    winner: Option<&'static str>,
    plies: Option<u32>,
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    place: &args::Tables,
    json: bool,
    out: &mut dyn Write,
) -> Done {
    let rules = tables::rules(game, place)?;
    let folder = tables::folder(place)?;
    let tables = Tables::open(rules, &folder).map_err(|e| Failure::bad(e.to_string()))?;
    if !Layer::all(rules, Phase::All).into_iter().any(|layer| tables.has(layer)) {
        let folder = folder.display();
        return Err(Failure::bad(format!("{folder} has no table of {game}; `chautari solve` makes them.")));
    }
    let read = |text: &str| Obx::Plain.read(rules, text);
    let refused = |what: &str, fault: &Fault| Failure::bad_text(what, fault, json);
    match position {
        None => tell(&tables, &Record::new(rules), json, out),
        Some("-") => {
            for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
                let line = line?;
                if !line.trim().is_empty() {
                    let what = format!("Line {number} is no position.");
                    tell(&tables, &read(&line).map_err(|e| refused(&what, &e))?, json, out)?;
                }
            }
            Ok(())
        }
        Some(text) => {
            tell(&tables, &read(text).map_err(|e| refused("The position is no good.", &e))?, json, out)
        }
    }
}

fn tell(tables: &Tables, record: &Record<Baghchal>, json: bool, out: &mut dyn Write) -> Done {
    let line = look_up(tables, record).map_err(|e| Failure::bad(e.to_string()))?;
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    writeln!(out, "{}", line.position)?;
    writeln!(out, "  {}", in_words(line.value.as_ref()))?;
    for m in &line.moves {
        writeln!(out, "  {:<12} {}", m.text, in_words(m.value.as_ref()))?;
    }
    Ok(())
}

fn look_up(tables: &Tables, record: &Record<Baghchal>) -> Result<PositionLine, chautari_solve::TableError> {
    let position = record.position();
    let mut moves = Vec::new();
    for (m, value) in tables.moves(position)? {
        moves.push(MoveLine { text: Obx::Plain.write_move(position, m), value: value.map(value_line) });
    }
    moves.sort_by(|a, b| a.text.cmp(&b.text));
    let value = tables.value(position)?.map(value_line);
    Ok(PositionLine { position: AnyRecord::position(record), value, moves })
}

fn value_line(value: Exact) -> ValueLine {
    ValueLine { winner: value.winner.map(|side| Baghchal::OPTIONAL.info().side(side)), plies: value.plies }
}

fn in_words(value: Option<&ValueLine>) -> String {
    match value {
        None => "not known".to_owned(),
        Some(ValueLine { winner: None, .. }) => "draw".to_owned(),
        Some(ValueLine { winner: Some(side), plies: None }) => format!("{side} win"),
        Some(ValueLine { winner: Some(side), plies: Some(plies) }) => format!("{side} win in {plies} plies"),
    }
}
