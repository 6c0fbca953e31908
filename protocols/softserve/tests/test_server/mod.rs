//! A test server with the Softserve routes, and requests to it.

#![allow(dead_code, reason = "not every test says everything")]

use std::sync::LazyLock;

use chautari_games::GAMES;
use chautari_http::Shutdown;
use chautari_server::{App, Config, Server};
use chautari_softserve::{Settings, described, routes};
use reqwest::Client;
use serde_json::{Value, json};

/// The routes as they are described.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&chautari_server::openapi(described())).unwrap());

pub(crate) struct TestServer {
    pub(crate) url: String,
    pub(crate) line: Client,
    pub(crate) app: App,
    shutdown: Shutdown,
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.shutdown.request();
    }
}

impl TestServer {
    pub(crate) async fn open(settings: Settings) -> TestServer {
        TestServer::open_at("sqlite::memory:", settings).await
    }

    pub(crate) async fn open_at(database: &str, settings: Settings) -> TestServer {
        let config = Config { database: database.to_owned(), ..Config::default() };
        TestServer::open_with(config, settings).await
    }

    pub(crate) async fn open_with(config: Config, settings: Settings) -> TestServer {
        let config = Config {
            http: chautari_http::Config { listen: "127.0.0.1:0".parse().unwrap(), ..config.http },
            ..config
        };
        let app = App::open(config, GAMES).await.unwrap();
        let routes = routes(app.platform(), settings);
        let server = Server::bind(app.clone(), routes).unwrap();
        let url = format!("http://{}", server.address().unwrap());
        tokio::spawn(server.serve());
        TestServer { url, line: Client::new(), shutdown: app.http().shutdown().clone(), app }
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.post_by(path, None, body).await
    }

    /// Like [`TestServer::post`], with an `Idempotency-Key`.
    pub(crate) async fn post_by(&self, path: &str, key: Option<&str>, body: Value) -> (u16, Value) {
        let mut request = self.line.post(format!("{}{path}", self.url)).json(&body);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        chautari_testing::assert_documented(&DOCUMENT, "POST", path, status);
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) async fn ok(&self, path: &str, body: Value) -> Value {
        let (status, told) = self.post(path, body.clone()).await;
        assert_eq!(status, 200, "{path} {body}: {told}");
        told
    }

    /// The status and the detail of a refusal.
    pub(crate) async fn no(&self, path: &str, body: Value) -> (u16, String) {
        let (status, told) = self.post(path, body).await;
        (status, told["detail"].as_str().map_or_else(|| told["detail"].to_string(), ToOwned::to_owned))
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.line.get(format!("{}{path}", self.url)).send().await.unwrap();
        chautari_testing::assert_documented(&DOCUMENT, "GET", path, answer.status().as_u16());
        (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or(Value::Null))
    }

    /// Makes a player and gives what it sends with everything.
    pub(crate) async fn player(&self, name: &str) -> Value {
        let told = self.ok("/player/create", json!({"name": name, "email": "a@b.example"})).await;
        let token = told["token"].as_str().unwrap();
        assert_eq!(token.len(), 43);
        assert!(token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "{token}");
        json!({"player": name, "token": token})
    }

    pub(crate) async fn turn(&self, me: &Value, event: &str) -> (u16, Value) {
        self.post("/aivai/play-state", with(me, json!({"event": event}))).await
    }

    pub(crate) async fn submit(&self, me: &Value, id: &Value, action: &str) -> (u16, Value) {
        self.post("/aivai/submit-action", with(me, json!({"action_id": id, "action": action}))).await
    }
}

pub(crate) fn with(one: &Value, other: Value) -> Value {
    let mut both = one.clone();
    if let Value::Object(fields) = other {
        both.as_object_mut().unwrap().extend(fields);
    }
    both
}
