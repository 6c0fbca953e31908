//! A real server on a real socket, for a test to ask.

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use chautari_games::GAMES;
use chautari_platform::Platform;
use chautari_server::{App, Config, Server};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use utoipa_axum::router::OpenApiRouter;

/// The API as it is described.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&chautari_server::openapi(OpenApiRouter::new())).unwrap());

/// A server that is running.
pub(crate) struct TestServer {
    pub(crate) app: App,
    pub(crate) address: SocketAddr,
    pub(crate) client: reqwest::Client,
    task: JoinHandle<std::io::Result<()>>,
}

/// An answer, taken apart.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The code of the error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A configuration for a test: any free port, everything in memory.
pub(crate) fn config() -> Config {
    Config {
        http: chautari_http::Config {
            listen: ([127, 0, 0, 1], 0).into(),
            ..chautari_http::Config::default()
        },
        database: "sqlite::memory:".to_owned(),
        ..Config::default()
    }
}

pub(crate) async fn start(config: Config) -> TestServer {
    start_with(config, Router::new()).await
}

pub(crate) async fn start_with(config: Config, routes: Router<Platform>) -> TestServer {
    let app = App::open(config, GAMES).await.unwrap();
    let server = Server::bind(app.clone(), routes).unwrap();
    let address = server.address().unwrap();
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_mins(1)).build().unwrap();
    TestServer { app, address, client, task: tokio::spawn(server.serve()) }
}

impl TestServer {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.client.get(self.url(path))).await
    }

    pub(crate) async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        self.send(self.client.post(self.url(path)).body(body)).await
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let request = request.build().unwrap();
        let (method, path) = (request.method().to_string(), request.url().path().to_owned());
        let response = self.client.execute(request).await.unwrap();
        chautari_testing::assert_documented(&DOCUMENT, &method, &path, response.status().as_u16());
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes as they are and reads until the server closes the connection.
    pub(crate) async fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect().await;
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes).await;
        read_to_end(&mut stream).await
    }

    /// Waits until something is so; fails after half a minute.
    pub(crate) async fn until(&self, what: &str, mut is_so: impl FnMut(&TestServer) -> bool) {
        for _ in 0..3000 {
            if is_so(self) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("never: {what}");
    }

    /// Asks the server to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.app.http().shutdown().request();
        self.task.await.unwrap().unwrap();
    }
}

pub(crate) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut bytes)).await;
    assert!(read.is_ok(), "the server keeps the connection open: {}", String::from_utf8_lossy(&bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How much memory this process holds, in MiB.
pub(crate) fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() / 1024
}
