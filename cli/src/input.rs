//! Parses games, positions and moves from arguments and standard input.

use std::io::Read;
use std::path::Path;

use chautari_game::{AnyGame, AnyRecord, Dialect, Played};

use crate::line_editor::{self, Line};
use crate::output::Failure;
use crate::registry::games;

/// The most bytes read from standard input: more than any list of positions, little enough to keep in memory.
const MAX_INPUT: u64 = 256 << 20;

/// Looks up a game by its name, which may change rules.
pub(crate) fn game(name: &str) -> Result<Box<dyn AnyGame>, Failure> {
    chautari_game::find(games(), name).map_err(Failure::bad)
}

/// Parses a position; `None` stands for the start of the game.
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

/// Returns whether a path is `-`, which stands for standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the text of a position: `text` itself, or the next line of standard input if it is `-`. Later lines are left
/// unread, because they may hold the moves.
pub(crate) fn line(text: Option<String>) -> Result<Option<String>, Failure> {
    if text.as_deref() != Some("-") {
        return Ok(text);
    }
    match line_editor::read_line(&mut std::io::stdin().lock())? {
        Line::Typed(line) => Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned())),
        Line::Unreadable(why) => Err(Failure::bad(format!("Standard input has no position. {why}"))),
        Line::End => Err(Failure::bad("Standard input has no position.")),
    }
}

/// Reads all of standard input.
pub(crate) fn stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut bytes)?;
    if read as u64 > MAX_INPUT {
        return Err(Failure::bad(format!("Standard input is longer than {} MiB.", MAX_INPUT >> 20)));
    }
    String::from_utf8(bytes).map_err(|e| {
        Failure::bad(format!("Standard input is not UTF-8 at offset {}.", e.utf8_error().valid_up_to()))
    })
}

/// Joins the words of an argument list, or reads standard input if it is a single `-`.
pub(crate) fn text(words: &[String]) -> Result<String, Failure> {
    match words {
        [dash] if dash == "-" => stdin(),
        words => Ok(words.join(" ")),
    }
}

/// Plays a typed move. The error names the move and why it was rejected.
pub(crate) fn play(record: &mut dyn AnyRecord, m: &str, json: bool) -> Result<Played, Failure> {
    play_in(None, record, m, json)
}

/// Like [`play`], but accepts only the notation of `dialect` if one is given.
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
