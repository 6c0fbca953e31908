//! `convert`: converts positions, moves and games between dialects.

use std::io::Write;

use chautari_game::{AnyGame, Dialect, Scope};
use serde::Serialize;

use crate::input;
use crate::output::{CommandResult, Failure};

/// The options of `convert`.
pub(super) struct ConvertRequest {
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) moves: bool,
    pub(super) position: Option<String>,
    pub(super) json: bool,
}

#[derive(Serialize)]
struct TextLine<'a> {
    dialect: &'a str,
    text: &'a str,
}

pub(super) fn run(
    game: &str,
    request: &ConvertRequest,
    words: &[String],
    out: &mut dyn Write,
) -> CommandResult {
    let game = input::game(game)?;
    let from = request.from.as_deref().map(|id| dialect(&*game, id)).transpose()?;
    let to = request.to.as_deref().map_or_else(|| Ok(game.dialects()[0]), |id| dialect(&*game, id))?;
    let text = input::text(words)?;
    if request.moves {
        return print_text(to, &moves(&*game, request, from, to, &text)?, request.json, out);
    }
    if request.position.is_some() {
        return Err(Failure::bad("--position needs --moves: every other text contains its own position."));
    }
    let from = from.unwrap_or_else(|| game.dialects()[0]);
    let texts: Vec<&str> = match from.scope {
        Scope::Game => vec![&text],
        Scope::Position => text.lines().filter(|line| !line.trim().is_empty()).collect(),
    };
    if texts.is_empty() {
        return Err(Failure::bad("There is no text to convert."));
    }
    for text in texts {
        let written = game.read(from.id, text).and_then(|record| record.write(to.id));
        let written =
            written.map_err(|e| Failure::bad_text("The text cannot be converted.", &e, request.json))?;
        print_text(to, &written, request.json, out)?;
    }
    Ok(())
}

/// Converts a list of moves.
fn moves(
    game: &dyn AnyGame,
    request: &ConvertRequest,
    from: Option<Dialect>,
    to: Dialect,
    text: &str,
) -> Result<String, Failure> {
    let mut record = input::position(game, request.position.as_deref(), request.json)?;
    for m in text.split_whitespace() {
        input::play_in(from, &mut *record, m, request.json)?;
    }
    let moves = record
        .moves_in(to.id)
        .map_err(|e| Failure::bad_text("These moves cannot be written in that dialect.", &e, request.json))?;
    Ok(moves.join(" "))
}

fn print_text(to: Dialect, text: &str, json: bool, out: &mut dyn Write) -> CommandResult {
    if json {
        writeln!(out, "{}", serde_json::to_string(&TextLine { dialect: to.id, text })?)?;
    } else {
        writeln!(out, "{}", text.trim_end_matches('\n'))?;
    }
    Ok(())
}

/// Looks up a dialect by its name.
fn dialect(game: &dyn AnyGame, id: &str) -> Result<Dialect, Failure> {
    let dialects = game.dialects();
    dialects.iter().find(|d| d.id == id).copied().ok_or_else(|| {
        let known: Vec<_> = dialects.iter().map(|d| d.id).collect();
        Failure::bad(format!("{} has no dialect `{id}`. It has: {}.", game.info().name, known.join(", ")))
    })
}
