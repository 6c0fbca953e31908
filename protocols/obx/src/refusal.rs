//! Why there is no answer, as the contract says it. The one place here that chooses a status.

use chautari_baghchal::Point;
use chautari_game::{Fault, Reason};
use serde_json::{Value, json};

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body is not the JSON it must be.
    Body {
        /// Where reading stopped, in bytes from the start of the body.
        offset: usize,
        /// What is wrong with it.
        text: String,
    },
    /// A field of the request is missing or says nothing that can be done.
    Field {
        /// Its name.
        name: &'static str,
        /// What it must be.
        expected: String,
    },
    /// A position or a move cannot be read.
    Unreadable {
        /// The field it stands in.
        name: &'static str,
        /// Where and why.
        fault: Fault,
    },
    /// A position or a move can be read and cannot be: every reason.
    Impossible(Vec<Reason>),
}

impl Refusal {
    /// What a fault in a field means here.
    pub(crate) fn new(name: &'static str, fault: Fault) -> Refusal {
        match fault {
            Fault::Refused { reasons, .. } => Refusal::Impossible(reasons),
            fault => Refusal::Unreadable { name, fault },
        }
    }

    /// The HTTP status that says so.
    pub fn status(&self) -> u16 {
        match self {
            Refusal::Body { .. } | Refusal::Field { .. } | Refusal::Unreadable { .. } => 400,
            Refusal::Impossible(_) => 422,
        }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let form = |detail: Value| json!({"error": "Invalid OBX format.", "detail": detail});
        match self {
            Refusal::Body { offset, text } => form(json!({
                "field": null,
                "offset": offset,
                "expected": "a JSON object such as {\"obx\": \"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #\"}",
                "text": format!("The body is not JSON of the right form: {text}."),
            })),
            Refusal::Field { name, expected } => form(json!({
                "field": name,
                "offset": 0,
                "expected": expected,
                "text": format!("`{name}` must be {expected}."),
            })),
            Refusal::Unreadable { name, fault } => {
                let (offset, expected) = match fault {
                    Fault::Syntax { offset, expected, .. } => (*offset, expected.as_str()),
                    _ => (0, ""),
                };
                form(json!({
                    "field": name,
                    "offset": offset,
                    "expected": expected,
                    "text": fault.to_string(),
                }))
            }
            Refusal::Impossible(reasons) => {
                let detail: Vec<_> = reasons.iter().map(reason).collect();
                json!({"error": "Illegal move detected.", "detail": detail})
            }
        }
    }
}

/// A reason whose points are called as OBX calls them.
fn reason(reason: &Reason) -> Value {
    let point = |&number: &u16| u8::try_from(number).ok().and_then(Point::new).map(|point| point.to_string());
    let points: Vec<String> = reason.points.iter().filter_map(point).collect();
    json!({"code": reason.code, "text": reason.text, "points": points})
}
