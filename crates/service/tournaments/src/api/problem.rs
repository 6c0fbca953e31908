//! Refusals of the model as HTTP problems.

use chautari_arena::OpeningError;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use serde_json::json;

use crate::model::{ReadError, Refusal, RefusalKind};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let (kind, code) = refusal.kind_and_code();
        let kind = match kind {
            RefusalKind::Malformed => Kind::BadRequest,
            RefusalKind::Forbidden => Kind::Forbidden,
            RefusalKind::Missing => Kind::NotFound,
            RefusalKind::Conflict => Kind::Conflict,
            RefusalKind::Invalid => Kind::Unprocessable,
        };
        let problem = Problem::new(kind, code.as_str(), refusal.to_string());
        match (refusal.index(), refusal) {
            (Some(index), _) => problem.index(index),
            (None, Refusal::NotHere { present, players }) => {
                problem.with("present", json!(present)).with("players", json!(players))
            }
            (None, _) => problem,
        }
    }
}

impl<E: Into<Problem>> From<ReadError<E>> for Problem {
    fn from(error: ReadError<E>) -> Problem {
        let (index, error) = match error {
            ReadError::Cancelled(cause) => return cause.into(),
            ReadError::Opening(index, error) => (index, error),
        };
        let problem = match error {
            OpeningError::Unreadable(fault) => Problem::from(fault),
            other => Problem::unprocessable("opening", other.to_string()),
        };
        match index {
            Some(index) => problem.index(index),
            None => problem,
        }
    }
}
