//! Error responses: the server's error, with the server's status beside it.

use chautari_game::Fault;
use chautari_wire::{ErrorCode, ErrorDetail, InvalidInput};
use serde::Serialize;

/// An error response. The detail is boxed because it is large and most results are not errors.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    /// The status a server would answer with.
    status: u16,
    error: Box<ErrorDetail>,
}

impl Problem {
    /// An error with any status.
    pub(crate) fn new(status: u16, error: ErrorDetail) -> Problem {
        Problem { status, error: Box::new(error) }
    }

    /// 400: the request is malformed.
    pub(crate) fn bad_request(text: impl Into<String>) -> Problem {
        Problem::new(400, ErrorDetail::new(ErrorCode::BadRequest, text))
    }

    /// 404: there is no such game, record or table.
    pub(crate) fn not_found(text: impl Into<String>) -> Problem {
        Problem::new(404, ErrorDetail::new(ErrorCode::NotFound, text))
    }

    /// 422: the request cannot be carried out, for a reason that is not a rule of the game.
    #[cfg(feature = "engines")]
    pub(crate) fn unprocessable(code: impl Into<chautari_wire::Code>, text: impl Into<String>) -> Problem {
        Problem::new(422, ErrorDetail::new(code, text))
    }

    /// Adds the index of the wrong item in its list, from 0.
    pub(crate) fn index(mut self, index: usize) -> Problem {
        self.error.index = Some(index);
        self
    }
}

/// 422 if the rules refuse the text, 400 if it cannot be read.
impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let status = if matches!(fault, Fault::Refused { .. }) { 422 } else { 400 };
        Problem::new(status, fault.into())
    }
}

impl From<InvalidInput> for Problem {
    fn from(invalid: InvalidInput) -> Problem {
        Problem::new(422, invalid.into())
    }
}
