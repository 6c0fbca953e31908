//! `probe`: the exact value of a position and of each legal move.

use std::io::{BufRead, Write};

use chautari_game::{AnyRecord, Exact, Fault, Info, OracleError, Verdict};
use serde::Serialize;

use super::tables;
use crate::args;
use crate::output::{CommandResult, Failure, describe_value};

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
    human: String,
    value: Option<ValueLine>,
}

#[derive(Serialize)]
struct ValueLine {
    winner: Option<&'static str>,
    plies: Option<u32>,
}

impl ValueLine {
    fn new(info: &Info, value: Option<Exact>) -> Option<ValueLine> {
        let Exact { winner, plies } = value?;
        Some(ValueLine { winner: winner.map(|side| info.side(side)), plies })
    }
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    tables_args: &args::TablesArgs,
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let game = tables::game(game, tables_args)?;
    let oracle = tables::oracle(&*game, &tables::required_folder(tables_args.dir.as_deref())?)?;
    let mut probe = |what: &str, text: Option<&str>| {
        let refused = |fault: &Fault| Failure::bad_text(what, fault, json);
        let record = text.map_or_else(|| Ok(game.start()), |text| game.read_position(text));
        let record = record.map_err(|fault| refused(&fault))?;
        let verdict = oracle.probe(text, &[]).map_err(|error| match error {
            OracleError::Query(fault) => refused(&fault),
            OracleError::Tables(text) => Failure::bad(text),
        })?;
        print_values(&*record, verdict, json, out)
    };
    match position {
        Some("-") => {
            for (number, text) in (1..).zip(std::io::stdin().lock().lines()) {
                let text = text?;
                if !text.trim().is_empty() {
                    probe(&format!("Line {number} is not a position."), Some(&text))?;
                }
            }
            Ok(())
        }
        position => probe("That position is not valid.", position),
    }
}

fn print_values(record: &dyn AnyRecord, verdict: Verdict, json: bool, out: &mut dyn Write) -> CommandResult {
    let info = record.info();
    let human = |text: &String| record.human_line(std::slice::from_ref(text)).pop().unwrap_or_default();
    let mut moves: Vec<_> =
        verdict.moves.into_iter().map(|(text, value)| (human(&text), text, value)).collect();
    if json {
        moves.sort_by(|(_, a, _), (_, b, _)| a.cmp(b));
        let line = PositionLine {
            position: record.position(),
            value: ValueLine::new(info, verdict.value),
            moves: moves
                .into_iter()
                .map(|(human, text, value)| MoveLine { text, human, value: ValueLine::new(info, value) })
                .collect(),
        };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    writeln!(out, "{}", record.position())?;
    writeln!(out, "  {}", describe_value(info, verdict.value))?;
    moves.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    for (human, _, value) in moves {
        writeln!(out, "  {human:<12} {}", describe_value(info, value))?;
    }
    Ok(())
}
