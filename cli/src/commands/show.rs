//! `show`: a position, drawn.

use std::io::Write;

use chautari_game::{AnyRecord, Offer, Scene};
use serde::Serialize;

use crate::draw::draw;
use crate::report::verdict;
use crate::{Done, input};

#[derive(Serialize)]
struct SceneLine {
    position: String,
    scene: Scene,
    offers: Vec<Offer>,
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    json: bool,
    out: &mut dyn Write,
) -> Done {
    let game = input::game(game)?;
    let mut record = input::position(&*game, position, json)?;
    for m in input::text(moves)?.split_whitespace() {
        input::play(&mut *record, m, json)?;
    }
    if json {
        let line = SceneLine { position: record.position(), scene: record.scene(), offers: record.offers() };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    board(&*record, out)?;
    Ok(writeln!(out, "{}", record.position())?)
}

/// The board and whose move it is, or how the game ended.
pub(super) fn board(record: &dyn AnyRecord, out: &mut dyn Write) -> Done {
    write!(out, "{}", draw(record.info(), &record.scene()))?;
    match record.outcome() {
        Some(outcome) => writeln!(out, "{}", verdict(record.info(), outcome))?,
        None => writeln!(out, "{} to {}", record.info().side(record.turn()), record.action())?,
    }
    Ok(())
}
