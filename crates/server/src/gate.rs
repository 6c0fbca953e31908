//! What every request passes: its number, its rate, its measure, the headers of its answer.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::cors::{Any, CorsLayer};
use tracing::Instrument;

use crate::rates::Action;
use crate::{App, Client, Config};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Our own files and nothing else; styles may stand in the page, scripts may not.
const OURS_ONLY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// The number of a request: unlike any other of this process, and hardly like any of another.
fn number() -> String {
    static PROCESS: LazyLock<u32> = LazyLock::new(|| getrandom::u32().unwrap_or(std::process::id()));
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{:08x}{:08x}", *PROCESS, NEXT.fetch_add(1, Ordering::Relaxed))
}

pub(crate) async fn pass(State(app): State<App>, client: Client, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let number = number();
    let span = tracing::info_span!("request", id = number.as_str());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let response = match app.admit(client, Action::Request) {
        Ok(()) => next.run(request).instrument(span.clone()).await,
        Err(problem) => problem.into_response(),
    };
    let took = begun.elapsed();
    let route = route.as_ref().map(MatchedPath::as_str);
    let status = response.status().as_u16();
    app.metrics().request(route, status, took);
    tracing::debug!(parent: &span, %method, route, status, micros = took.as_micros() as u64, "answered");
    finish(response, &number)
}

/// The headers every answer has, and those a page needs.
fn finish(mut response: Response, number: &str) -> Response {
    let headers = response.headers_mut();
    if let Ok(number) = HeaderValue::from_str(number) {
        headers.insert(REQUEST_ID, number);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
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

/// Lets the pages of other origins use the API, where that is wanted.
pub(crate) fn cors(config: &Config) -> Option<CorsLayer> {
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE])
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
