//! The messages of the server, with their keys in alphabetical order.

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
    score: Option<f64>,
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

/// The event that a state is sent for.
#[derive(Clone, Copy)]
pub(crate) enum StateReason<'a> {
    /// The player moved.
    Moved,
    /// The player's move was refused, for this reason.
    Refused(&'a str),
    /// The computer moved, after a search.
    Answered(SearchInfo),
    /// The computer suggests a move, after a search.
    Suggested(Cell, SearchInfo),
}

/// The result of a search, apart from the move.
#[derive(Clone, Copy)]
pub(crate) struct SearchInfo {
    /// The search time, in microseconds.
    pub(crate) time: u64,
    /// The score for the side to move, in hundredths of a stone.
    pub(crate) score: i32,
}

/// The score of a won game, in hundredths of a stone.
const WON: i32 = 100_000;

/// The largest score that the web client draws.
const FULL_BAR: f64 = 5.0;

/// Converts a score in hundredths to the logarithmic scale of the web client's bar, from −5 to 5. The client draws
/// the bar at `100 − (score + 5) · 10` percent. Two decimals are a tenth of a percent of the bar.
fn bar_score(hundredths: i32) -> f64 {
    let size = (5.0 * f64::from(hundredths.abs()) + 1.0).log10().min(FULL_BAR);
    let score = size * f64::from(hundredths.signum());
    (score * 100.0).round() / 100.0
}

impl SearchInfo {
    pub(crate) fn new<M>(thought: &Thought<M>) -> SearchInfo {
        let score = match thought.score {
            Score::Win(_) | Score::Won => WON,
            Score::Loss(_) | Score::Lost => -WON,
            Score::Draw => 0,
            Score::Guess(value) => value.clamp(-WON, WON),
        };
        SearchInfo { time: thought.time.as_micros() as u64, score }
    }
}

/// The kind of a client, which determines the names and keys in its messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClientKind {
    /// A client over plain TCP, which gets exactly the contract.
    #[default]
    Tcp,
    /// A client over WebSocket, which also gets a `score`.
    WebSocket,
    /// The web client that this protocol was written for: it draws the `score`, and calls a suggestion
    /// `AI_move_suggestion` instead of `AI_suggestion`.
    WebClient,
}

fn colour(side: Side) -> &'static str {
    match side {
        BLACK => "black",
        WHITE => "white",
    }
}

/// Formats a board: character i is cell 360 − i, and a line feed comes last.
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
    kind: ClientKind,
    reason_of_state: StateReason,
) -> String {
    let (type2, info) = match (reason_of_state, kind) {
        (StateReason::Moved | StateReason::Refused(_), _) => ("player_move", None),
        (StateReason::Answered(info), _) => ("AI_move", Some(info)),
        (StateReason::Suggested(_, info), ClientKind::Tcp | ClientKind::WebSocket) => {
            ("AI_suggestion", Some(info))
        }
        (StateReason::Suggested(_, info), ClientKind::WebClient) => ("AI_move_suggestion", Some(info)),
    };
    let reason = match reason_of_state {
        StateReason::Refused(reason) => Some(reason),
        _ => None,
    };
    let suggested_move = match reason_of_state {
        StateReason::Suggested(cell, _) => Some(cell.number()),
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
        score: info.filter(|_| kind != ClientKind::Tcp).map(|info| bar_score(info.score)),
        suggested_move,
        thinking_time: info.map(|info| info.time),
        r#type: "game_state",
        type2,
        w_captures: position.pairs(WHITE),
        white_board: board(position.stones(WHITE)),
        winner: position.outcome().and_then(|outcome| outcome.winner).map_or("no", colour),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fit_the_bar_of_the_web_client() {
        let bar = |score: f64| 100.0 - (score + 5.0) * 10.0;
        for (hundredths, score, percent) in [
            (0, 0.0, 50.0),
            (1, 0.78, 42.2),
            (-1, -0.78, 57.8),
            (100, 2.7, 23.0),
            (-2000, -4.0, 90.0),
            (WON, 5.0, 0.0),
            (-WON, -5.0, 100.0),
            (i32::MAX, 5.0, 0.0),
        ] {
            let drawn = bar_score(hundredths);
            assert!((drawn - score).abs() < 1e-9, "{hundredths}: {drawn}");
            assert!((bar(drawn) - percent).abs() < 1e-6, "{hundredths}: {}", bar(drawn));
        }
    }

    #[test]
    fn plain_tcp_clients_get_no_score() {
        let record = chautari_game::Record::new(chautari_gomoku::Gomoku);
        let info = SearchInfo { time: 7, score: 100 };
        let message =
            |kind| game_state(record.position(), Opponent::Computer, kind, StateReason::Answered(info));
        assert!(!message(ClientKind::Tcp).contains("score"));
        for kind in [ClientKind::WebSocket, ClientKind::WebClient] {
            assert!(message(kind).contains("\"score\":2.7"), "{}", message(kind));
        }
    }
}
