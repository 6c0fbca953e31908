//! Refusals and their HTTP responses. No other module here chooses a status.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::validation::FieldError;

/// The body of an error response.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = SoftserveRefusal))]
pub(crate) struct Body {
    detail: Detail,
}

#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = SoftserveDetail))]
#[serde(untagged)]
enum Detail {
    /// A sentence, or a few words that programs know.
    Text(String),
    /// All errors in the fields.
    Fields(Vec<FieldError>),
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Fields are missing or of the wrong type: all of them.
    Fields(Vec<FieldError>),
    /// A state cannot be read or cannot be: why, in a sentence or more.
    State(String),
    /// There is no such game to be played.
    NoSuchGame(String),
    /// No player has this name and token.
    Credentials,
    /// A token without access to this.
    Token,
    /// The name is taken by another player.
    PlayerExists,
    /// There is no player of that name.
    NoSuchPlayer(String),
    /// There is no such event.
    NoSuchEvent,
    /// There is no such recorded game.
    NoSuchRecord,
    /// An event needs two.
    FewPlayers,
    /// The event's name is taken.
    EventExists,
    /// The event has been closed, or all its games are over.
    EventClosed,
    /// The event would have too many games.
    TooManyGames {
        /// The most there may be.
        most: u64,
    },
    /// This action was never requested.
    NoSuchAction,
    /// The action is another player's.
    NotYourAction,
    /// It has been done.
    AlreadySubmitted,
    /// The rules say no.
    InvalidAction,
    /// This `Idempotency-Key` was sent before with another request.
    Reused,
    /// A header or the query cannot be read: why.
    Misread(String),
    /// The request took too long to arrive: how long it may.
    Slow(String),
    /// The request is too large: how large it may be.
    Large(String),
    /// This client asks too much.
    Busy(String),
    /// It cannot be done just now; trying again soon may help.
    Away(String),
}

impl Refusal {
    /// The HTTP status that says so.
    pub fn status(&self) -> u16 {
        match self {
            Refusal::Fields(_) | Refusal::State(_) | Refusal::InvalidAction => 422,
            Refusal::Credentials
            | Refusal::Token
            | Refusal::PlayerExists
            | Refusal::FewPlayers
            | Refusal::EventExists
            | Refusal::TooManyGames { .. } => 403,
            Refusal::NoSuchGame(_)
            | Refusal::NoSuchPlayer(_)
            | Refusal::NoSuchEvent
            | Refusal::NoSuchRecord
            | Refusal::NoSuchAction => 404,
            Refusal::NotYourAction | Refusal::AlreadySubmitted | Refusal::EventClosed => 401,
            Refusal::Misread(_) => 400,
            Refusal::Slow(_) => 408,
            Refusal::Large(_) => 413,
            Refusal::Reused => 409,
            Refusal::Busy(_) => 429,
            Refusal::Away(_) => 503,
        }
    }

    fn detail(&self) -> Detail {
        let text = match self {
            Refusal::Fields(complaints) => return Detail::Fields(complaints.clone()),
            Refusal::State(why)
            | Refusal::NoSuchGame(why)
            | Refusal::Misread(why)
            | Refusal::Slow(why)
            | Refusal::Large(why)
            | Refusal::Busy(why)
            | Refusal::Away(why) => why,
            Refusal::Reused => "idempotency key was used for another request",
            Refusal::NoSuchPlayer(name) => return Detail::Text(format!("player not found: {name}")),
            Refusal::TooManyGames { most } => {
                return Detail::Text(format!("too many games: at most {most} an event"));
            }
            Refusal::Credentials => "invalid credentials",
            Refusal::Token => "invalid token",
            Refusal::PlayerExists => "player name already exists",
            Refusal::NoSuchEvent => "event not found",
            Refusal::NoSuchRecord => "game not found",
            Refusal::FewPlayers => "an event needs at least two different players",
            Refusal::EventExists => "event name already exists",
            Refusal::EventClosed => "event is closed",
            Refusal::NoSuchAction => "action_id not found",
            Refusal::NotYourAction => "player-action_id mismatch",
            Refusal::AlreadySubmitted => "action has already been submitted",
            Refusal::InvalidAction => "invalid action",
        };
        Detail::Text(text.to_owned())
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        serde_json::to_value(Body { detail: self.detail() }).unwrap_or_default()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body()["detail"].fmt(f)
    }
}

impl std::error::Error for Refusal {}
