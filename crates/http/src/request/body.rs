//! Request bodies, within the limit of their route and the memory for all bodies.
//!
//! A route declares its limit in the type of its extractor: `JsonBody<Request>` allows [`SMALL`] bodies,
//! `JsonBody<Request, { body::MEDIUM }>` larger ones.

use std::error::Error;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use bytes::Bytes;
use http_body_util::BodyExt as _;

use super::client::client_of;
use crate::connection::timed_body::BodyTimeout;
use crate::limits::body_budget::Reservation;
use crate::problem::Kind;
use crate::{Http, Problem};

/// Limit of most routes: names, settings, one move.
pub const SMALL: usize = 4 << 10;

/// Limit of routes that take a line of play, a class list or a list of positions.
pub const MEDIUM: usize = 64 << 10;

/// Limit of routes that take a study or a set of openings.
pub const LARGE: usize = 256 << 10;

/// The bytes of a body, with the memory reserved for them.
struct Received {
    bytes: Vec<u8>,
    _reservation: Reservation,
}

impl AsRef<[u8]> for Received {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads a body of at most `limit` bytes. The memory for it is reserved before it is read and released with the result.
pub(crate) async fn receive(request: Request, http: &Http, limit: usize) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    let limit = limit.min(http.config().bodies.bytes);
    let size = body.size_hint();
    if size.lower() > limit as u64 {
        return Err(too_large(limit));
    }
    // Without a declared length, a body may become as long as the limit.
    let most = size.upper().map_or(limit, |upper| upper.min(limit as u64) as usize);
    if most == 0 {
        return Ok(Bytes::new());
    }
    let reservation = http.body_budget().reserve(client_of(&parts, http), most)?;
    let bytes = collect(body, limit, most).await?;
    Ok(Bytes::from_owner(Received { bytes, _reservation: reservation }))
}

/// Copies the frames of a body into one buffer. A list of frames would need up to 40 times as much memory for a body
/// that arrives byte by byte.
async fn collect(mut body: Body, limit: usize, most: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| incomplete(&error))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large(limit));
        }
        if bytes.capacity() < most {
            bytes.reserve_exact(most);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

fn too_large(limit: usize) -> Problem {
    Problem::new(Kind::Large, "large", format!("The body is larger than {limit} bytes."))
}

fn incomplete(error: &axum::Error) -> Problem {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<BodyTimeout>() {
            return Problem::new(Kind::Timeout, "slow", error.to_string());
        }
        cause = error.source();
    }
    Problem::bad_request("The body ended before it was complete.")
}

impl Http {
    /// Reads the body of a request, for a protocol that decodes it itself and has its own error texts.
    pub async fn body_of(&self, request: Request, limit: usize) -> Result<Bytes, Problem> {
        receive(request, self, limit).await
    }
}
