//! Who sits where, and who may speak for them.

use chautari_arena::live::Player;
use chautari_game::{Level, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Problem, Token, TokenHash};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Seat)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Sitter {
    /// Whoever has the token of the seat.
    Human,
    /// An engine of the server's.
    Engine {
        /// How strong it plays, 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
        /// How long it may think over a move [default: what its level takes].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
    },
    /// Nobody: moves fall by chance.
    Random,
    /// A bot, by its own token.
    Bot {
        /// Its name.
        name: String,
    },
}

impl Sitter {
    pub(crate) fn player(&self) -> Player {
        match self {
            Sitter::Human | Sitter::Bot { .. } => Player::Guest,
            Sitter::Engine { .. } | Sitter::Random => Player::House,
        }
    }

    /// The bot it is.
    pub(crate) fn bot(&self) -> Option<&str> {
        if let Sitter::Bot { name } = self { Some(name) } else { None }
    }

    /// One there can be, or why not.
    pub(crate) fn vet(&self) -> Result<(), Problem> {
        match self {
            Sitter::Engine { level, .. } if Level::new(*level).is_none() => {
                Err(Problem::refused("level", format!("There is no level {level}; levels are 1 to 10.")))
            }
            Sitter::Engine { time_ms: Some(0), .. } => {
                Err(Problem::refused("time", "An engine needs at least one millisecond to think."))
            }
            _ => Ok(()),
        }
    }
}

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seat {
    pub(crate) sitter: Sitter,
    /// The hash of the token that speaks for it; nobody speaks for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<TokenHash>,
}

/// The side a token speaks for. Where it speaks for both, the one whose turn it is.
pub(crate) fn speaks_for(seats: &[Seat; 2], token: &Token, turn: Option<Side>) -> Option<Side> {
    // Both are always compared, so that the time taken does not tell which was.
    let admitted = Side::ALL.map(|side| seats[side.index()].hash.is_some_and(|hash| hash.admits(token)));
    match admitted {
        [true, true] => Some(turn.unwrap_or(Side::One)),
        [true, false] => Some(Side::One),
        [false, true] => Some(Side::Two),
        [false, false] => None,
    }
}
