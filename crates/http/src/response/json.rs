//! Long JSON responses.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::Problem;

/// A response of many small parts, such as Gomoku's 361 moves. Serialising into a vector takes half the time of the
/// buffer that axum's `Json` uses.
pub struct LargeJson<T>(pub T);

impl<T: Serialize> IntoResponse for LargeJson<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
            Err(e) => Problem::internal(&e).into_response(),
        }
    }
}
