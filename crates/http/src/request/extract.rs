//! Extractors for JSON bodies, queries and WebSockets.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::body::{self, receive};
use super::decode::{ParseError, ParseErrorKind, read_json, read_query};
use crate::problem::Kind;
use crate::{Http, Problem};

/// The JSON body of a request, of at most `LIMIT` bytes.
///
/// The `Content-Type` is ignored. An empty body is an empty object, so that a request whose fields are all optional
/// needs none.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T, const LIMIT: usize = { body::SMALL }>(pub T);

impl<S, T, const LIMIT: usize> FromRequest<S> for JsonBody<T, LIMIT>
where
    S: Send + Sync,
    T: DeserializeOwned,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T, LIMIT>, Problem> {
        parse(&receive(request, &Http::from_ref(state), LIMIT).await?).map(JsonBody)
    }
}

/// Parses a JSON body.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    Ok(read_json("The body", text)?)
}

/// The query of a URL.
#[derive(Clone, Copy, Debug)]
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParams<T>, Problem> {
        Ok(QueryParams(read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The handshake of a WebSocket. Responds 400 to other requests.
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
