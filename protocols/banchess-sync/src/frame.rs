//! What goes over a WebSocket.

use chautari_banchess::BanChess;
use serde::Deserialize;
use serde_json::json;

use crate::{Refusal, Sync};

/// An action as a client sends it: in BCN, or as an object around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The action in BCN.
    pub action: String,
    /// The ply the client believes the game to stand at, if it says so.
    pub ply: Option<u32>,
}

#[derive(Deserialize)]
struct Wrapped {
    r#type: String,
    data: String,
    ply: Option<u32>,
}

impl Frame {
    /// An action in BCN, or why it is none.
    pub fn new(action: String, ply: Option<u32>) -> Result<Frame, Refusal> {
        BanChess::deserialize_action(&action)?;
        Ok(Frame { action, ply })
    }

    /// Reads a text frame.
    pub fn read(text: &str) -> Result<Frame, Refusal> {
        let text = text.trim();
        if text.starts_with('{') {
            let expected = r#"{"type":"action","data":"b:e2e4"}"#;
            let wrapped: Wrapped = serde_json::from_str(text)
                .map_err(|e| Refusal::Form(format!("Expected an action or {expected}: {e}")))?;
            if wrapped.r#type != "action" {
                return Err(Refusal::Form(format!("Expected the type `action`, as in {expected}")));
            }
            Frame::new(wrapped.data, wrapped.ply)
        } else {
            Frame::new(text.to_owned(), None)
        }
    }
}

/// The frame that tells a client everything at once.
pub fn sync_frame(sync: &Sync) -> String {
    let mut frame = json!(sync);
    frame["type"] = json!("sync");
    frame.to_string()
}

/// The frame that tells a sender why its action was not played.
pub fn error_frame(refusal: &Refusal, ply: u32) -> String {
    json!({"type": "error", "error": refusal.text(), "ply": ply}).to_string()
}
