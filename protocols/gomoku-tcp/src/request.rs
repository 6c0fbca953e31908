//! Parses the requests of clients.

use std::time::Duration;

use chautari_game::Side;
use chautari_gomoku::{BLACK, Cell, WHITE};
use serde_json::{Map, Value};

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// A new game.
    Start(Start),
    /// A move; `None` if the cell is not on the board.
    Move(Option<Cell>),
}

/// The settings of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The opponent.
    pub(crate) opponent: Opponent,
    /// The side that moves first.
    pub(crate) first: Side,
    /// The search depth.
    pub(crate) depth: u32,
    /// The requested depth, if it is more than the maximum.
    pub(crate) wished: Option<u64>,
    /// The time limit per search.
    pub(crate) time: Option<Duration>,
}

/// The opponent in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// The computer.
    Computer,
    /// A person at the same board; the computer suggests moves.
    Person,
}

/// The valid depths, and the maximum depth to which deeper requests are reduced.
const DEPTHS: std::ops::RangeInclusive<u64> = 1..=100;
const DEEPEST: u64 = 7;
/// The valid time limits, in milliseconds.
const TIMES: std::ops::RangeInclusive<u64> = 1..=600_000;

/// Parses a message. The error describes the problem and its position.
pub(crate) fn read(message: &[u8]) -> Result<Request, String> {
    let value: Value = serde_json::from_slice(message).map_err(|e| {
        let (line, column) = (e.line(), e.column());
        // serde_json has no error kind for its recursion limit.
        let what = if e.to_string().starts_with("recursion limit exceeded") {
            "This is nested too deep"
        } else {
            "This is not JSON"
        };
        format!("{what} at line {line}, column {column}. Nothing was changed; send one JSON object.")
    })?;
    let Value::Object(fields) = value else {
        return Err(format!("Expected one JSON object, found {}.", name(&value)));
    };
    match fields.get("type") {
        Some(Value::String(kind)) if kind == "start" => start(&fields).map(Request::Start),
        Some(Value::String(kind)) if kind == "move" => cell(&fields).map(Request::Move),
        Some(Value::String(kind)) => {
            Err(format!("`type` is \"start\" or \"move\", not \"{}\".", beginning(kind)))
        }
        Some(other) => Err(format!("`type` is \"start\" or \"move\", not {}.", name(other))),
        None => Err("`type` is missing: \"start\" or \"move\".".to_owned()),
    }
}

fn start(fields: &Map<String, Value>) -> Result<Start, String> {
    let opponent = match fields.get("cpu") {
        None | Some(Value::Bool(true)) => Opponent::Computer,
        Some(Value::Bool(false)) => Opponent::Person,
        Some(other) => return Err(format!("`cpu` is true or false, not {}.", name(other))),
    };
    let first = match fields.get("player") {
        None => BLACK,
        Some(Value::String(colour)) if colour == "black" => BLACK,
        Some(Value::String(colour)) if colour == "white" => WHITE,
        Some(other) => return Err(format!("`player` is \"black\" or \"white\", not {}.", name(other))),
    };
    let depth = fields.get("depth").map(|value| whole("depth", value, DEPTHS)).transpose()?;
    let wished = depth.filter(|depth| *depth > DEEPEST);
    let depth = depth.unwrap_or(DEEPEST).min(DEEPEST);
    let time = fields.get("time_ms").map(|value| whole("time_ms", value, TIMES)).transpose()?;
    Ok(Start { opponent, first, depth: depth as u32, wished, time: time.map(Duration::from_millis) })
}

/// Reads an integer in a range.
fn whole(field: &str, value: &Value, bounds: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    value.as_u64().filter(|n| bounds.contains(n)).ok_or_else(|| {
        let (least, most) = bounds.into_inner();
        format!("`{field}` is a whole number from {least} to {most}, not {}.", name(value))
    })
}

/// Reads the cell of a move. Any notation of an integer is valid; `None` if it is not on the board.
fn cell(fields: &Map<String, Value>) -> Result<Option<Cell>, String> {
    let Some(value) = fields.get("move") else {
        return Err("`move` is missing: the number of a cell, row * 19 + column.".to_owned());
    };
    match value.as_f64().filter(|number| number.fract() == 0.0) {
        Some(number) if (0.0..f64::from(Cell::COUNT)).contains(&number) => Ok(Cell::new(number as u16)),
        Some(_) => Ok(None),
        None => Err(format!("`move` is the number of a cell, 0 to 360, not {}.", name(value))),
    }
}

/// The most characters of a text repeated in an error.
const REPEATED: usize = 32;

fn beginning(text: &str) -> String {
    text.chars().take(REPEATED).collect()
}

/// Describes a value of the wrong type.
fn name(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text \"{}\"", beginning(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
