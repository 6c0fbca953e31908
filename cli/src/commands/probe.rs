//! `probe`: what a position is worth, and each of its moves.

use std::io::{BufRead, Write};

use chautari_game::{AnyRecord, Exact, Fault, Info, OracleError, Verdict};
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
    let game = tables::game(game, place)?;
    let oracle = tables::oracle(&*game, &tables::needed(place.dir.as_deref())?)?;
    let mut tell = |what: &str, text: Option<&str>| {
        let refused = |fault: &Fault| Failure::bad_text(what, fault, json);
        let record = text.map_or_else(|| Ok(game.start()), |text| game.read_position(text));
        let record = record.map_err(|fault| refused(&fault))?;
        let verdict = oracle.probe(text, &[]).map_err(|error| match error {
            OracleError::Question(fault) => refused(&fault),
            OracleError::Tables(text) => Failure::bad(text),
        })?;
        tell(&line(game.info(), &*record, verdict), json, out)
    };
    match position {
        Some("-") => {
            for (number, text) in (1..).zip(std::io::stdin().lock().lines()) {
                let text = text?;
                if !text.trim().is_empty() {
                    tell(&format!("Line {number} is no position."), Some(&text))?;
                }
            }
            Ok(())
        }
        position => tell("That position is not valid.", position),
    }
}

fn tell(line: &PositionLine, json: bool, out: &mut dyn Write) -> Done {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(line)?)?);
    }
    writeln!(out, "{}", line.position)?;
    writeln!(out, "  {}", in_words(line.value.as_ref()))?;
    for m in &line.moves {
        writeln!(out, "  {:<12} {}", m.text, in_words(m.value.as_ref()))?;
    }
    Ok(())
}

fn line(info: &Info, record: &dyn AnyRecord, verdict: Verdict) -> PositionLine {
    let value = |value: Option<Exact>| {
        value.map(|value| ValueLine { winner: value.winner.map(|side| info.side(side)), plies: value.plies })
    };
    let moves = verdict.moves.into_iter().map(|(text, worth)| MoveLine { text, value: value(worth) });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by(|a, b| a.text.cmp(&b.text));
    PositionLine { position: record.position(), value: value(verdict.value), moves }
}

fn in_words(value: Option<&ValueLine>) -> String {
    match value {
        None => "not known".to_owned(),
        Some(ValueLine { winner: None, .. }) => "draw".to_owned(),
        Some(ValueLine { winner: Some(side), plies: None }) => format!("{side} win"),
        Some(ValueLine { winner: Some(side), plies: Some(plies) }) => format!("{side} win in {plies} plies"),
    }
}
