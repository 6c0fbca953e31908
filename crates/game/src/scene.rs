//! Scenes: what user interfaces show of a position.
//!
//! The web page, the terminal, pictures and screen readers all draw from a [`Scene`] and act through
//! [`Offer`]s. None of them knows a rule.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Everything needed to draw a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The empty board; the same for all positions of a game.
    #[cfg_attr(feature = "schema", schema(value_type = Board))]
    pub board: &'static Board,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// Highlighted points, such as the last move.
    pub marks: Vec<Mark>,
    /// The counts displayed beside the board.
    pub tallies: Vec<Tally>,
    /// The name of the side to move.
    pub turn: &'static str,
    /// The kind of action that is due, as a verb: `move`, `place`, `ban`.
    pub action: &'static str,
    /// The action that is due as an instruction, without a full stop: `Ban one of White's moves`.
    pub prompt: &'static str,
}

/// An empty board.
///
/// Points are placed on a half-unit grid, so that neighbours on a 5×5 board are 2 apart and a point between
/// four others has odd coordinates. `y` grows downward.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Board {
    /// The drawing style of the board.
    pub look: Look,
    /// One more than the largest `x` of a point.
    pub width: u16,
    /// One more than the largest `y` of a point.
    pub height: u16,
    /// The points, in the order of their numbers.
    pub points: Vec<Point>,
    /// The lines between points, as pairs of point numbers.
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::lines))]
    pub lines: Vec<[u16; 2]>,
    /// The labels of the columns, each with its `x`.
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::labels))]
    pub columns: Vec<(u16, String)>,
    /// The labels of the rows, each with its `y`.
    #[cfg_attr(feature = "schema", schema(schema_with = pairs::labels))]
    pub rows: Vec<(u16, String)>,
    /// The appearance of the two sides, in the order of their names.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideLook; 2],
    /// How pieces cover their points.
    pub fit: Fit,
}

/// OpenAPI schemas for lists of pairs. Written by hand because client generators fail on tuples that forbid
/// additional items.
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

    /// Coordinates with their labels.
    pub(super) fn labels() -> Array {
        of::<u16, String>()
    }

    /// Lines, by their end points.
    pub(super) fn lines() -> Array {
        of::<u16, u16>()
    }
}

/// The appearance of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideLook {
    /// The name of the side.
    pub name: &'static str,
    /// The colour scheme of its pieces.
    pub tone: Tone,
    /// The kind of piece used as the side's symbol beside the board: `king`.
    pub sign: &'static str,
    /// The kinds of piece the side can have on the board.
    pub pieces: &'static [&'static str],
}

/// The colour scheme of a side's pieces; a theme assigns the actual colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// White or nearly white.
    Light,
    /// Black or nearly black.
    Dark,
    /// The first coloured scheme.
    One,
    /// The second coloured scheme.
    Two,
}

/// How pieces cover their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// The point remains visible around the piece.
    Inside,
    /// The piece hides its point, so marks must be drawn on top.
    Covering,
}

impl Board {
    /// Returns the colour scheme of the side with this name. Unknown names get that of the second side.
    pub fn tone(&self, side: &str) -> Tone {
        let [one, two] = &self.sides;
        if one.name == side { one.tone } else { two.tone }
    }
}

/// The drawing style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Points connected by lines, with pieces on the points.
    Lines,
    /// Squares of two colours, with pieces inside them.
    Squares,
    /// Pins on a grid with octagons between them.
    Octagons,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Point {
    /// The horizontal coordinate, from the left.
    pub x: u16,
    /// The vertical coordinate, from the top.
    pub y: u16,
    /// The label of the point: `C3`.
    pub label: String,
    /// The shape of the point when it is empty.
    pub shape: Shape,
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A crossing of lines.
    Crossing,
    /// A crossing with a dot for orientation.
    Star,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A hole for a pin.
    Pin,
    /// An octagon that can change its colour.
    Octagon,
    /// An octagon with a fixed colour.
    Base,
}

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// The number of the point.
    pub at: u16,
    /// The kind of piece, which selects its drawing and is read aloud: `tiger`.
    pub kind: &'static str,
    /// The name of the side it belongs to.
    pub side: &'static str,
    /// The letter for text output.
    pub glyph: char,
}

/// Highlighted points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The reason for the mark.
    pub kind: MarkKind,
    /// The marked points.
    pub points: Vec<u16>,
}

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// The points of the last move, in the order they were touched.
    LastMove,
    /// Points where the last move captured something.
    Captured,
    /// The king in check.
    Check,
    /// The two points of a banned move.
    Banned,
    /// Points where the side to move may not play.
    Forbidden,
    /// Pieces one of which must be moved.
    Must,
    /// The points that won the game.
    Winning,
    /// The points that lost the game: trapped pieces.
    Lost,
}

impl MarkKind {
    /// Returns the name used in APIs.
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

/// A count displayed beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// The text of the count: `goats in hand`.
    pub label: &'static str,
    /// The name of the side it belongs to.
    pub side: &'static str,
    /// The current count.
    pub count: u32,
    /// The maximum count.
    pub of: u32,
    /// How the count is derived.
    pub counted: Counted,
}

/// How a tally is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// It follows from the pieces on the board.
    OnBoard,
    /// It depends on the course of play and must be given when a board is set up by hand.
    InPlay,
}

/// The points a user touches to play a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The points in order: `[from, to]`, `[at]`.
    pub points: Vec<u16>,
    /// Distinguishes moves with the same points, such as promotions.
    pub label: Option<&'static str>,
}

/// A legal move, ready to be displayed and played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The move in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in the notation for people.
    pub human: String,
    /// The points a user touches, in order.
    pub points: Vec<u16>,
    /// Distinguishes moves with the same points, such as promotions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub label: Option<Cow<'static, str>>,
}
