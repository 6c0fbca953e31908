//! Engine analysis: streams of results, limits and cancellation.

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_server::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestServer, config, start};

const ANALYSIS: &str = "/api/v1/games/gomoku/analysis";

fn one_engine() -> Config {
    // Searches have an hour, so any that ends earlier was stopped.
    let max_time = Duration::from_hours(1);
    let engines = EnginePoolConfig {
        threads: 1,
        queue: 2,
        per_client: 2,
        hash: 1,
        max_time,
        ..EnginePoolConfig::default()
    };
    Config {
        http: chautari_http::Config { proxies: vec![[127, 0, 0, 1].into()], ..config().http },
        engines,
        ..config()
    }
}

/// The data of every event of a kind.
fn events(text: &str, kind: &str) -> Vec<Value> {
    let data = |block: &str| {
        let data = block.strip_prefix(&format!("event: {kind}\ndata: "))?;
        Some(serde_json::from_str(data).unwrap())
    };
    text.split("\n\n").filter_map(data).collect()
}

/// Starts a long analysis for a client behind a proxy.
async fn think_long(server: &TestServer, client: u8) -> TcpStream {
    think_long_about(server, "gomoku", client).await
}

async fn think_long_about(server: &TestServer, game: &str, client: u8) -> TcpStream {
    let body = json!({"time_ms": 3_600_000}).to_string();
    let head = format!(
        "POST /api/v1/games/{game}/analysis HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.{client}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = server.connect().await;
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// The head of an answer.
async fn status(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut bytes)).await;
    String::from_utf8_lossy(&bytes[..read.unwrap().unwrap()]).into_owned()
}

#[tokio::test]
async fn thoughts_deepen_and_the_last_is_final() {
    let server = start(config()).await;
    for game in chautari_games::GAMES.iter().map(|game| game.info().id) {
        let request = json!({"depth": 3, "level": 10}).to_string();
        let answer = server.post(&format!("/api/v1/games/{game}/analysis"), request).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), "text/event-stream");
        let thoughts = events(&answer.text, "thought");
        let (last, before) = thoughts.split_last().unwrap();
        assert_eq!(last["final"], true, "{last}");
        assert!(before.iter().all(|thought| thought["final"] == false));
        assert_eq!(last["move"], last["line"][0]);
        assert!(["win", "loss", "draw", "guess"].contains(&last["score"]["kind"].as_str().unwrap()));
    }
}

#[tokio::test]
async fn invalid_analysis_is_refused_before_the_stream() {
    let server = start(config()).await;
    for (request, expected) in [
        (json!({"position": "?"}), 400),
        (json!({"level": 11}), 400),
        (json!({"level": 0}), 400),
        (json!({"moves": ["a1", "a1"]}), 422),
    ] {
        let answer = server.post(ANALYSIS, request.to_string()).await;
        assert!([expected, 400].contains(&answer.status) && answer.status >= 400, "{request}: {answer:?}");
    }
    assert_eq!(server.post("/api/v1/games/chess/analysis", "").await.status, 404);
}

#[tokio::test]
async fn a_client_that_goes_stops_its_search() {
    let server = start(one_engine()).await;
    for game in chautari_games::GAMES.iter().map(|game| game.info().id) {
        let mut stream = think_long_about(&server, game, 1).await;
        assert!(status(&mut stream).await.starts_with("HTTP/1.1 200 "));
        server.until("it thinks", |server| server.app.platform().engines().load() == (0, 1)).await;
        drop(stream);
        // How soon an engine obeys is for the laws of engines to say.
        server.until("it has stopped", |server| server.app.platform().engines().load() == (0, 0)).await;
    }
}

#[tokio::test]
async fn overload_is_refused_at_once_and_queued_searches_run() {
    let server = start(one_engine()).await;
    let mut first = think_long(&server, 1).await;
    assert!(status(&mut first).await.starts_with("HTTP/1.1 200 "));
    server.until("it thinks", |server| server.app.platform().engines().load() == (0, 1)).await;
    let second = think_long(&server, 1).await;
    server.until("one waits", |server| server.app.platform().engines().load() == (1, 1)).await;
    // The same client has used its share.
    let refused = status(&mut think_long(&server, 1).await).await;
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("retry-after: "), "{refused}");
    // Others have their turns in between, as many as can be held up; then they wait, and the queue is full.
    let mut others = Vec::new();
    for number in 2..=4 {
        others.push(think_long(&server, number).await);
        let load = (1, usize::from(number));
        server
            .until("one more is thought for", |server| server.app.platform().engines().load() == load)
            .await;
    }
    let mut last = think_long(&server, 5).await;
    server.until("two wait", |server| server.app.platform().engines().load() == (2, 4)).await;
    let refused = status(&mut think_long(&server, 6).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("retry-after: "), "{refused}");
    // Those who do not ask an engine are not concerned.
    assert_eq!(server.get("/api/v1/games/gomoku/position").await.status, 200);
    // A waiting client that goes leaves its place; another gets its turn when the first goes.
    drop(second);
    server.until("one waits", |server| server.app.platform().engines().load() == (1, 4)).await;
    drop(first);
    assert!(status(&mut last).await.starts_with("HTTP/1.1 200 "));
    server
        .until("the last one is thought for", |server| server.app.platform().engines().load() == (0, 4))
        .await;
}

#[tokio::test]
async fn no_client_may_have_an_engine_think_longer_than_allowed() {
    let mut config = config();
    config.engines.max_time = Duration::from_millis(200);
    let server = start(config).await;
    // The test client waits for at most a minute.
    let answer = server.post(ANALYSIS, json!({"time_ms": 3_600_000}).to_string()).await;
    assert_eq!(events(&answer.text, "thought").last().unwrap()["final"], true);
}
