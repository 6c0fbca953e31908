//! An API client that retries while a server restarts.

use std::time::{Duration, Instant};

use futures_util::stream::BoxStream;
use serde_json::Value;

/// How long a request is retried before the test fails.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A chunk of a stream.
type Chunk = Result<bytes::Bytes, reqwest::Error>;

/// A response of a server.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The body as text.
    pub text: String,
}

impl Answer {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// Returns the body. Panics if the request failed.
    pub fn done(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        self.json()
    }
}

/// A client of one or several servers.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    servers: Vec<String>,
    /// The index of the server for the next request.
    next: usize,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The path below the base address.
    pub path: &'a str,
    /// The bearer token.
    pub token: Option<&'a str>,
    /// The body of a POST request; `None` for a GET request.
    pub body: Option<&'a Value>,
}

impl Client {
    /// Creates a client that starts with the server of index `first`.
    pub fn new(servers: &[String], first: usize) -> Self {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(20)).no_proxy().build();
        Self { http: http.expect("a client needs nothing"), servers: servers.to_vec(), next: first }
    }

    /// Sends a request once, to the next server. Returns `None` without a response.
    pub async fn send_once(&mut self, request: &Request<'_>) -> Option<Answer> {
        let server = &self.servers[self.next % self.servers.len()];
        self.next += 1;
        let url = format!("{server}{}", request.path);
        let mut asked = match request.body {
            Some(body) => self.http.post(url).json(body),
            None => self.http.get(url),
        };
        if let Some(token) = request.token {
            asked = asked.bearer_auth(token);
        }
        let answer = asked.send().await.ok()?;
        let status = answer.status().as_u16();
        Some(Answer { status, text: answer.text().await.ok()? })
    }

    /// Opens an event stream. Returns `None` if the server is down.
    pub async fn stream(&mut self, path: &str, token: &str) -> Option<BoxStream<'static, Chunk>> {
        let server = &self.servers[self.next % self.servers.len()];
        self.next += 1;
        // The stream lasts until one side closes it.
        let asked = self.http.get(format!("{server}{path}")).bearer_auth(token).timeout(Duration::MAX);
        let answer = asked.send().await.ok()?;
        assert!(answer.status().is_success() || answer.status().is_server_error(), "{answer:?}");
        Some(Box::pin(answer.bytes_stream()))
    }

    /// Repeats a request until there is a final response, from a server that is neither stopping nor
    /// overloaded.
    pub async fn send_until_final(&mut self, request: &Request<'_>) -> Answer {
        let begun = Instant::now();
        loop {
            match self.send_once(request).await {
                Some(answer) if answer.status < 500 && answer.status != 429 => return answer,
                answer => assert!(begun.elapsed() < TIMEOUT, "{request:?} gets {answer:?}"),
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Gets a resource.
    pub async fn get(&mut self, path: &str) -> Value {
        self.send_until_final(&Request { path, token: None, body: None }).await.done()
    }

    /// Posts a request that is carried out at least once.
    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Value {
        self.send_until_final(&Request { path, token, body: Some(body) }).await.done()
    }
}
