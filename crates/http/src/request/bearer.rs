//! The bearer token of a request.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::client::client_of;
use crate::{Http, Problem, Token};

/// The token of a request, from `Authorization: Bearer TOKEN`. Responds 401 without one.
///
/// The handler checks whether the token is valid; if not, it responds with [`Http::wrong_token`], which counts guesses.
#[derive(Clone, Debug)]
pub struct Bearer(pub Token);

impl Bearer {
    /// Returns the error for a request without a token.
    pub fn missing() -> Problem {
        Problem::unauthorized("This needs a token: `Authorization: Bearer TOKEN`.")
    }
}

impl<S> FromRequestParts<S> for Bearer
where
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Bearer, Problem> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Err(Bearer::missing());
        }
        if let Some(token) = Token::shown(&parts.headers) {
            return Ok(Bearer(token));
        }
        let http = Http::from_ref(state);
        Err(http.wrong_token(client_of(parts, &http)))
    }
}
