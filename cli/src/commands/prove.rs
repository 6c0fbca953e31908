//! `prove`: proves a win and writes a certificate that can be checked independently.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use chautari_game::{AnyRecord, Game, Notation, Position, Record};
use chautari_gomoku::{Attempt, Gomoku, Text, prove};
use serde::Serialize;

use crate::input;
use crate::output::{CommandResult, Failure};

/// The options of `prove`.
pub(super) struct ProveRequest {
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) time: Duration,
    pub(super) out: Option<PathBuf>,
    pub(super) json: bool,
}

#[derive(Serialize)]
struct ProofLine {
    position: String,
    result: &'static str,
    winner: Option<&'static str>,
    #[serde(rename = "move")]
    first: Option<String>,
    human: Option<String>,
    nodes: Option<usize>,
}

pub(super) fn run(game: &str, request: &ProveRequest, out: &mut dyn Write) -> CommandResult {
    if game != Gomoku.info().id {
        return Err(Failure::bad("Only Gomoku has a proof search: `chautari prove gomoku`."));
    }
    let bad = |fault| Failure::bad_text("The position cannot be read.", &fault, request.json);
    let mut record = Record::replay(Gomoku, request.position.as_deref(), &[]).map_err(bad)?;
    for m in input::text(&request.moves)?.split_whitespace() {
        input::play(&mut record, m, request.json)?;
    }
    let position = record.position();
    let text = AnyRecord::position(&record);
    let (side, called) = (Gomoku.info().side(position.turn()), Gomoku.info().called(position.turn()));
    let mut line =
        ProofLine { position: text, result: "open", winner: None, first: None, human: None, nodes: None };
    let text_line = match prove(position, request.time) {
        Attempt::Won(proof) => {
            let written = |notation: Text| proof.first().map(|cell| notation.write_move(position, cell));
            (line.first, line.human) = (written(Text::ALL[0]), written(Text::HUMAN));
            let text_line = format!(
                "{called} wins with {}; the proof has {} positions.",
                line.human.as_deref().unwrap_or("-"),
                proof.len()
            );
            (line.result, line.winner, line.nodes) = ("proven", Some(side), Some(proof.len()));
            if let Some(path) = &request.out {
                fs::write(path, proof.text())
                    .map_err(|error| Failure::bad(format!("{}: {error}.", path.display())))?;
            }
            text_line
        }
        Attempt::NotByThreats => {
            line.result = "not-by-threats";
            format!("{called} cannot win by threats alone; a quiet move might win.")
        }
        Attempt::Open => format!("No proof was found in {:?}.", request.time),
    };
    if request.json {
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else {
        writeln!(out, "{text_line}")?;
    }
    if line.result == "proven" { Ok(()) } else { Err(Failure::no("No proof was found.")) }
}
