//! The types of the HTTP API, written once for everything that speaks it: the server, the WebAssembly module, bots,
//! the load tool, and the OpenAPI document.
//!
//! | module | types |
//! |---|---|
//! | [`code`], [`error`] | [`ErrorCode`], [`ErrorBody`]: the body of every error response |
//! | [`game`] | [`Game`]: a game, its rules and its texts |
//! | [`position`] | [`Position`], [`Ply`], [`Outcome`]: a position, its legal moves and its history |
//! | [`score`], [`value`] | [`Score`], [`Thought`]: engine analysis; [`PositionValue`]: exact values |
//! | [`review`] | [`Standing`]: the value of a position in a review |
//! | [`player`] | [`Player`]: a person, a bot, an engine, or an open seat |
//! | [`matches`](mod@matches), [`event`] | [`MatchView`], [`MatchEvent`]: a match and its events |
//! | [`terms`] | [`Terms`], [`Invitation`]: an invitation and its terms |
//!
//! A type has a constructor here if its value follows from the game or the match alone, so that a server and a
//! browser give the same answer. Names of sides come from static tables when a value is built, and are owned strings
//! when it has been read: hence the [`Cow`](std::borrow::Cow)s.
//!
//! Nothing here knows HTTP, a server or a store.

pub mod code;
pub mod error;
pub mod event;
pub mod game;
pub mod matches;
pub mod player;
pub mod position;
pub mod review;
mod scene;
pub mod score;
pub mod terms;
pub mod value;

pub use code::{Code, ErrorCode};
pub use error::{ErrorBody, ErrorDetail, InvalidInput};
pub use event::{MatchEvent, MatchFrame};
pub use game::{EngineLevel, Game, GameWords};
pub use matches::{
    ActRequest, Acted, At, BotEvent, ChatMessage, Clocks, MatchFacts, MatchPly, MatchView, NewMatch, Phrase,
    Rematch, SeatKey,
};
pub use player::{PersonId, Player};
pub use position::{Outcome, Ply, Position, history};
pub use review::Standing;
pub use score::{Score, ScoreKind, Thought, Variation};
pub use terms::{Invitation, InvitationState, Terms};
pub use value::{ExactPositionValue, ExactValue, MoveValue, PositionValue, Prospect, Remarks, ValueSource};

/// Actions and time controls are defined by the rules of a match.
pub use chautari_arena::live::{Action, TimeControl};

use chautari_game::{Info, Side};
use serde::Deserialize as _;

/// The most moves in a request that describes a line of play: more than any game played to its end has.
pub const MAX_MOVES: usize = 4096;

/// The side of this name.
///
/// # Errors
/// If the game has no such side.
pub fn side_named(info: &Info, name: &str) -> Result<Side, InvalidInput> {
    Side::ALL.into_iter().find(|side| info.side(*side) == name).ok_or_else(|| {
        let [one, two] = info.sides;
        InvalidInput::new(
            ErrorCode::Side,
            format!("There is no side `{name}`; the sides are {one} and {two}."),
        )
    })
}

/// A `skip_serializing_if` condition for numbers.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Skips a value on reading: for fields that are built from static tables and that no client of ours reads.
fn skip<'de, D: serde::Deserializer<'de>, T: Default>(from: D) -> Result<T, D::Error> {
    serde::de::IgnoredAny::deserialize(from).map(|_| T::default())
}
