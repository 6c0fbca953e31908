//! Somebody who uses the API, and does not give up because a server is being started again.

use std::time::{Duration, Instant};

use futures_util::stream::BoxStream;
use serde_json::Value;

/// How long it is tried before something must be wrong.
const PATIENCE: Duration = Duration::from_mins(2);

/// A piece of a stream, or that there is no more.
type Chunk = Result<bytes::Bytes, reqwest::Error>;

/// An answer of a server.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body, as it came.
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The body, if the server did what it was asked to.
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
    /// Whom to ask next.
    next: usize,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The path below the address the client was made with.
    pub path: &'a str,
    /// The token that is shown.
    pub token: Option<&'a str>,
    /// What is posted; without anything, it is a question.
    pub body: Option<&'a Value>,
}

impl Client {
    /// A client that begins with the `first` of these servers, as they give their addresses.
    pub fn new(servers: &[String], first: usize) -> Self {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(20)).no_proxy().build();
        Self { http: http.expect("a client needs nothing"), servers: servers.to_vec(), next: first }
    }

    /// Asks one server once; nothing, if no answer came.
    pub async fn ask(&mut self, request: &Request<'_>) -> Option<Answer> {
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

    /// Opens a stream of events; nothing, if the server is not there.
    pub async fn stream(&mut self, path: &str, token: &str) -> Option<BoxStream<'static, Chunk>> {
        let server = &self.servers[self.next % self.servers.len()];
        self.next += 1;
        // It lasts for as long as both sides like.
        let asked = self.http.get(format!("{server}{path}")).bearer_auth(token).timeout(Duration::MAX);
        let answer = asked.send().await.ok()?;
        assert!(answer.status().is_success() || answer.status().is_server_error(), "{answer:?}");
        Some(Box::pin(answer.bytes_stream()))
    }

    /// Asks until there is an answer that will stay the same: not one of a server that is stopping or
    /// has too much to do.
    pub async fn insist(&mut self, request: &Request<'_>) -> Answer {
        let begun = Instant::now();
        loop {
            match self.ask(request).await {
                Some(answer) if answer.status < 500 && answer.status != 429 => return answer,
                answer => assert!(begun.elapsed() < PATIENCE, "{request:?} gets {answer:?}"),
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Looks at a page until it is there.
    pub async fn get(&mut self, path: &str) -> Value {
        self.insist(&Request { path, token: None, body: None }).await.done()
    }

    /// Posts something that is done once at least.
    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Value {
        self.insist(&Request { path, token, body: Some(body) }).await.done()
    }
}
