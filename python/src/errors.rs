//! Rust errors as Python exceptions.

use chautari_game::{Fault, OracleError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Converts a fault to the matching exception of `chautari.errors`.
pub(crate) fn exception(py: Python<'_>, fault: &Fault) -> PyErr {
    let reasons: Vec<_> = fault.reasons().into_iter().map(|r| (r.code, r.text, r.points)).collect();
    let created = py.import("chautari.errors").and_then(|errors| match fault {
        Fault::Syntax { offset, expected, found } => {
            errors.getattr("Unreadable")?.call1((reasons, *offset, expected.as_str(), found.as_str()))
        }
        Fault::Refused { .. } | Fault::Unsupported(_) => errors.getattr("Refusal")?.call1((reasons,)),
    });
    created.map_or_else(|error| error, PyErr::from_value)
}

/// Returns a `Refusal` with the given sentence and the code `unsupported`.
pub(crate) fn unsupported(py: Python<'_>, text: impl Into<String>) -> PyErr {
    exception(py, &Fault::Unsupported(text.into()))
}

/// Converts a tablebase error to an exception.
pub(crate) fn from_oracle(py: Python<'_>, error: &OracleError) -> PyErr {
    match error {
        OracleError::Query(fault) => exception(py, fault),
        OracleError::Tables(text) => PyOSError::new_err(text.clone()),
    }
}
