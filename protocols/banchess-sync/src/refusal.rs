//! Refusals and their HTTP responses. No other module here chooses a status.

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
    /// The sender has no seat in this game.
    NoSeat,
    /// It is the other player's turn.
    NotYourTurn(Player),
    /// The game stands elsewhere than the sender believes: it has moved on, or never came so far.
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

    /// Returns the refusal in a sentence.
    pub fn text(&self) -> String {
        match self {
            Refusal::Form(text) => text.clone(),
            Refusal::Missing(id) => format!("There is no game {id}"),
            Refusal::NoSeat => "This token opens no seat of this game".to_owned(),
            Refusal::NotYourTurn(player) => format!("It is the turn of {player}"),
            Refusal::Behind(sync) => format!("The game stands at ply {}", sync.ply),
            Refusal::Illegal(error) => error.to_string(),
        }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut body = Body { error: self.text(), ..Body::default() };
        if let Refusal::Behind(Sync { fen, last_action, ply, move_number }) = self.clone() {
            (body.fen, body.last_action) = (Some(fen), last_action);
            (body.ply, body.move_number) = (Some(ply), Some(move_number));
        }
        serde_json::to_value(body).unwrap_or_default()
    }
}

/// The body of an error response. A conflict includes the current state.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = BanChessRefusal))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    /// Always false.
    success: bool,
    /// Why, in a sentence.
    error: String,
    /// With 409: the position in extended FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    fen: Option<String>,
    /// With 409: the action that led there in BCN, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    last_action: Option<String>,
    /// With 409: the ply to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    ply: Option<u32>,
    /// With 409: the full move to be played, as chess counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(nullable = false))]
    move_number: Option<u32>,
}
