//! WebSocket frames.

use chautari_banchess::{BanChess, Player};
use serde::Deserialize;
use serde_json::json;

use crate::{Refusal, Sync};

/// An action as a client sends it: in BCN, or as an object around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The action in BCN.
    pub action: String,
    /// The ply at which the client expects the game to be, if it says so.
    pub ply: Option<u32>,
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// An action, and the form that the client understands, if its frame shows that.
    Action(Frame, Option<Form>),
    /// It wants to know where the game stands.
    SyncRequest,
    /// It has the token of a seat.
    Hello(String),
}

/// How a client talks, and is talked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Actions in BCN, as they are.
    #[default]
    Plain,
    /// Everything as a JSON object: what the library's own page can read.
    Json,
}

impl Form {
    /// An action that was played, for such a client.
    pub fn write(self, action: &str) -> String {
        match self {
            Form::Plain => action.to_owned(),
            Form::Json => json!({"type": "action", "data": action, "action": action}).to_string(),
        }
    }
}

#[derive(Deserialize)]
struct Wrapped {
    r#type: Option<String>,
    data: Option<String>,
    action: Option<String>,
    ply: Option<u32>,
    token: Option<String>,
}

impl Frame {
    /// An action in BCN, or why it is none.
    pub fn new(action: String, ply: Option<u32>) -> Result<Frame, Refusal> {
        BanChess::deserialize_action(&action)?;
        Ok(Frame { action, ply })
    }
}

impl ClientMessage {
    /// Reads a text frame: an action in BCN, `{"type":"action","data":…}`, `{"action":…}`,
    /// `{"type":"sync-request"}`, or `{"type":"hello","token":…}`.
    pub fn read(text: &str) -> Result<ClientMessage, Refusal> {
        let text = text.trim();
        if !text.starts_with('{') {
            return Ok(ClientMessage::Action(Frame::new(text.to_owned(), None)?, Some(Form::Plain)));
        }
        let expected = r#"{"type":"action","data":"b:e2e4"}"#;
        let wrapped: Wrapped = serde_json::from_str(text)
            .map_err(|_| Refusal::Form(format!("Expected an action or an object such as {expected}")))?;
        // Only the library's own page sends `action`, and it reads only objects. `data` is sent by clients
        // that read objects and by clients of this contract.
        let form = wrapped.data.is_none().then_some(Form::Json);
        match (wrapped.r#type.as_deref(), wrapped.data.or(wrapped.action)) {
            (Some("sync-request"), _) => Ok(ClientMessage::SyncRequest),
            (Some("hello"), _) => wrapped.token.map(ClientMessage::Hello).ok_or_else(|| {
                let expected = r#"{"type":"hello","token":"…"}"#;
                Refusal::Form(format!("Expected the token of a seat, as in {expected}"))
            }),
            (None | Some("action"), Some(action)) => {
                Ok(ClientMessage::Action(Frame::new(action, wrapped.ply)?, form))
            }
            (None | Some("action"), None) => {
                Err(Refusal::Form(format!("Expected the action as `data`, as in {expected}")))
            }
            (Some(_), _) => Err(Refusal::Form(format!("Expected the type `action`, as in {expected}"))),
        }
    }
}

/// The frame that tells a client everything at once.
pub fn sync_frame(sync: &Sync) -> String {
    let mut frame = json!(sync);
    frame["type"] = json!("sync");
    frame.to_string()
}

/// The frame that tells a client which seat its token has opened.
pub fn seated_frame(seat: Player) -> String {
    json!({"type": "seated", "seat": seat.to_string()}).to_string()
}

/// The frame that tells a sender why its action was not played.
pub fn error_frame(refusal: &Refusal, ply: u32) -> String {
    json!({"type": "error", "error": refusal.text(), "ply": ply}).to_string()
}
