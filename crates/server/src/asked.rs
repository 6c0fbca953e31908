//! Reading what a request asks: the first door.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::form::{Misread, Wrong, read_json, read_query};
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
        parse(&body(request, app).await?).map(Asked)
    }
}

/// The body of a request, as it came.
pub(crate) async fn body(request: Request, app: &App) -> Result<Bytes, Problem> {
    Bytes::from_request(request, app).await.map_err(|e| unread(&e, app))
}

impl App {
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

/// What stands behind the `?` of a URL.
#[derive(Clone, Copy, Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Params<T>, Problem> {
        Ok(Params(read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// A WebSocket that is asked for; whoever asks for something else is told so.
pub struct Upgrade(pub WebSocketUpgrade);

impl FromRequestParts<App> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Upgrade, Problem> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await;
        let text =
            "This address is a WebSocket: ask for it with `Connection: Upgrade` and `Upgrade: websocket`.";
        upgrade.map(Upgrade).map_err(|_| Problem::new(Kind::Form, "websocket", text))
    }
}

impl From<Misread> for Problem {
    fn from(misread: Misread) -> Problem {
        let problem = match misread.what {
            Wrong::Form => Problem::form(misread.text),
            Wrong::LongText | Wrong::LongList => Problem::new(Kind::Large, "large", misread.text),
        };
        match misread.at {
            Some(at) => problem.at(at),
            None => problem,
        }
    }
}
