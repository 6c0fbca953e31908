//! An HTTP client that retries until the server responds, with TLS for https addresses.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use axum::body::Bytes;
use axum::http::request::Builder;
use axum::http::{Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// The delay before the first retry, and between polls that find nothing to do.
pub(super) const MIN_DELAY: Duration = Duration::from_millis(200);
/// The longest delay between retries.
pub(super) const MAX_DELAY: Duration = Duration::from_secs(10);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);

/// A response body, received in parts.
pub(super) type Incoming = hyper::body::Incoming;

/// A client of one server.
#[derive(Clone)]
pub(super) struct HttpClient {
    base_url: String,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl HttpClient {
    pub(super) fn new(url: &str) -> anyhow::Result<HttpClient> {
        let url = url.trim_end_matches('/').to_owned();
        let address: Uri = url.parse().with_context(|| format!("`{url}` is not a server address"))?;
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        connector.set_nodelay(true);
        let mut roots = RootCertStore::empty();
        // Certificates are needed for https only, so plain http works on a system without any.
        if address.scheme_str() == Some("https") {
            let found = rustls_native_certs::load_native_certs();
            if found.certs.is_empty() {
                let why = found.errors.first().map(ToString::to_string).unwrap_or_default();
                return Err(anyhow!(
                    "This system has no trusted root certificates, so no server can be verified. {why}"
                ));
            }
            roots.add_parsable_certificates(found.certs);
        }
        let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .context("TLS cannot be set up")?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(config)
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        Ok(HttpClient { base_url: url, client: Client::builder(TokioExecutor::new()).build(connector) })
    }

    /// Sends a request until the server responds, with exponential backoff. An earlier attempt may have been executed
    /// although its response was lost, so requests must be idempotent: by an idempotency key or by their content.
    pub(super) async fn post(&self, request: PostRequest<'_>) -> anyhow::Result<(StatusCode, Value)> {
        let mut delay = MIN_DELAY;
        loop {
            let result = tokio::time::timeout(RESPONSE_TIMEOUT, self.send(&request)).await;
            let wait = match result.unwrap_or_else(|_| Err(anyhow!("the server does not respond"))) {
                Ok(Reply::Complete(status, body)) => return Ok((status, body)),
                Ok(Reply::Retry(status, wait)) => {
                    let wait = wait.unwrap_or(delay).min(MAX_DELAY);
                    self.report_retry(&format!("the server responded {status}"), wait);
                    wait
                }
                Err(error) => {
                    self.report_retry(&format!("{error:#}"), delay);
                    delay
                }
            };
            tokio::time::sleep(wait).await;
            delay = (delay * 2).min(MAX_DELAY);
        }
    }

    /// Tells the user why a request failed, and when it will be sent again.
    pub(super) fn report_retry(&self, why: &str, wait: Duration) {
        let seconds = wait.as_secs_f32();
        anstream::eprintln!(
            "chautari: no answer from {}: {why}; trying again in {seconds:.1} s",
            self.base_url
        );
    }

    /// Sends a request once.
    async fn send(&self, request: &PostRequest<'_>) -> anyhow::Result<Reply> {
        let PostRequest { path, token, key, body } = request;
        let mut request = authorised(Request::post(format!("{}{path}", self.base_url)), *token);
        if let Some(key) = key {
            request = request.header("idempotency-key", *key);
        }
        let request = request.header("content-type", "application/json");
        let response = self.client.request(request.body(Full::from(body.to_string()))?).await?;
        let status = response.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let wait =
                response.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
            return Ok(Reply::Retry(status, wait.map(Duration::from_secs)));
        }
        let body = response.into_body().collect().await.context("the response was cut off")?.to_bytes();
        Ok(Reply::Complete(status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    /// Opens a stream of server-sent events.
    pub(super) async fn open_stream(&self, path: &str, token: &str) -> anyhow::Result<Response<Incoming>> {
        let request = authorised(Request::get(format!("{}{path}", self.base_url)), Some(token));
        let response = self.client.request(request.body(Full::default())?);
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, response).await;
        Ok(response.context("the server does not respond")??)
    }
}

/// Adds a bearer token to a request.
fn authorised(request: Builder, token: Option<&str>) -> Builder {
    match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    }
}

/// Generates a random idempotency key. A creation that is retried with the same key is executed once.
pub(super) fn random_key() -> anyhow::Result<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).context("The system provides no random bytes")?;
    Ok(blake3::hash(&bits).to_hex().to_string())
}

/// A POST request with a JSON body.
pub(super) struct PostRequest<'a> {
    pub(super) path: &'a str,
    pub(super) token: Option<&'a str>,
    /// The idempotency key, which makes a creation safe to retry.
    pub(super) key: Option<&'a str>,
    pub(super) body: &'a Value,
}

/// The server's reaction to one attempt.
enum Reply {
    Complete(StatusCode, Value),
    /// The server is overloaded or failing; retry, after the time it names if it names one.
    Retry(StatusCode, Option<Duration>),
}
