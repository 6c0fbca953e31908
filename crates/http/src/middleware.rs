//! Middleware for every request: request id, rate limits, deadline, metrics, response headers.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::cors::{Any, CorsLayer};
use tracing::Instrument;

use crate::problem::Kind;
use crate::{Billed, Config, Http, Problem, RemoteClient, Token, deadline, origin};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");
const NO_BUFFER: HeaderName = HeaderName::from_static("x-accel-buffering");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Only files of this server, WebAssembly included. Inline styles are allowed, inline scripts are not.
const OURS_ONLY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
     style-src 'self' 'unsafe-inline'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

#[derive(Debug, thiserror::Error)]
#[error("the response took too long")]
struct Late;

/// Creates a request id. Ids of clients are not accepted, so that logs contain no text of theirs.
fn request_id() -> String {
    static PROCESS: LazyLock<u32> = LazyLock::new(|| getrandom::u32().unwrap_or(std::process::id()));
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{:08x}{:08x}", *PROCESS, NEXT.fetch_add(1, Ordering::Relaxed))
}

pub(crate) async fn request_layer(
    State(http): State<Http>,
    RemoteClient(client): RemoteClient,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let id = request_id();
    let span = tracing::info_span!("request", id = id.as_str(), traceparent = trace_parent(&request));
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    // Requests with a token that is known to be valid are billed to the token, others to the address.
    let token =
        Token::shown(request.headers()).map(|token| token.hash()).filter(|hash| http.is_vouched(*hash));
    let billed = token.map_or(Billed::address(client), |hash| Billed::token(hash, client));
    let admitted = http.charge(billed, http.cost_of_request(request.body().size_hint().upper()));
    let response = match admitted.and_then(|()| origin::vet(&request, http.config())) {
        Ok(()) => {
            let answer = next.run(request).instrument(span.clone());
            match deadline::with_deadline(http.config().request_timeout, answer).await {
                Some(answer) => {
                    charge_response_size(&http, billed, &method, normalize_framework_error(answer))
                }
                None => Problem::unavailable(&Late).into_response(),
            }
        }
        Err(problem) => problem.into_response(),
    };
    let took = begun.elapsed();
    let route = route.as_ref().map(MatchedPath::as_str);
    let status = response.status().as_u16();
    http.metrics().request(route, status, took);
    tracing::debug!(parent: &span, %method, route, status, micros = took.as_micros() as u64, "answered");
    add_headers(response, &id, http.config())
}

/// Returns the trace context of the request (<https://www.w3.org/TR/trace-context>) if it is well-formed, because it is
/// logged.
fn trace_parent(request: &Request) -> Option<&str> {
    let text = request.headers().get("traceparent")?.to_str().ok()?;
    let lengths = text.split('-').map(str::len);
    let is_hex = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f' | b'-');
    (lengths.eq([2, 32, 16, 2]) && text.bytes().all(is_hex)).then_some(text)
}

/// Charges a response by its size. The response to a change is sent even if the client has exceeded its rate.
fn charge_response_size(http: &Http, billed: Billed, method: &Method, answer: Response) -> Response {
    match http.charge(billed, Http::cost_of_response(answer.body().size_hint().exact())) {
        Err(problem) if *method == Method::GET => problem.into_response(),
        _ => answer,
    }
}

/// Replaces the plain-text errors of the framework by problems.
fn normalize_framework_error(response: Response) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    if !response.status().is_client_error() || !kind.starts_with(b"text/plain") {
        return response;
    }
    let problem = match response.status() {
        StatusCode::NOT_FOUND => Problem::not_found("There is nothing at this address."),
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(Kind::Large, "large", "The request is too large."),
        StatusCode::REQUEST_TIMEOUT => {
            Problem::new(Kind::Timeout, "slow", "The request took too long to arrive.")
        }
        _ => Problem::bad_request("The address or the body of the request cannot be read."),
    };
    problem.into_response()
}

/// Adds the headers of every response, and those of pages.
fn add_headers(mut response: Response, id: &str, config: &Config) -> Response {
    let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    if !is_upgrade {
        let idle = config.connections.idle_timeout.as_secs();
        if let Ok(keep) = HeaderValue::from_str(&format!("timeout={idle}")) {
            headers.insert(KEEP_ALIVE, keep);
        }
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    if kind.starts_with(b"text/event-stream") {
        // Proxies must not buffer server-sent events.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
        headers.insert(NO_BUFFER, HeaderValue::from_static("no"));
    }
    let is_page = headers.get(CONTENT_TYPE).is_some_and(|kind| {
        kind.as_bytes().starts_with(b"text/html") || kind.as_bytes().starts_with(b"image/svg")
    });
    if is_page {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(OURS_ONLY);
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    }
    response
}

/// Allows pages of the configured origins to use the API.
pub(crate) fn cors(config: &Config) -> Option<CorsLayer> {
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, IDEMPOTENCY_KEY, TRACE_PARENT])
        .expose_headers([RETRY_AFTER, REQUEST_ID]);
    if config.origins.is_empty() {
        return None;
    }
    if config.origins.iter().any(|origin| origin == "*") {
        return Some(layer.allow_origin(Any));
    }
    let origins: Vec<HeaderValue> = config.origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    Some(layer.allow_origin(origins))
}
