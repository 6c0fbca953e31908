//! `moves`: lists the legal moves and the resulting positions.

use std::io::{BufRead, Write};

use chautari_game::{AnyGame, AnyRecord};
use serde::Serialize;

use crate::input;
use crate::output::{CommandResult, Failure, OutcomeLine, describe_outcome};

#[derive(Serialize)]
struct PositionLine {
    position: String,
    turn: &'static str,
    outcome: Option<OutcomeLine>,
    moves: Vec<MoveLine>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    human: String,
    position: String,
    outcome: Option<OutcomeLine>,
}

pub(super) fn run(game: &str, position: Option<&str>, json: bool, out: &mut dyn Write) -> CommandResult {
    let game = input::game(game)?;
    if position != Some("-") {
        return print_moves(&*input::position(&*game, position, json)?, json, out);
    }
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        print_moves(&*read(&*game, &line, number + 1, json)?, json, out)?;
    }
    Ok(())
}

fn read(game: &dyn AnyGame, line: &str, number: usize, json: bool) -> Result<Box<dyn AnyRecord>, Failure> {
    game.read_position(line)
        .map_err(|e| Failure::bad_text(&format!("Line {number} is not a position."), &e, json))
}

fn print_moves(record: &dyn AnyRecord, json: bool, out: &mut dyn Write) -> CommandResult {
    let mut line = list(record)?;
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    writeln!(out, "{}", line.position)?;
    if let Some(outcome) = record.outcome() {
        writeln!(out, "  {}", describe_outcome(record.info(), outcome))?;
    } else {
        let (turn, action) = (record.info().called(record.turn()), record.action());
        writeln!(out, "  {turn} to {action}, {} legal moves", line.moves.len())?;
    }
    line.moves.sort_by(|a, b| a.human.cmp(&b.human));
    for m in &line.moves {
        writeln!(out, "  {:<12} {}", m.human, m.position)?;
    }
    Ok(())
}

fn list(record: &dyn AnyRecord) -> Result<PositionLine, Failure> {
    let info = record.info();
    let mut texts: Vec<String> = record.offers().into_iter().map(|offer| offer.text).collect();
    texts.sort();
    let mut fork = record.fork();
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        let played = input::play(&mut *fork, &text, true)?;
        moves.push(MoveLine {
            text,
            human: played.human,
            position: fork.position(),
            outcome: OutcomeLine::new(info, fork.outcome()),
        });
        fork.undo();
    }
    Ok(PositionLine {
        position: record.position(),
        turn: info.side(record.turn()),
        outcome: OutcomeLine::new(info, record.outcome()),
        moves,
    })
}
