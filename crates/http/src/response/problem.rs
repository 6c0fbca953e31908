//! Error responses. Only this file chooses a status.

use std::time::Duration;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use chautari_compute::{Cancelled, Full, Overload, RunError, SearchAborted, ThinkError};
use chautari_game::{Fault, Reason};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The kind of an error, which decides the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is malformed: 400.
    BadRequest,
    /// The token is missing or not valid: 401.
    Unauthorized,
    /// The token does not allow this: 403.
    Forbidden,
    /// The resource does not exist: 404.
    NotFound,
    /// The address does not take this method: 405.
    Method,
    /// The request took too long to arrive: 408.
    Timeout,
    /// The state has changed since the client saw it: 409.
    Conflict,
    /// The request is too large: 413.
    Large,
    /// The rules refuse this: 422.
    Unprocessable,
    /// The client exceeds a limit: 429.
    TooManyRequests,
    /// An internal error: 500.
    Internal,
    /// The server is overloaded, or a part of it is unavailable: 503.
    Unavailable,
}

impl Kind {
    /// Returns the HTTP status.
    pub const fn status(self) -> StatusCode {
        match self {
            Kind::BadRequest => StatusCode::BAD_REQUEST,
            Kind::Unauthorized => StatusCode::UNAUTHORIZED,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Timeout => StatusCode::REQUEST_TIMEOUT,
            Kind::Conflict => StatusCode::CONFLICT,
            Kind::Large => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl Kind {
    /// Returns the description of a status in the OpenAPI document, for routes without their own.
    pub const fn about(status: u16) -> Option<&'static str> {
        Some(match status {
            400 => "The request is malformed",
            401 => "The token is missing or not valid",
            403 => "The token does not allow this",
            404 => "The resource does not exist",
            408 => "The request took too long to arrive",
            409 => "The state has changed since the client saw it",
            413 => "The request is too large",
            422 => "The rules refuse this",
            429 => "Too many requests; `Retry-After` says when to try again",
            500 => "Internal error; it has been logged",
            503 => "The server is overloaded or stopping; `Retry-After` says when to try again",
            _ => return None,
        })
    }
}

/// An error response.
#[derive(Clone, Debug)]
pub struct Problem(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: Kind,
    body: Body,
    retry: Option<Duration>,
}

/// The body of an error response.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Body {
    error: Complaint,
    /// Further fields of the body, such as the current state after a conflict.
    #[serde(flatten)]
    #[schema(ignore)]
    beside: Map<String, Value>,
}

/// An error, for programs and for people.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Complaint {
    /// Stable, for programs.
    code: &'static str,
    /// One or more English sentences.
    text: String,
    /// The points of the board to light up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    points: Vec<u16>,
    /// Every reason of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    reasons: Vec<Reason>,
    /// The offset of the error in the text, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    at: Option<usize>,
    /// The expected text at this offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected: Option<String>,
    /// The index of the wrong item in its list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    index: Option<usize>,
}

impl Problem {
    /// Creates an error with a stable code and a sentence.
    pub fn new(kind: Kind, code: &'static str, text: impl Into<String>) -> Problem {
        let error = Complaint {
            code,
            text: text.into(),
            points: Vec::new(),
            reasons: Vec::new(),
            at: None,
            expected: None,
            index: None,
        };
        Problem(Box::new(Inner { kind, body: Body { error, beside: Map::new() }, retry: None }))
    }

    /// 400: the request is malformed.
    pub fn bad_request(text: impl Into<String>) -> Problem {
        Problem::new(Kind::BadRequest, "form", text)
    }

