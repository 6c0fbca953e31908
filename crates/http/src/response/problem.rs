//! What is said when the answer is no, and with which status. The only file that chooses one.

use std::time::Duration;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::{ActError, RepositoryError};
use chautari_compute::{Cancelled, Full, Overload, RunError, SearchAborted, ThinkError};
use chautari_game::{Fault, Reason};
use chautari_ledger::Unavailable;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// What kind of no it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request has not the form it must have: 400.
    BadRequest,
    /// There is no token, or none that is known: 401.
    Unauthorized,
    /// The token does not open this: 403.
    Forbidden,
    /// There is no such thing: 404.
    NotFound,
    /// This cannot be done to it: 405.
    Method,
    /// The request took too long to arrive: 408.
    Timeout,
    /// Things have moved on: 409.
    Conflict,
    /// The request is too large: 413.
    Large,
    /// The rules say no: 422.
    Unprocessable,
    /// This client asks too much: 429.
    TooManyRequests,
    /// It is our fault: 500.
    Internal,
    /// The server has too much to do, or a part of it is away: 503.
    Unavailable,
}

impl Kind {
    /// The status that says so.
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
    /// What the API's document says about it where a route says nothing of its own.
    pub const fn about(status: u16) -> Option<&'static str> {
        Some(match status {
            400 => "The request does not have the form it must have",
            401 => "There is no token, or none that is known",
            403 => "The token does not open this",
            404 => "There is no such thing",
            408 => "The request took too long to arrive",
            409 => "Things have moved on",
            413 => "The request is too large",
            422 => "The rules say no",
            429 => "You ask too much; `Retry-After` says when to try again",
            500 => "Something is wrong with the server",
            503 => "The server has too much to do; `Retry-After` says when to try again",
            _ => return None,
        })
    }
}

/// A no, with everything a client can be told.
#[derive(Clone, Debug)]
pub struct Problem(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: Kind,
    body: Body,
    retry: Option<Duration>,
}

/// What a client is told when the answer is no.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Body {
    error: Complaint,
    /// What stands beside the error, such as the state a conflict is with.
    #[serde(flatten)]
    #[schema(ignore)]
    beside: Map<String, Value>,
}

/// What was wrong.
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
    /// Every reason the rules have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    reasons: Vec<Reason>,
    /// Where in the text, in bytes from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    at: Option<usize>,
    /// What could have stood there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected: Option<String>,
    /// Which item of a list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    index: Option<usize>,
}

impl Problem {
    /// A no of some kind, with a stable code and a sentence.
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

    /// 400: the request has not the form it must have.
    pub fn bad_request(text: impl Into<String>) -> Problem {
        Problem::new(Kind::BadRequest, "form", text)
    }

