//! What is said when the answer is no: the server's form, with its status beside it.

use chautari_game::{Fault, Reason};
use serde::Serialize;

/// A no. Boxed, since almost every answer is a yes.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    /// What the server would answer with.
    status: u16,
    error: Box<Complaint>,
}

#[derive(Debug, Default, Serialize)]
struct Complaint {
    code: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

impl Problem {
    fn new(status: u16, code: &'static str, text: impl Into<String>) -> Problem {
        Problem { status, error: Box::new(Complaint { code, text: text.into(), ..Complaint::default() }) }
    }

    /// The question has not the form it must have.
    pub(crate) fn form(text: impl Into<String>) -> Problem {
        Problem::new(400, "form", text)
    }

    /// There is no such thing.
    pub(crate) fn missing(text: impl Into<String>) -> Problem {
        Problem::new(404, "missing", text)
    }

    /// Things stand otherwise.
    #[cfg(feature = "engines")]
    pub(crate) fn conflict(code: &'static str, text: impl Into<String>) -> Problem {
        Problem::new(409, code, text)
    }

    /// The rules say no, for one reason that is not a game's.
    #[cfg(feature = "engines")]
    pub(crate) fn refused(code: &'static str, text: impl Into<String>) -> Problem {
        Problem::new(422, code, text)
    }

    /// The same, with which item of a list it is about, from 0.
    pub(crate) fn index(mut self, index: usize) -> Problem {
        self.error.index = Some(index);
        self
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let text = fault.to_string();
        match fault {
            Fault::Syntax { offset, expected, .. } => {
                let mut problem = Problem::new(400, "syntax", text);
                (problem.error.at, problem.error.expected) = (Some(offset), Some(expected));
                problem
            }
            Fault::Unsupported(_) => Problem::new(400, "unsupported", text),
            Fault::Refused { at, reasons } => {
                let first = reasons.first();
                let mut problem = Problem::new(422, first.map_or("refused", |reason| reason.code), text);
                problem.error.points = first.map(|reason| reason.points.clone()).unwrap_or_default();
                (problem.error.at, problem.error.reasons) = (at, reasons);
                problem
            }
        }
    }
}
