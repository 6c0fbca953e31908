//! Why an action is not played, as the contract says it. The one place here that chooses a status.

use chautari_banchess::{PlayError, Player};
use serde::Serialize;
use serde_json::Value;

use crate::Sync;

/// Why an action is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not an action in BCN.
    Form(String),
    /// There is no such game.
    Missing(String),
    /// Whoever sent it has no seat here.
    NoSeat,
    /// It is the other player's turn.
    NotYourTurn(Player),
    /// The game has moved on since the sender looked.
    Behind(Sync),
    /// The rules say no.
    Illegal(PlayError),
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Refusal {
        match error {
            PlayError::Format(_) => Refusal::Form(error.to_string()),
            error => Refusal::Illegal(error),
        }
    }
}

impl Refusal {
    /// The HTTP status that says so.
    pub fn status(&self) -> u16 {
        match self {
            Refusal::Form(_) => 400,
            Refusal::NoSeat | Refusal::NotYourTurn(_) => 403,
            Refusal::Missing(_) => 404,
            Refusal::Behind(_) => 409,
            Refusal::Illegal(_) => 422,
        }
    }

    /// What was wrong, in a sentence.
    pub fn text(&self) -> String {
        match self {
            Refusal::Form(text) => text.clone(),
            Refusal::Missing(id) => format!("There is no game {id}"),
            Refusal::NoSeat => "This token opens no seat of this game".to_owned(),
            Refusal::NotYourTurn(player) => format!("It is the turn of {player}"),
            Refusal::Behind(sync) => format!("The game has moved on to ply {}", sync.ply),
            Refusal::Illegal(error) => error.to_string(),
        }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let sync = if let Refusal::Behind(sync) = self { Some(sync.clone()) } else { None };
        serde_json::to_value(Body { success: false, error: self.text(), sync }).unwrap_or_default()
    }
}

/// What a client is told whose action was not played.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = BanChessRefusal))]
pub(crate) struct Body {
    /// Always false.
    success: bool,
    /// Why, in a sentence.
    error: String,
    /// Where the game stands, where it has moved on.
    #[serde(flatten)]
    #[cfg_attr(feature = "serve", schema(inline))]
    sync: Option<Sync>,
}
