//! What is said about a game: the messages, their keys in alphabetical order.

use chautari_game::{Position as _, Score, Side, Thought};
use chautari_gomoku::{BLACK, Cell, CellSet, Position, WHITE};
use serde::Serialize;

use crate::request::{Opponent, Start};

#[derive(Serialize)]
struct GameStart {
    cpu: bool,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
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
    score: Option<i32>,
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
    /// The computer has moved, after some thought.
    Answered(Pondered),
    /// The computer suggests a move, after some thought.
    Suggested(Cell, Pondered),
}

/// What the computer's thinking came to, beside a move.
#[derive(Clone, Copy)]
pub(crate) struct Pondered {
    /// In microseconds.
    pub(crate) time: u64,
    /// How good the position is for whom it thought, in hundredths.
    pub(crate) score: i32,
}

/// A won game, on a scale on which a stone's worth is a hundred or so.
const WON: i32 = 100_000;

impl Pondered {
    pub(crate) fn new<M>(thought: &Thought<M>) -> Pondered {
        let score = match thought.score {
            Score::Win(_) | Score::Won => WON,
            Score::Loss(_) | Score::Lost => -WON,
            Score::Draw => 0,
            Score::Guess(value) => value.clamp(-WON, WON),
        };
        Pondered { time: thought.time.as_micros() as u64, score }
    }
}

/// How a client would have things called. The contract has one word for a suggestion, the web client that
/// it was written for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// As the contract has them: `AI_suggestion`.
    #[default]
    Contract,
    /// As the web client has them: `AI_move_suggestion`.
    WebClient,
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
        note: start.wished.map(|wished| {
            format!("A depth of {wished} is played as {}, which is the deepest here.", start.depth)
        }),
        player: colour(start.first),
        r#type: "game_start",
    })
}

pub(crate) fn complaint(text: &str) -> String {
    write(&Complaint { error: text, r#type: "error" })
}

pub(crate) fn game_state(
    position: &Position,
    opponent: Opponent,
    words: Words,
    occasion: Occasion,
) -> String {
    let (type2, pondered) = match (occasion, words) {
        (Occasion::Moved | Occasion::Refused(_), _) => ("player_move", None),
        (Occasion::Answered(pondered), _) => ("AI_move", Some(pondered)),
        (Occasion::Suggested(_, pondered), Words::Contract) => ("AI_suggestion", Some(pondered)),
        (Occasion::Suggested(_, pondered), Words::WebClient) => ("AI_move_suggestion", Some(pondered)),
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
        score: pondered.map(|pondered| pondered.score),
        suggested_move,
        thinking_time: pondered.map(|pondered| pondered.time),
        r#type: "game_state",
        type2,
        w_captures: position.pairs(WHITE),
        white_board: board(position.stones(WHITE)),
        winner: position.outcome().and_then(|outcome| outcome.winner).map_or("no", colour),
    })
}
