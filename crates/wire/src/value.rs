//! Values of positions and moves: exact by tables, or estimated by a search; and remarks on moves.

use chautari_game::{Exact, Info, Reason};
use serde::{Deserialize, Serialize};

use crate::Score;

/// How to find the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ValueSource {
    /// From exact tables, as far as they have the game and the position.
    Exact,
    /// By a short search.
    Search,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum PositionValue {
    /// The result of best play by both sides.
    Exact(ExactPositionValue),
    /// An engine's score, for the side to move.
    Search(Score),
}

impl PositionValue {
    /// An exact value, with the winner's name.
    pub fn exact(info: &Info, value: Exact) -> PositionValue {
        let ExactValue { winner, plies } = ExactValue::new(info, value);
        PositionValue::Exact(ExactPositionValue { kind: "exact", winner, plies })
    }
}

/// An exact value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExactPositionValue {
    /// Always `exact`.
    pub kind: &'static str,
    /// The side that wins; `null` is a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<&'static str>,
    /// The number of plies to the win; `null` if it is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub plies: Option<u32>,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveValue {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The side that wins after the move; `null` is a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<&'static str>,
    /// The number of plies from after the move to the win; `null` if it is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub plies: Option<u32>,
}

impl MoveValue {
    /// The value of a move, with the winner's name.
    pub fn new(info: &Info, text: String, value: Exact) -> MoveValue {
        let ExactValue { winner, plies } = ExactValue::new(info, value);
        MoveValue { text, winner, plies }
    }
}

/// The result of best play by both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExactValue {
    /// The side that wins; `null` is a draw.
    pub winner: Option<&'static str>,
    /// The number of plies to the win; `null` if it is not known.
    pub plies: Option<u32>,
}

impl ExactValue {
    /// An exact value, with the winner's name.
    pub fn new(info: &Info, value: Exact) -> ExactValue {
        ExactValue { winner: value.winner.map(|side| info.side(side)), plies: value.plies }
    }
}

/// The prospects of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospect {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The value of the position after it; `null` if no table has it.
    pub value: Option<ExactValue>,
    /// The number of replies.
    pub replies: u32,
    /// The number of replies that hold the value.
    pub holding: u32,
    /// The most plies a wrong reply takes to lose; `null` if it is not known.
    pub deepest: Option<u32>,
}

impl Prospect {
    /// The prospects of a move, with the winner's name.
    pub fn new(info: &Info, prospect: chautari_game::Prospect) -> Prospect {
        Prospect {
            text: prospect.text,
            value: prospect.value.map(|value| ExactValue::new(info, value)),
            replies: prospect.replies,
            holding: prospect.holding,
            deepest: prospect.deepest,
        }
    }
}

/// Remarks on the purpose of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RemarksAnswer))]
pub struct Remarks {
    /// The most important first. They do not name the move; the words of the game have them in other languages, by
    /// their codes.
    pub remarks: Vec<Reason>,
}
