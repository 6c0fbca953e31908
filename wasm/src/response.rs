//! Responses as JSON.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::problem::Problem;

/// A response as JSON, or why there is none.
pub(crate) type Response = Result<String, Problem>;

/// Receives each better result of a search, as JSON. Breaking ends the search.
pub type OnThought<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

/// Serialises a response.
pub(crate) fn json(value: &impl Serialize) -> Response {
    serde_json::to_string(value).map_err(|e| Problem::bad_request(format!("The response is not JSON: {e}.")))
}
