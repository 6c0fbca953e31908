//! What games tell as it looks on the wire; only for the API's description, since `crates/game` knows
//! nothing of it.

#![allow(dead_code, reason = "the description is made from their shape")]

use utoipa::ToSchema;

/// Everything needed to draw a position.
#[derive(ToSchema)]
#[schema(as = Scene)]
pub(crate) struct SceneShape {
    /// The empty board; the same for every position of a game.
    board: BoardShape,
    /// What stands on it.
    pieces: Vec<PieceShape>,
    /// What is remarkable about it.
    marks: Vec<MarkShape>,
    /// What is counted beside it.
    tallies: Vec<TallyShape>,
    /// The side to move, as the game names it.
    turn: String,
    /// What it is to do, as a verb.
    #[schema(example = "place")]
    action: String,
}

/// An empty board. Points lie on a half-unit grid; `y` grows downward.
#[derive(ToSchema)]
#[schema(as = Board)]
struct BoardShape {
    /// How it looks: `lines`, `squares` or `octagons`.
    #[schema(example = "lines")]
    look: String,
    /// One more than the largest `x` of a point.
    width: u16,
    /// One more than the largest `y` of a point.
    height: u16,
    /// The points, in the order of their numbers.
    points: Vec<PointShape>,
    /// Lines between points, by their numbers.
    lines: Vec<[u16; 2]>,
    /// What stands beside the columns, each with its `x`.
    columns: Vec<(u16, String)>,
    /// What stands beside the rows, each with its `y`.
    rows: Vec<(u16, String)>,
}

/// A point of a board.
#[derive(ToSchema)]
#[schema(as = Point)]
struct PointShape {
    /// Across, from the left.
    x: u16,
    /// Down, from the top.
    y: u16,
    /// What it is called.
    #[schema(example = "C3")]
    label: String,
    /// What is there when nothing stands on it: `crossing`, `star`, `light`, `dark`, `pin`, `octagon`
    /// or `base`.
    #[schema(example = "crossing")]
    shape: String,
}

/// Something that stands on a point.
#[derive(ToSchema)]
#[schema(as = Piece)]
struct PieceShape {
    /// The number of the point.
    at: u16,
    /// What it is; names its drawing and is read aloud.
    #[schema(example = "tiger")]
    kind: String,
    /// Whose it is, as the game names the side.
    side: String,
    /// One letter for a terminal.
    glyph: char,
}

/// Points worth a mark.
#[derive(ToSchema)]
#[schema(as = Mark)]
struct MarkShape {
    /// What for: `last-move`, `captured`, `check`, `banned`, `forbidden` or `winning`.
    #[schema(example = "last-move")]
    kind: String,
    /// Which, by their numbers.
    points: Vec<u16>,
}

/// A number beside the board.
#[derive(ToSchema)]
#[schema(as = Tally)]
struct TallyShape {
    /// What is counted.
    #[schema(example = "goats in hand")]
    label: String,
    /// Whose number it is.
    side: String,
    /// How many.
    count: u32,
    /// Out of how many.
    of: u32,
}

/// A legal move, ready to be shown and played.
#[derive(ToSchema)]
#[schema(as = Offer)]
pub(crate) struct OfferShape {
    /// The move, in the canonical notation.
    r#move: String,
    /// The points a hand touches, in order.
    points: Vec<u16>,
    /// What tells this move from others with the same points.
    label: Option<String>,
}

/// A number in the rules that a player may change.
#[derive(ToSchema)]
#[schema(as = Rule)]
pub(super) struct RuleShape {
    /// What one types.
    #[schema(example = "captures")]
    name: String,
    /// What it means.
    about: String,
    /// As it stands.
    value: u32,
    /// The least it can be.
    min: u32,
    /// The most it can be.
    max: u32,
}

/// A way of writing a game down.
#[derive(ToSchema)]
#[schema(as = Dialect)]
pub(super) struct DialectShape {
    /// What one types.
    #[schema(example = "obx")]
    id: String,
    /// One line about it.
    about: String,
    /// What one text of it holds: `position` or `game`.
    holds: String,
}