    /// 401: the token is missing or not valid.
    pub fn unauthorized(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Unauthorized, "token", text)
    }

    /// 403: the token does not allow this.
    pub fn forbidden(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Forbidden, "forbidden", text)
    }

    /// 404: the resource does not exist.
    pub fn not_found(text: impl Into<String>) -> Problem {
        Problem::new(Kind::NotFound, "missing", text)
    }

    /// 409: the state has changed since the client saw it.
    pub fn conflict(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Conflict, "conflict", text)
    }

    /// 409: the idempotency key or command id cannot be used.
    pub fn reused() -> Problem {
        let text = "This command id or Idempotency-Key was used for another request, or more than a day ago; choose a \
                    new one for each.";
        Problem::new(Kind::Conflict, "reused", text)
    }

    /// 422: the request is refused, for a reason that is not of a game's rules.
    pub fn unprocessable(code: &'static str, text: impl Into<String>) -> Problem {
        Problem::new(Kind::Unprocessable, code, text)
    }

    /// 500: an internal error. Logs the cause; the client learns only that it happened.
    pub fn internal(cause: &dyn std::error::Error) -> Problem {
        tracing::error!(%cause, "a request failed");
        Problem::new(Kind::Internal, "broken", "Something went wrong on the server; it has been logged.")
    }

    /// 503: the server is stopping; another process may be there already.
    pub fn stopping() -> Problem {
        Problem::new(Kind::Unavailable, "stopping", "The server is stopping; try again soon.")
            .retry_after(Duration::from_secs(2))
    }

    /// 503: a part of the server is unavailable. Logs the cause.
    pub fn unavailable(cause: &dyn std::error::Error) -> Problem {
        tracing::warn!(%cause, "a part of the server is unavailable");
        Problem::new(Kind::Unavailable, "away", "The server cannot do this now; try again soon.")
            .retry_after(Duration::from_secs(1))
    }

    /// Sets when to retry.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Problem {
        self.0.retry = Some(wait);
        self
    }

    /// Sets the offset of the error in the text, in bytes.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Problem {
        self.0.body.error.at = Some(offset);
        self
    }

    /// Sets the index of the wrong item in its list, from 0.
    #[must_use]
    pub fn index(mut self, index: usize) -> Problem {
        self.0.body.error.index = Some(index);
        self
    }

    /// Adds a field beside the error, such as the current `state` and its `version`.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Problem {
        self.0.body.beside.insert(name.to_owned(), value);
        self
    }

    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Returns the code, which is stable.
    pub fn code(&self) -> &'static str {
        self.0.body.error.code
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.0.body.error.text
    }

    /// Formats a whole HTTP response, for a connection that is refused before it is served.
    pub(crate) fn to_http(&self) -> String {
        let (status, body) = (self.0.kind.status(), self.to_json().to_string());
        let wait = self.0.retry.map_or(1, |wait| wait.as_secs().max(1));
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             retry-after: {wait}\r\nconnection: close\r\n\r\n{body}"
        )
    }

    /// Returns the body as JSON, for protocols that send it in a frame: `{"error": {…}, …}`.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(&self.0.body).unwrap_or_default()
    }
}

/// A refused text: 400 if it cannot be parsed, 422 if the rules refuse it.
impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let text = fault.to_string();
        match fault {
            Fault::Syntax { offset, expected, .. } => {
                let mut problem = Problem::new(Kind::BadRequest, "syntax", text).at(offset);
                problem.0.body.error.expected = Some(expected);
                problem
            }
            Fault::Unsupported(_) => Problem::new(Kind::BadRequest, "unsupported", text),
            Fault::Refused { at, reasons } => {
                let (code, points) = match reasons.first() {
                    Some(reason) => (reason.code, reason.points.clone()),
                    None => ("refused", Vec::new()),
                };
                let mut problem = Problem::new(Kind::Unprocessable, code, text);
                let error = &mut problem.0.body.error;
                (error.at, error.points, error.reasons) = (at, points, reasons);
                problem
            }
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Overload> for Problem {
    fn from(overload: Overload) -> Problem {
        let (kind, text) = match overload {
            Overload::Client { .. } => (
                Kind::TooManyRequests,
                "The engine is still thinking about your earlier questions; wait for them.",
            ),
            Overload::Server { .. } => (Kind::Unavailable, "All engines are busy; try again soon."),
        };
        Problem::new(kind, "overload", text).retry_after(overload.retry_after())
    }
}

impl From<SearchAborted> for Problem {
    fn from(unthought: SearchAborted) -> Problem {
        match unthought {
            SearchAborted::Fault(fault) => fault.into(),
            SearchAborted::Failed => Problem::internal(&unthought),
            SearchAborted::Stopping => Problem::stopping(),
        }
    }
}

impl From<ThinkError> for Problem {
    fn from(error: ThinkError) -> Problem {
        match error {
            ThinkError::Overload(overload) => overload.into(),
            ThinkError::SearchAborted(unthought) => unthought.into(),
        }
    }
}

/// A cancelled task whose result is still awaited means that the server is stopping: a client that disconnected never
/// reads this.
impl From<Cancelled> for Problem {
    fn from(_: Cancelled) -> Problem {
        Problem::stopping()
    }
}

impl From<RunError> for Problem {
    fn from(error: RunError) -> Problem {
        let full = match error {
            RunError::Cancelled(cancelled) => return cancelled.into(),
            RunError::Full(full) => full,
        };
        let (kind, text) = match full {
            Full::Client => {
                (Kind::TooManyRequests, "Your earlier requests are still being worked on; wait for them.")
            }
            Full::Everybody => (Kind::Unavailable, "The server is busy; try again soon."),
        };
        Problem::new(kind, "overload", text).retry_after(Duration::from_secs(1))
    }
}

impl From<std::convert::Infallible> for Problem {
    fn from(never: std::convert::Infallible) -> Problem {
        match never {}
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Inner { kind, body, retry } = *self.0;
        let mut response = (kind.status(), Json(body)).into_response();
        if let Some(wait) = retry {
            // Whole seconds, and never "at once".
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if kind == Kind::Unauthorized {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
