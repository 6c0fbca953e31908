//! Reading what a request asks: the first door.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Kind;
use crate::{App, Problem};

/// The JSON body of a request.
///
/// Whatever its `Content-Type` says. An empty body is an empty object, so that a request with
/// nothing to say needs none.
#[derive(Clone, Copy, Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Asked<T>, Problem> {
        let bytes = Bytes::from_request(request, app).await.map_err(|e| unread(&e, app))?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Asked).map_err(|e| malformed(text, &e))
    }
}

fn unread(rejection: &BytesRejection, app: &App) -> Problem {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        let most = app.config().bodies.bytes;
        return Problem::new(Kind::Large, "large", format!("The body is larger than {most} bytes."));
    }
    let mut cause: Option<&dyn std::error::Error> = Some(rejection);
    while let Some(error) = cause {
        if error.is::<crate::listen::TooSlow>() {
            return Problem::new(Kind::Slow, "slow", error.to_string());
        }
        cause = error.source();
    }
    Problem::form("The body ended before it was complete.")
}

/// What is wrong with a text that is not the JSON we asked for, and where.
fn malformed(text: &[u8], error: &serde_json::Error) -> Problem {
    if let Err(e) = std::str::from_utf8(text) {
        let at = e.valid_up_to();
        return Problem::form(format!("The body is not UTF-8 at offset {at}.")).at(at);
    }
    // Lines and columns count from 1; a column counts bytes.
    let before: usize =
        text.split_inclusive(|&b| b == b'\n').take(error.line().max(1) - 1).map(<[u8]>::len).sum();
    let at = (before + error.column().max(1) - 1).min(text.len());
    Problem::form(format!("The body is not the JSON expected here: {error}.")).at(at)
}

/// What stands behind the `?` of a URL.
#[derive(Clone, Copy, Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Params<T>, Problem> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(params)) => Ok(Params(params)),
            Err(e) => Err(Problem::form(e.body_text())),
        }
    }
}
