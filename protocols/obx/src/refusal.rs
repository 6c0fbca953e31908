//! Refusals and their HTTP responses. No other module here chooses a status.

use chautari_baghchal::Point;
use chautari_game::{Fault, Reason};
use serde::Serialize;
use serde_json::Value;

/// The reason for refusing a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body is not a JSON object.
    Body {
        /// The offset of the error, in bytes from the start of the body.
        offset: usize,
        /// The error.
        text: String,
    },
    /// A text or a list in the body is too long.
    TooLong {
        /// The offset of the text or list, in bytes from the start of the body.
        offset: usize,
        /// The error.
        text: String,
    },
    /// A field is missing or has an invalid value.
    Field {
        /// The name of the field.
        name: &'static str,
        /// A description of valid values.
        expected: String,
    },
    /// A position or a move is malformed.
    Unreadable {
        /// The name of the field.
        name: &'static str,
        /// The error, with its offset.
        fault: Fault,
    },
    /// A position or a move is well-formed but impossible: all reasons.
    Impossible(Vec<Reason>),
}

impl Refusal {
    /// Converts an error in a field.
    pub(crate) fn new(name: &'static str, fault: Fault) -> Refusal {
        match fault {
            Fault::Refused { reasons, .. } => Refusal::Impossible(reasons),
            fault => Refusal::Unreadable { name, fault },
        }
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            Refusal::Body { .. }
            | Refusal::TooLong { .. }
            | Refusal::Field { .. }
            | Refusal::Unreadable { .. } => 400,
            Refusal::Impossible(_) => 422,
        }
    }

    /// Returns the body of the response.
    pub fn body(&self) -> Value {
        let form = |field: Option<&'static str>, offset, expected: &str, text: String| Body {
            error: INVALID_FORMAT,
            detail: Detail::Form(Form { field, offset, expected: expected.to_owned(), text }),
        };
        let body = match self {
            Refusal::Body { offset, text } => {
                let expected = "a JSON object such as {\"obx\": \"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #\"}";
                form(None, *offset, expected, format!("The body is not what it must be: {text}."))
            }
            Refusal::TooLong { offset, text } => form(None, *offset, "a shorter text or list", text.clone()),
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

/// The error of a malformed request.
const INVALID_FORMAT: &str = "Invalid OBX format.";

/// The body of an error response.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxRefusal))]
pub(crate) struct Body {
    /// `Invalid OBX format.`, `Illegal move detected.` or `Try again later.`
    error: &'static str,
    /// The reasons.
    detail: Detail,
}

#[cfg(feature = "serve")]
impl Body {
    /// Converts an error of the server, such as a rate limit.
    pub(crate) fn of_problem(problem: &chautari_http::Problem) -> Body {
        use chautari_http::Kind;
        let error = match problem.kind() {
            Kind::TooManyRequests | Kind::Unavailable | Kind::Internal => "Try again later.",
            _ => INVALID_FORMAT,
        };
        let text = problem.text().to_owned();
        Body { error, detail: Detail::Form(Form { field: None, offset: 0, expected: String::new(), text }) }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxRefusalDetail))]
#[serde(untagged)]
enum Detail {
    /// An error in the form of the request.
    Form(Form),
    /// All violated rules.
    Rules(Vec<Impossibility>),
}

/// An error in the form of a request.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxFormFault))]
struct Form {
    /// The name of the field; `null` for the whole request.
    #[cfg_attr(feature = "serve", schema(required))]
    field: Option<&'static str>,
    /// The offset in bytes from the start of the field, or of the body.
    offset: usize,
    /// A description of what is valid there.
    expected: String,
    /// The error in a sentence.
    text: String,
}

/// A violated rule.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = ObxReason))]
struct Impossibility {
    /// A stable code, for programs.
    code: &'static str,
    /// One English sentence.
    text: String,
    /// The points involved, in OBX coordinates.
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
