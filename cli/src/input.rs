//! From what was typed to what it means.

use std::io::Read;
use std::path::Path;

use chautari_game::{AnyGame, AnyRecord, Dialect, Played};

use crate::lines::{self, Line};
use crate::report::Failure;

/// More than any game or list of positions one would pipe in by hand; less than hurts.
const MOST_INPUT: u64 = 256 << 20;

pub(crate) fn game(name: &str) -> Result<Box<dyn AnyGame>, Failure> {
    chautari_game::find(crate::games(), name).map_err(Failure::bad)
}

/// The record at a position, or at the start.
pub(crate) fn position(
    game: &dyn AnyGame,
    text: Option<&str>,
    json: bool,
) -> Result<Box<dyn AnyRecord>, Failure> {
    match text {
        None => Ok(game.start()),
        Some(text) => {
            game.read_position(text).map_err(|e| Failure::bad_text("That position is not valid.", &e, json))
        }
    }
}

/// Whether a place is standard input or output.
pub(crate) fn is_dash(place: &Path) -> bool {
    place.as_os_str() == "-"
}

/// A position that was typed, or, for `-`, the next line of standard input: moves may stand behind it.
pub(crate) fn line(text: Option<String>) -> Result<Option<String>, Failure> {
    if text.as_deref() != Some("-") {
        return Ok(text);
    }
    match lines::plain(&mut std::io::stdin().lock())? {
        Line::Typed(line) => Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned())),
        Line::Garbled(why) => Err(Failure::bad(format!("Standard input has no position. {why}"))),
        Line::End => Err(Failure::bad("Standard input has no position.")),
    }
}

/// All of standard input.
pub(crate) fn stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MOST_INPUT + 1).read_to_end(&mut bytes)?;
    if read as u64 > MOST_INPUT {
        return Err(Failure::bad(format!("Standard input is longer than {} MiB.", MOST_INPUT >> 20)));
    }
    String::from_utf8(bytes).map_err(|e| {
        Failure::bad(format!("Standard input is not UTF-8 at offset {}.", e.utf8_error().valid_up_to()))
    })
}

/// Words given one by one, or `-` for standard input.
pub(crate) fn text(words: &[String]) -> Result<String, Failure> {
    match words {
        [dash] if dash == "-" => stdin(),
        words => Ok(words.join(" ")),
    }
}

/// Plays a move that was typed, or says which one was wrong and why.
pub(crate) fn play(record: &mut dyn AnyRecord, m: &str, json: bool) -> Result<Played, Failure> {
    play_in(None, record, m, json)
}

/// The same in the notation of one dialect, where that was named.
pub(crate) fn play_in(
    dialect: Option<Dialect>,
    record: &mut dyn AnyRecord,
    m: &str,
    json: bool,
) -> Result<Played, Failure> {
    let played = match dialect {
        None => record.play_typed(m),
        Some(dialect) => record.play_in(dialect.id, m),
    };
    played.map_err(|e| Failure::bad_move(&format!("Move {} (`{m}`):", record.len() + 1), &e, json))
}
