//! What people see and touch.
//!
//! A page, a terminal, a picture and a screen reader all draw from a [`Scene`] and act by
//! [`Offer`]s. None of them knows a rule.

use serde::Serialize;

/// Everything needed to draw a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The empty board; the same for every position of a game.
    pub board: &'static Board,
    /// What stands on it.
    pub pieces: Vec<Piece>,
    /// What is remarkable about it.
    pub marks: Vec<Mark>,
    /// What is counted beside it.
    pub tallies: Vec<Tally>,
    /// The side to move, as the game names it.
    pub turn: &'static str,
    /// What it is to do, as a verb: `move`, `place`, `ban`.
    pub action: &'static str,
}

/// An empty board.
///
/// Points lie on a half-unit grid, so that neighbours on a 5×5 board are 2 apart and a point
/// between four others has odd coordinates. `y` grows downward.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// How it looks.
    pub look: Look,
    /// One more than the largest `x` of a point.
    pub width: u16,
    /// One more than the largest `y` of a point.
    pub height: u16,
    /// The points, in the order of their numbers.
    pub points: Vec<Point>,
    /// Lines between points.
    pub lines: Vec<[u16; 2]>,
    /// What stands beside the columns, each with its `x`.
    pub columns: Vec<(u16, String)>,
    /// What stands beside the rows, each with its `y`.
    pub rows: Vec<(u16, String)>,
}

/// How a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Points joined by lines, pieces on the points.
    Lines,
    /// Squares of two colours, pieces inside them.
    Squares,
    /// Pins on a grid with octagons between them.
    Octagons,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Across, from the left.
    pub x: u16,
    /// Down, from the top.
    pub y: u16,
    /// What it is called: `C3`.
    pub label: String,
    /// What is there when nothing stands on it.
    pub shape: Shape,
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A crossing of lines.
    Crossing,
    /// A crossing with a dot, to find one's way by.
    Star,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A hole for a pin.
    Pin,
    /// An octagon that can change colour.
    Octagon,
    /// An octagon whose colour is fixed.
    Base,
}

/// Something that stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The number of the point.
    pub at: u16,
    /// What it is; names its drawing and is read aloud: `tiger`.
    pub kind: &'static str,
    /// Whose it is, as the game names the side.
    pub side: &'static str,
    /// One letter for a terminal.
    pub glyph: char,
}

/// Points worth a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// What for.
    pub kind: MarkKind,
    /// Which.
    pub points: Vec<u16>,
}

/// What a mark is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// The last move, in the order a hand played it.
    LastMove,
    /// Where the last move took something.
    Captured,
    /// A king in check.
    Check,
    /// A move that may not be made, from and to.
    Banned,
    /// Where the side to move may not play.
    Forbidden,
    /// What won.
    Winning,
}

/// A number beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// What is counted: `goats in hand`.
    pub label: &'static str,
    /// Whose number it is.
    pub side: &'static str,
    /// How many.
    pub count: u32,
    /// Out of how many.
    pub of: u32,
}

/// What a hand does on the board to play a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The points it touches, in order: `[from, to]`, `[at]`.
    pub points: Vec<u16>,
    /// What tells this move from others with the same points.
    pub label: Option<&'static str>,
}

/// A legal move, ready to be shown and played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The points a hand touches, in order.
    pub points: Vec<u16>,
    /// What tells this move from others with the same points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
}
