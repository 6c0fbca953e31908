//! `prove`: a win, with a proof that others can check.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use chautari_game::{Game, Notation, Position};
use chautari_gomoku::{Attempt, Gomoku, Text, prove};
use serde::Serialize;

use crate::Done;
use crate::report::Failure;

/// What was asked for.
pub(super) struct Request {
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
    nodes: Option<usize>,
}

pub(super) fn run(game: &str, request: &Request, out: &mut dyn Write) -> Done {
    if game != Gomoku.info().id {
        return Err(Failure::bad("Only Gomoku has a search for proofs; try `chautari prove gomoku`."));
    }
    let bad = |fault| Failure::bad_text("The position cannot be read.", &fault, request.json);
    let moves: Vec<&str> = request.moves.iter().map(String::as_str).collect();
    let record = chautari_game::Record::replay(Gomoku, request.position.as_deref(), &moves).map_err(bad)?;
    let position = record.position();
    let text = chautari_game::AnyRecord::position(&record);
    let side = Gomoku.info().side(position.turn());
    let mut line = ProofLine { position: text, result: "open", winner: None, first: None, nodes: None };
    let said = match prove(position, request.time) {
        Attempt::Won(proof) => {
            let first = proof.first().map(|cell| Text::ALL[0].write_move(position, cell));
            let said = format!(
                "{side} wins by {}; the proof has {} positions.",
                first.as_deref().unwrap_or("-"),
                proof.len()
            );
            (line.result, line.winner, line.nodes) = ("proven", Some(side), Some(proof.len()));
            line.first = first;
            if let Some(path) = &request.out {
                fs::write(path, proof.text())
                    .map_err(|error| Failure::bad(format!("{}: {error}.", path.display())))?;
            }
            said
        }
        Attempt::NotByThreats => {
            line.result = "not-by-threats";
            format!("{side} cannot win by threats alone; a quiet move might.")
        }
        Attempt::Open => format!("Nothing was proven in {:?}.", request.time),
    };
    if request.json {
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else {
        writeln!(out, "{said}")?;
    }
    if line.result == "proven" { Ok(()) } else { Err(Failure::no("There is no proof.")) }
}
