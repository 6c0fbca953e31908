//! What people see and touch.
//!
//! A page, a terminal, a picture and a screen reader all draw from a [`Scene`] and act by
//! [`Offer`]s. None of them knows a rule.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Everything needed to draw a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The empty board; the same for every position of a game.
    #[cfg_attr(feature = "schema", schema(value_type = Board))]
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
    /// The same said to somebody, without its full stop: `Ban one of White's moves`.
    pub prompt: &'static str,
}

/// An empty board.
///
/// Points lie on a half-unit grid, so that neighbours on a 5×5 board are 2 apart and a point
/// between four others has odd coordinates. `y` grows downward.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::lines))]
    pub lines: Vec<[u16; 2]>,
    /// What stands beside the columns, each with its `x`.
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::labels))]
    pub columns: Vec<(u16, String)>,
    /// What stands beside the rows, each with its `y`.
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::labels))]
    pub rows: Vec<(u16, String)>,
    /// How the two sides look here, in their order.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideLook; 2],
    /// How pieces lie on their points.
    pub fit: Fit,
}

/// Lists of pairs for the API's document. Said by hand: generators of clients stumble over a list that allows no
/// further items.
#[cfg(feature = "schema")]
mod pairs {
    use utoipa::PartialSchema;
    use utoipa::openapi::RefOr;
    use utoipa::openapi::schema::{Array, ArrayBuilder, Object, Schema, SchemaType};

    fn of<A: PartialSchema, B: PartialSchema>() -> Array {
        let plain = |item: RefOr<Schema>| match item {
            RefOr::T(schema) => schema,
            RefOr::Ref(_) => Schema::Object(Object::new()),
        };
        let anything = Object::builder().schema_type(SchemaType::AnyValue);
        let pair = ArrayBuilder::new().prefix_items([A::schema(), B::schema()].map(plain)).items(anything);
        ArrayBuilder::new().items(pair).build()
    }

    /// Places with what stands beside them.
    pub(super) fn labels() -> Array {
        of::<u16, String>()
    }

    /// Lines, by their ends.
    pub(super) fn lines() -> Array {
        of::<u16, u16>()
    }
}

/// How a side looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideLook {
    /// The side, as the game names it.
    pub name: &'static str,
    /// The colours of its pieces.
    pub tone: Tone,
    /// The kind of piece that stands for it beside the board: `king`.
    pub sign: &'static str,
    /// The kinds of piece it can have on the board.
    pub pieces: &'static [&'static str],
}

/// The colours of a side's pieces; which they are is for a theme to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// White, or nearly.
    Light,
    /// Black, or nearly.
    Dark,
    /// A colour of its own.
    One,
    /// Another one.
    Two,
}

/// How pieces lie on their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// What lies under a piece shows around it.
    Inside,
    /// A piece hides what lies under it, so that a mark for it must lie on top.
    Covering,
}

impl Board {
    /// The colours of the side of that name; a stranger has the second's.
    pub fn tone(&self, side: &str) -> Tone {
        let [one, two] = &self.sides;
        if one.name == side { one.tone } else { two.tone }
    }
}

/// How a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// What for.
    pub kind: MarkKind,
    /// Which.
    pub points: Vec<u16>,
}

/// What a mark is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// Those of which one must be moved, where the rules leave no other choice.
    Must,
    /// What won.
    Winning,
    /// What lost: pieces that are trapped.
    Lost,
}

impl MarkKind {
    /// As it is written on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            MarkKind::LastMove => "last-move",
            MarkKind::Captured => "captured",
            MarkKind::Check => "check",
            MarkKind::Banned => "banned",
            MarkKind::Forbidden => "forbidden",
            MarkKind::Must => "must",
            MarkKind::Winning => "winning",
            MarkKind::Lost => "lost",
        }
    }
}

/// A number beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// What is counted: `goats in hand`.
    pub label: &'static str,
    /// Whose number it is.
    pub side: &'static str,
    /// How many.
    pub count: u32,
    /// Out of how many.
    pub of: u32,
    /// How one comes to know it.
    pub counted: Counted,
}

/// How one comes to know a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// It follows from what stands on the board.
    OnBoard,
    /// Only play has told it, or whoever sets up a board.
    InPlay,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The same as people write it.
    pub human: String,
    /// The points a hand touches, in order.
    pub points: Vec<u16>,
    /// What tells this move from others with the same points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub label: Option<Cow<'static, str>>,
}
