//! `replay`: shows a game ply by ply.

use std::io::Write;

use chautari_game::MarkKind;
use serde::Serialize;

use crate::input;
use crate::output::{CommandResult, OutcomeLine, describe_outcome};

#[derive(Serialize)]
struct PlyLine {
    ply: u32,
    turn: &'static str,
    legal: Vec<String>,
    #[serde(rename = "move")]
    text: String,
    human: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<bool>,
    outcome: Option<OutcomeLine>,
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let game = input::game(game)?;
    let info = game.info();
    let mut record = input::position(&*game, position, json)?;
    let text = input::text(moves)?;
    for m in text.split_whitespace() {
        let ply = record.plies().unwrap_or(record.len() as u32).saturating_add(1);
        let side = record.turn();
        let mut legal: Vec<String> = record.offers().into_iter().map(|offer| offer.text).collect();
        legal.sort();
        let played = input::play(&mut *record, m, json)?;
        let position = record.position();
        if json {
            let line = PlyLine {
                ply,
                turn: info.side(side),
                legal,
                text: played.text,
                human: played.human,
                san: played.further,
                position,
                check: record.is_marked(MarkKind::Check),
                outcome: OutcomeLine::new(info, record.outcome()),
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            writeln!(out, "{ply:>4}  {:<6}  {:<12} {position}", info.called(side), played.human)?;
        }
    }
    match record.outcome() {
        Some(outcome) if !json => Ok(writeln!(out, "{}", describe_outcome(info, outcome))?),
        _ => Ok(()),
    }
}
