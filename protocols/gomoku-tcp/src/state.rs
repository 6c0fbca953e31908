//! What is said about a game: the messages, their keys in alphabetical order.

use chautari_game::{Position as _, Side};
use chautari_gomoku::{BLACK, Cell, CellSet, Position, WHITE};
use serde::Serialize;

use crate::request::{Opponent, Start};

#[derive(Serialize)]
struct GameStart {
    cpu: bool,
    depth: u32,
    player: &'static str,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Complaint<'a> {
    error: &'a str,
    r#type: &'static str,
}

#[derive(Serialize)]
struct GameState<'a> {
    b_captures: u8,
    black_board: String,
    cpu: bool,
    illegal: bool,
    illegal_board: String,
    player: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_move: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_time: Option<u64>,
    r#type: &'static str,
    type2: &'static str,
    w_captures: u8,
    white_board: String,
    winner: &'static str,
}

/// What a state is told for.
#[derive(Clone, Copy)]
pub(crate) enum Occasion<'a> {
    /// The player has moved.
    Moved,
    /// The player has not moved, for this reason.
    Refused(&'a str),
    /// The computer has moved, after so many microseconds.
    Answered(u64),
    /// The computer suggests a move, after so many microseconds.
    Suggested(Cell, u64),
}

fn colour(side: Side) -> &'static str {
    match side {
        BLACK => "black",
        WHITE => "white",
    }
}

/// Character i is for cell 360 − i, and a line feed comes last.
fn board(cells: CellSet) -> String {
    let bit = |cell| if cells.contains(cell) { '1' } else { '0' };
    let mut text: String = Cell::all().map(bit).collect::<Vec<_>>().into_iter().rev().collect();
    text.push('\n');
    text
}

fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("these messages are plain values with text for keys")
}

pub(crate) fn game_start(start: &Start) -> String {
    write(&GameStart {
        cpu: start.opponent == Opponent::Computer,
        depth: start.depth,
        player: colour(start.first),
        r#type: "game_start",
    })
}

pub(crate) fn complaint(text: &str) -> String {
    write(&Complaint { error: text, r#type: "error" })
}

pub(crate) fn game_state(position: &Position, opponent: Opponent, occasion: Occasion) -> String {
    let (type2, thinking_time) = match occasion {
        Occasion::Moved | Occasion::Refused(_) => ("player_move", None),
        Occasion::Answered(time) => ("AI_move", Some(time)),
        Occasion::Suggested(_, time) => ("AI_suggestion", Some(time)),
    };
    let reason = match occasion {
        Occasion::Refused(reason) => Some(reason),
        _ => None,
    };
    let suggested_move = match occasion {
        Occasion::Suggested(cell, _) => Some(cell.number()),
        _ => None,
    };
    write(&GameState {
        b_captures: position.pairs(BLACK),
        black_board: board(position.stones(BLACK)),
        cpu: opponent == Opponent::Computer,
        illegal: reason.is_some(),
        illegal_board: board(position.forbidden()),
        player: colour(position.turn()),
        reason,
        suggested_move,
        thinking_time,
        r#type: "game_state",
        type2,
        w_captures: position.pairs(WHITE),
        white_board: board(position.stones(WHITE)),
        winner: position.outcome().and_then(|outcome| outcome.winner).map_or("no", colour),
    })
}
