//! The body of every error response.

use chautari_arena::live::Refusal;
use chautari_game::{Fault, Outcome, Reason};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Code, ErrorCode};

/// The body of an error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Problem))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
    /// Further fields of the body, such as the current `state` after a conflict.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(ignore))]
    pub extra: Map<String, Value>,
}

/// An error, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorDetail {
    /// Stable, for programs.
    pub code: Code,
    /// One or more English sentences.
    pub text: String,
    /// The points of the board to light up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub points: Vec<u16>,
    /// Every reason of the rules. Skipped on reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "crate::skip")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub reasons: Vec<Reason>,
    /// The offset of the error in the text, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub at: Option<usize>,
    /// The expected text at this offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub expected: Option<String>,
    /// The index of the wrong item in its list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub index: Option<usize>,
}

impl ErrorBody {
    /// Creates a body with nothing beside the error.
    pub fn new(error: ErrorDetail) -> ErrorBody {
        ErrorBody { error, extra: Map::new() }
    }
}

impl ErrorDetail {
    /// Creates an error with a code and a sentence.
    pub fn new(code: impl Into<Code>, text: impl Into<String>) -> ErrorDetail {
        ErrorDetail {
            code: code.into(),
            text: text.into(),
            points: Vec::new(),
            reasons: Vec::new(),
            at: None,
            expected: None,
            index: None,
        }
    }
}

/// A text that a game did not take.
impl From<Fault> for ErrorDetail {
    fn from(fault: Fault) -> ErrorDetail {
        let text = fault.to_string();
        match fault {
            Fault::Syntax { offset, expected, .. } => ErrorDetail {
                at: Some(offset),
                expected: Some(expected),
                ..ErrorDetail::new(ErrorCode::Syntax, text)
            },
            Fault::Unsupported(_) => ErrorDetail::new(ErrorCode::Unsupported, text),
            Fault::Refused { at, reasons } => {
                let first = reasons.first();
                let code = first.map_or(Code::Api(ErrorCode::Refused), |reason| rule(reason.code));
                let points = first.map(|reason| reason.points.clone()).unwrap_or_default();
                ErrorDetail { points, reasons, at, ..ErrorDetail::new(code, text) }
            }
        }
    }
}

/// The code of a rule. That the game is over is said by records and by matches alike.
fn rule(code: &'static str) -> Code {
    if code == Outcome::OVER { Code::Api(ErrorCode::GameOver) } else { Code::Rule(code.into()) }
}

/// An action that a match did not take.
impl From<Refusal> for ErrorDetail {
    fn from(refusal: Refusal) -> ErrorDetail {
        let text = refusal.to_string();
        let code = match refusal {
            Refusal::Rules(fault) => return fault.into(),
            Refusal::Over(_) => ErrorCode::GameOver,
            Refusal::NotYourTurn(_) => ErrorCode::NotYourTurn,
            Refusal::Late => ErrorCode::Time,
            Refusal::NoOffer(_) => ErrorCode::NoOffer,
            Refusal::OfferedAlready => ErrorCode::OfferedAlready,
            Refusal::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            Refusal::ForPoints(_) => ErrorCode::ForPoints,
            Refusal::Paused => ErrorCode::Paused,
            Refusal::NotPaused => ErrorCode::NotPaused,
            Refusal::NotOver => ErrorCode::NotOver,
            Refusal::RematchBegun => ErrorCode::RematchBegun,
        };
        ErrorDetail::new(code, text)
    }
}

/// A value in a request that is well-formed but not acceptable; a server answers it with 422.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidInput {
    /// The code of the value.
    pub code: ErrorCode,
    /// Why it is not acceptable, as a sentence.
    pub text: String,
}

impl InvalidInput {
    /// Creates one from a code and a sentence.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> InvalidInput {
        InvalidInput { code, text: text.into() }
    }
}

impl From<InvalidInput> for ErrorDetail {
    fn from(InvalidInput { code, text }: InvalidInput) -> ErrorDetail {
        ErrorDetail::new(code, text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refused_move_has_the_code_and_points_of_its_first_reason() {
        let game = chautari_games::find("baghchal").unwrap();
        let fault = game.start().play("mA1").unwrap_err();
        let error = serde_json::to_value(ErrorBody::new(fault.into())).unwrap();
        let reasons = json!([{"code": "occupied", "text": "A1 is occupied.", "points": [0]}]);
        assert_eq!(
            error,
            json!({"error": {"code": "occupied", "text": "A1 is occupied.", "points": [0], "reasons": reasons}})
        );
        let read: ErrorBody = serde_json::from_value(error).unwrap();
        assert_eq!(read.error.code, Code::Rule("occupied".into()));
        assert_eq!((read.error.points, read.error.reasons), (vec![0], Vec::new()));
    }

    #[test]
    fn fields_beside_the_error_are_kept() {
        let body = json!({"error": {"code": "conflict", "text": "Too late."}, "version": 7});
        let read: ErrorBody = serde_json::from_value(body.clone()).unwrap();
        assert_eq!(read.error.code, ErrorCode::Conflict);
        assert_eq!(serde_json::to_value(&read).unwrap(), body);
    }

    /// Refusals that are not by the rules of the game have the code that `Refusal::code` returns.
    #[test]
    fn refusals_of_a_match_keep_their_codes() {
        let refusals = [
            Refusal::Late,
            Refusal::NoOffer("draw"),
            Refusal::Paused,
            Refusal::NotOver,
            Refusal::ForPoints("pause"),
        ];
        for refusal in refusals {
            let code = refusal.code();
            assert_eq!(ErrorDetail::from(refusal).code.as_str(), code);
        }
    }
}
