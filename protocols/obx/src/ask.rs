//! What a client wants, as it says it.

use serde::Deserialize;

use crate::Refusal;

/// A request: where the game stands, and what is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Ask {
    /// The position.
    pub obx: Option<String>,
    /// The move to play; without one, the engine chooses.
    #[serde(rename = "move")]
    pub wish: Option<String>,
    /// Whether a tiger that can capture must: `optional` or `compulsory`.
    pub rules: Option<String>,
    /// How strong the engine plays, 1 to 10.
    pub level: Option<u8>,
    /// How long it thinks at most, in milliseconds.
    pub time_ms: Option<u64>,
}

impl Ask {
    /// Reads the JSON body of a request. An empty one asks for nothing, which is no question yet.
    pub fn read(body: &[u8]) -> Result<Ask, Refusal> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Ask::default());
        }
        serde_json::from_slice(body).map_err(|e| {
            // Lines and columns count from 1.
            let before = body.split_inclusive(|&b| b == b'\n').take(e.line().saturating_sub(1));
            let offset = before.map(<[u8]>::len).sum::<usize>() + e.column().saturating_sub(1);
            Refusal::Body { offset: offset.min(body.len()), text: e.to_string() }
        })
    }

    /// What a body says, completed by what stands behind the `?` of the URL.
    #[must_use]
    pub fn or(self, other: Ask) -> Ask {
        Ask {
            obx: self.obx.or(other.obx),
            wish: self.wish.or(other.wish),
            rules: self.rules.or(other.rules),
            level: self.level.or(other.level),
            time_ms: self.time_ms.or(other.time_ms),
        }
    }
}
