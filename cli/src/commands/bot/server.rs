//! A server that is asked until it answers, over TLS where its address says so.

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

use super::{LONGEST_PAUSE, PAUSE};

/// How long a connection and an answer may take before they are taken to be lost.
const CONNECTED: Duration = Duration::from_secs(10);
const ANSWERED: Duration = Duration::from_mins(1);

/// A body as it comes.
pub(super) type Incoming = hyper::body::Incoming;

#[derive(Clone)]
pub(super) struct Server {
    url: String,
    line: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl Server {
    pub(super) fn new(url: &str) -> anyhow::Result<Server> {
        let url = url.trim_end_matches('/').to_owned();
        let address: Uri = url.parse().with_context(|| format!("`{url}` is no address of a server"))?;
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECTED));
        connector.set_nodelay(true);
        let mut roots = RootCertStore::empty();
        // Where it is not secret, a system that trusts nobody will do.
        if address.scheme_str() == Some("https") {
            let found = rustls_native_certs::load_native_certs();
            if found.certs.is_empty() {
                let why = found.errors.first().map(ToString::to_string).unwrap_or_default();
                return Err(anyhow!(
                    "This system trusts no certificates, so that no server can be known. {why}"
                ));
            }
            roots.add_parsable_certificates(found.certs);
        }
        let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .context("TLS cannot be spoken")?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(config)
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        Ok(Server { url, line: Client::builder(TokioExecutor::new()).build(connector) })
    }

    /// Asks until there is an answer. What was asked may have been done though its answer was lost: it is for the
    /// caller to name it, so that it is done once.
    pub(super) async fn post(&self, question: Question<'_>) -> anyhow::Result<(StatusCode, Value)> {
        let mut pause = PAUSE;
        loop {
            let asked = tokio::time::timeout(ANSWERED, self.ask(&question)).await;
            let wait = match asked.unwrap_or_else(|_| Err(anyhow!("the server does not answer"))) {
                Ok(Heard::Answer(status, body)) => return Ok((status, body)),
                Ok(Heard::Later(status, wait)) => {
                    anstream::eprintln!("chautari: the server answers {status}; trying again");
                    wait.unwrap_or(pause).min(LONGEST_PAUSE)
                }
                Err(error) => {
                    anstream::eprintln!("chautari: {error:#}; trying again");
                    pause
                }
            };
            tokio::time::sleep(wait).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Asks once.
    async fn ask(&self, question: &Question<'_>) -> anyhow::Result<Heard> {
        let Question { path, token, key, body } = question;
        let mut request = authorised(Request::post(format!("{}{path}", self.url)), *token);
        if let Some(key) = key {
            request = request.header("idempotency-key", *key);
        }
        let request = request.header("content-type", "application/json");
        let answer = self.line.request(request.body(Full::from(body.to_string()))?).await?;
        let status = answer.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let wait = answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
            return Ok(Heard::Later(status, wait.map(Duration::from_secs)));
        }
        let body = answer.into_body().collect().await.context("the answer was cut off")?.to_bytes();
        Ok(Heard::Answer(status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    /// Begins to listen to a stream.
    pub(super) async fn listen(&self, path: &str, token: &str) -> anyhow::Result<Response<Incoming>> {
        let request = authorised(Request::get(format!("{}{path}", self.url)), Some(token));
        let asked = self.line.request(request.body(Full::default())?);
        let answer = tokio::time::timeout(ANSWERED, asked).await;
        Ok(answer.context("the server does not answer")??)
    }
}

fn authorised(request: Builder, token: Option<&str>) -> Builder {
    match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    }
}

/// A key that nobody else has: what is made with it is made once, however often it is asked for.
pub(super) fn key() -> anyhow::Result<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).context("The system gives no random bytes")?;
    Ok(blake3::hash(&bits).to_hex().to_string())
}

/// What is asked, and by whom.
pub(super) struct Question<'a> {
    pub(super) path: &'a str,
    pub(super) token: Option<&'a str>,
    /// Makes a creation safe to repeat.
    pub(super) key: Option<&'a str>,
    pub(super) body: &'a Value,
}

enum Heard {
    Answer(StatusCode, Value),
    /// It has no time, and says perhaps when it will have.
    Later(StatusCode, Option<Duration>),
}
