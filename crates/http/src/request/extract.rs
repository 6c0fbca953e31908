//! Reading what a request asks: the first door.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::decode::{ParseError, ParseErrorKind, read_json, read_query};
use crate::problem::Kind;
use crate::{Http, Problem};

/// The JSON body of a request.
///
/// Whatever its `Content-Type` says. An empty body is an empty object, so that a request with
/// nothing to say needs none.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<S, T> FromRequest<S> for JsonBody<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Problem> {
        parse(&body(request, &Http::from_ref(state)).await?).map(JsonBody)
    }
}

/// The body of a request, as it came.
pub(crate) async fn body(request: Request, http: &Http) -> Result<Bytes, Problem> {
    Bytes::from_request(request, http).await.map_err(|e| unread(&e, http))
}

impl Http {
    /// The body of a request, as it came, for a protocol that reads it by itself and says in its own words why it could
    /// not be read.
    pub async fn body_of(&self, request: Request) -> Result<Bytes, Problem> {
        body(request, self).await
    }
}

/// What a body says.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    Ok(read_json("The body", text)?)
}

fn unread(rejection: &BytesRejection, http: &Http) -> Problem {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        let most = http.config().bodies.bytes;
        return Problem::new(Kind::Large, "large", format!("The body is larger than {most} bytes."));
    }
    let mut cause: Option<&dyn std::error::Error> = Some(rejection);
    while let Some(error) = cause {
        if error.is::<crate::connection::listener::BodyTimeout>() {
            return Problem::new(Kind::Timeout, "slow", error.to_string());
        }
        cause = error.source();
    }
    Problem::bad_request("The body ended before it was complete.")
}

/// What stands behind the `?` of a URL.
#[derive(Clone, Copy, Debug)]
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParams<T>, Problem> {
        Ok(QueryParams(read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// A WebSocket that is asked for; whoever asks for something else is told so.
pub struct WsUpgrade(pub WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for WsUpgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<WsUpgrade, Problem> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        let text =
            "This address is a WebSocket: ask for it with `Connection: Upgrade` and `Upgrade: websocket`.";
        upgrade.map(WsUpgrade).map_err(|_| Problem::new(Kind::BadRequest, "websocket", text))
    }
}

impl From<ParseError> for Problem {
    fn from(misread: ParseError) -> Problem {
        let problem = match misread.what {
            ParseErrorKind::Form => Problem::bad_request(misread.text),
            ParseErrorKind::LongText | ParseErrorKind::LongList => {
                Problem::new(Kind::Large, "large", misread.text)
            }
        };
        match misread.at {
            Some(at) => problem.at(at),
            None => problem,
        }
    }
}
