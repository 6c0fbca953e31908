//! What is said when an answer is no, as an exception.

use chautari_game::{Fault, OracleError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// A fault as `chautari.errors` has it.
pub(crate) fn raised(py: Python<'_>, fault: &Fault) -> PyErr {
    let reasons: Vec<_> = fault.reasons().into_iter().map(|r| (r.code, r.text, r.points)).collect();
    let made = py.import("chautari.errors").and_then(|errors| match fault {
        Fault::Syntax { offset, expected, found } => {
            errors.getattr("Unreadable")?.call1((reasons, *offset, expected.as_str(), found.as_str()))
        }
        Fault::Refused { .. } | Fault::Unsupported(_) => errors.getattr("Refusal")?.call1((reasons,)),
    });
    made.map_or_else(|broken| broken, PyErr::from_value)
}

/// A sentence as a refusal of its own code.
pub(crate) fn unsupported(py: Python<'_>, text: impl Into<String>) -> PyErr {
    raised(py, &Fault::Unsupported(text.into()))
}

/// What the tables could not tell.
pub(crate) fn from_oracle(py: Python<'_>, error: &OracleError) -> PyErr {
    match error {
        OracleError::Query(fault) => raised(py, fault),
        OracleError::Tables(text) => PyOSError::new_err(text.clone()),
    }
}
