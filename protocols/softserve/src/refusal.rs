//! Why a request is refused, as the contract says it. The one place here that chooses a status.

use std::fmt;

use serde_json::{Value, json};

use crate::fields::Complaint;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Fields are missing or of the wrong type: all of them.
    Fields(Vec<Complaint>),
    /// A state cannot be read or cannot be: why, in a sentence or more.
    State(String),
    /// There is no such game to be played.
    NoSuchGame(String),
    /// Nobody has this name and token.
    Credentials,
    /// A token that does not open this.
    Token,
    /// The player's name is somebody's already.
    PlayerExists,
    /// There is no player of that name.
    NoSuchPlayer(String),
    /// There is no such event.
    NoSuchEvent,
    /// There is no such recorded game.
    NoSuchTable,
    /// An event needs two.
    FewPlayers,
    /// The event's name is taken.
    EventExists,
    /// So many games are too many.
    TooManyGames {
        /// The most there may be.
        most: u64,
    },
    /// No such action was given to anybody.
    NoSuchAction,
    /// The action is another player's.
    NotYourAction,
    /// It has been done.
    AlreadySubmitted,
    /// The rules say no.
    InvalidAction,
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
            | Refusal::NoSuchTable
            | Refusal::NoSuchAction => 404,
            Refusal::NotYourAction | Refusal::AlreadySubmitted => 401,
            Refusal::Busy(_) => 429,
            Refusal::Away(_) => 503,
        }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let detail = match self {
            Refusal::Fields(complaints) => json!(complaints),
            Refusal::State(why) | Refusal::NoSuchGame(why) | Refusal::Busy(why) | Refusal::Away(why) => {
                json!(why)
            }
            Refusal::Credentials => json!("invalid credentials"),
            Refusal::Token => json!("invalid token"),
            Refusal::PlayerExists => json!("player name already exists"),
            Refusal::NoSuchPlayer(name) => json!(format!("player not found: {name}")),
            Refusal::NoSuchEvent => json!("event not found"),
            Refusal::NoSuchTable => json!("game not found"),
            Refusal::FewPlayers => json!("an event needs at least two different players"),
            Refusal::EventExists => json!("event name already exists"),
            Refusal::TooManyGames { most } => json!(format!("too many games: at most {most} an event")),
            Refusal::NoSuchAction => json!("action_id not found"),
            Refusal::NotYourAction => json!("player-action_id mismatch"),
            Refusal::AlreadySubmitted => json!("action has already been submitted"),
            Refusal::InvalidAction => json!("invalid action"),
        };
        json!({"detail": detail})
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body()["detail"].fmt(f)
    }
}

impl std::error::Error for Refusal {}