    /// 401: there is no token, or none that is known.
    pub fn unauthorized(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Unauthorized, "token", text)
    }

    /// 403: the token does not open this.
    pub fn forbidden(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Forbidden, "forbidden", text)
    }

    /// 404: there is no such thing.
    pub fn not_found(text: impl Into<String>) -> Problem {
        Problem::new(Kind::NotFound, "missing", text)
    }

    /// 409: things have moved on.
    pub fn conflict(text: impl Into<String>) -> Problem {
        Problem::new(Kind::Conflict, "conflict", text)
    }

    /// 422: the rules say no, for one reason that is not a game's.
    pub fn unprocessable(code: &'static str, text: impl Into<String>) -> Problem {
        Problem::new(Kind::Unprocessable, code, text)
    }

    /// 500: our fault. The cause goes to the log; the client is told only that it happened.
    pub fn internal(cause: &dyn std::error::Error) -> Problem {
        tracing::error!(%cause, "a request failed");
        Problem::new(Kind::Internal, "broken", "Something went wrong on the server; it has been logged.")
    }

    /// 503: the server is stopping; another process may be there already.
    pub fn stopping() -> Problem {
        Problem::new(Kind::Unavailable, "stopping", "The server is stopping; try again soon.")
            .retry_after(Duration::from_secs(2))
    }

    /// 503: a part of the server is away for now. The cause goes to the log.
    pub fn unavailable(cause: &dyn std::error::Error) -> Problem {
        tracing::warn!(%cause, "a part of the server is away");
        Problem::new(Kind::Unavailable, "away", "The server cannot do this now; try again soon.")
            .retry_after(Duration::from_secs(1))
    }

    /// The same, with when to try again.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Problem {
        self.0.retry = Some(wait);
        self
    }

    /// The same, with where in the text the trouble is, in bytes from its start.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Problem {
        self.0.body.error.at = Some(offset);
        self
    }

    /// The same, with which item of a list it is about, from 0.
    #[must_use]
    pub fn index(mut self, index: usize) -> Problem {
        self.0.body.error.index = Some(index);
        self
    }

    /// The same, with something beside the error: the current `state`, its `version`.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Problem {
        self.0.body.beside.insert(name.to_owned(), value);
        self
    }

    /// What kind it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Stable, for programs.
    pub fn code(&self) -> &'static str {
        self.0.body.error.code
    }

    /// In words.
    pub fn text(&self) -> &str {
        &self.0.body.error.text
    }

    /// A whole answer as bytes, for a connection that is turned away before it is served.
    pub(crate) fn to_http(&self) -> String {
        let (status, body) = (self.0.kind.status(), self.to_json().to_string());
        let wait = self.0.retry.map_or(1, |wait| wait.as_secs().max(1));
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             retry-after: {wait}\r\nconnection: close\r\n\r\n{body}"
        )
    }

    /// The whole body, for protocols that carry it in a frame: `{"error": {…}, …}`.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(&self.0.body).unwrap_or_default()
    }
}

/// A text that was not taken: 400 where it could not be read, 422 where the rules say no.
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

/// Whoever gets this may send the same command again: it is carried out once.
impl From<Unavailable> for Problem {
    fn from(cause: Unavailable) -> Problem {
        match cause {
            // Trying again is no use.
            Unavailable::Damaged(_) => Problem::internal(&cause),
            cause => Problem::unavailable(&cause),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl From<RepositoryError> for Problem {
    fn from(failure: RepositoryError) -> Problem {
        match failure {
            RepositoryError::Missing { what, id } => {
                Problem::not_found(format!("There is no {what} `{id}`."))
            }
            RepositoryError::Taken { .. } => Problem::new(Kind::Conflict, "taken", "This is already taken."),
            RepositoryError::Reused => {
                let text = "This command id or Idempotency-Key was used for another request; choose a new one for each.";
                Problem::new(Kind::Conflict, "reused", text)
            }
            // Whoever holds the job now does it.
            RepositoryError::JobLost => Problem::conflict("Another process is already doing this."),
            RepositoryError::Unfit(text) => Problem::bad_request(format!("{text}.")),
            RepositoryError::Contended { what, .. } => {
                Problem::conflict(format!("Too many others are acting on this {what}; try again."))
            }
            RepositoryError::Full { what, .. } => {
                let text =
                    format!("Too much has happened to this {what}; nothing more of this kind is taken.");
                Problem::new(Kind::Conflict, "full", text)
            }
            RepositoryError::Unavailable(cause) => cause.into(),
            broken => Problem::internal(&broken),
        }
    }
}

impl From<ActError<Problem>> for Problem {
    fn from(error: ActError<Problem>) -> Problem {
        match error {
            ActError::Refused(problem) => problem,
            ActError::Failed(failure) => failure.into(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a database says names tables, addresses and users; it is for the log.
    #[test]
    fn errors_of_the_database_are_told_to_nobody() {
        let said = "connection to 10.0.0.5 refused for user chautari";
        for cause in [Unavailable::Failed(said.to_owned()), Unavailable::Damaged(said.to_owned())] {
            let told = Problem::from(cause).to_json().to_string();
            assert!(!told.contains("chautari") && !told.contains("10.0.0.5"), "{told}");
        }
    }
}
