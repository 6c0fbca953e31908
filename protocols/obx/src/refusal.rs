//! Why there is no answer, as the contract says it. The one place here that chooses a status.

use chautari_baghchal::Point;
use chautari_game::{Fault, Reason};
use serde::Serialize;
use serde_json::Value;

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
        let form = |field: Option<&'static str>, offset, expected: &str, text: String| Body {
            error: "Invalid OBX format.",
            detail: Detail::Form(Form { field, offset, expected: expected.to_owned(), text }),
        };
        let body = match self {
            Refusal::Body { offset, text } => {
                let expected = "a JSON object such as {\"obx\": \"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #\"}";
                form(None, *offset, expected, format!("The body is not what it must be: {text}."))
            }
            Refusal::Field { name, expected } => {
                form(Some(name), 0, expected, format!("`{name}` must be {expected}."))
            }
            Refusal::Unreadable { name, fault } => match fault {
                Fault::Syntax { offset, expected, .. } => {
                    form(Some(name), *offset, expected, fault.to_string())
                }
                _ => form(Some(name), 0, "", fault.to_string()),
            },
            Refusal::Impossible(reasons) => Body {
                error: "Illegal move detected.",
                detail: Detail::Rules(reasons.iter().map(Impossibility::new).collect()),
            },
        };
        serde_json::to_value(body).unwrap_or_default()
    }
}

/// What a client is told when there is no answer.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxRefusal))]
pub(crate) struct Body {
    /// `Invalid OBX format.` or `Illegal move detected.`
    error: &'static str,
    /// Why.
    detail: Detail,
}

#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxRefusalDetail))]
#[serde(untagged)]
enum Detail {
    /// Where reading stopped.
    Form(Form),
    /// Every reason the rules have.
    Rules(Vec<Impossibility>),
}

/// Where reading stopped.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxFormFault))]
struct Form {
    /// The field; `null` is the whole body.
    #[cfg_attr(feature = "serve", schema(required))]
    field: Option<&'static str>,
    /// In bytes from the start of the field, or of the body.
    offset: usize,
    /// What could have stood there.
    expected: String,
    /// A sentence about it.
    text: String,
}

/// One reason of the rules.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxReason))]
struct Impossibility {
    /// Stable, for programs.
    code: &'static str,
    /// One English sentence.
    text: String,
    /// The points involved, as OBX calls them.
    points: Vec<String>,
}

impl Impossibility {
    fn new(reason: &Reason) -> Impossibility {
        let point =
            |&number: &u16| u8::try_from(number).ok().and_then(Point::new).map(|point| point.to_string());
        let points = reason.points.iter().filter_map(point).collect();
        Impossibility { code: reason.code, text: reason.text.clone(), points }
    }
}
