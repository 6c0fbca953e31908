//! What whoever runs the server relies on.

use std::time::{Duration, Instant};

use chautari_server::Config;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{config, start};

#[tokio::test]
async fn it_says_whether_it_lives_and_is_ready() {
    let server = start(config()).await;
    assert_eq!((server.get("/healthz").await.status, server.get("/readyz").await.status), (200, 200));
    server.app.ledger().close().await;
    let answer = server.get("/readyz").await;
    assert_eq!((answer.status, answer.code().as_str()), (503, "away"));
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn it_measures() {
    let server = start(config()).await;
    for _ in 0..3 {
        server.get("/api/v1/games").await;
    }
    for number in 0..5 {
        server.get(&format!("/api/v1/games/nothing-{number}")).await;
        server.get(&format!("/nothing-{number}")).await;
    }
    let text = server.get("/metrics").await.text;
    let has = |line: &str| assert!(text.lines().any(|l| l.starts_with(line)), "{line} is not in\n{text}");
    has("chautari_request_seconds_count{route=\"/api/v1/games\",status=\"2xx\"} 3");
    has("chautari_request_seconds_count{route=\"/api/v1/games/{game}\",status=\"4xx\"} 5");
    has("chautari_request_seconds_bucket{route=\"/api/v1/games\",status=\"2xx\",le=\"+Inf\"} 3");
    has("chautari_engine_queue 0");
    has("chautari_engines_busy 0");
    has("chautari_labour_queue 0");
    has("chautari_labour_busy 0");
    has("chautari_connections 1");
    has("chautari_ledger_commit_seconds_count");
    assert!(!text.contains("nothing-"), "anybody can make labels:\n{text}");
}

#[tokio::test]
async fn every_answer_has_a_number_and_pages_have_a_policy() {
    let server = start(config()).await;
    let (one, other) = (server.get("/api/v1/games").await, server.get("/nothing").await);
    assert_eq!(one.header("x-request-id").len(), 16);
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
    assert_eq!(one.header("x-content-type-options"), "nosniff");
    let docs = server.get("/docs/").await;
    assert_eq!(docs.status, 200);
    assert!(docs.header("content-security-policy").contains("default-src 'self'"), "{docs:?}");
    assert!(!docs.text.contains("http://") && !docs.text.contains("https://"), "{}", docs.text);
    assert_eq!(server.get("/openapi.json").await.json()["info"]["title"], "Chautari");
}

#[tokio::test]
async fn only_pages_that_were_named_may_use_the_api() {
    let ask = async |config: Config| {
        let server = start(config).await;
        let request = server.client.get(server.url("/api/v1/games")).header("origin", "https://a.example");
        server.send(request).await.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(ask(config()).await, "");
    let origins = |origin: &str| Config { origins: vec![origin.to_owned()], ..config() };
    assert_eq!(ask(origins("https://a.example")).await, "https://a.example");
    assert_eq!(ask(origins("https://b.example")).await, "");
    assert_eq!(ask(origins("*")).await, "*");
}

#[tokio::test]
async fn it_stops_within_five_seconds_whoever_is_there() {
    let server = start(config()).await;
    // Somebody idle, somebody half-way through a request, somebody who listens to an engine.
    let mut idle = server.connect().await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut half = server.connect().await;
    half.write_all(b"POST /api/v1/games/baghchal/position HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        .await
        .unwrap();
    let body = json!({"time_ms": 30_000}).to_string();
    let mut listener = server.connect().await;
    let head = format!(
        "POST /api/v1/games/gomoku/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    listener.write_all((head + &body).as_bytes()).await.unwrap();
    server.until("it thinks", |server| server.app.engines().load().1 == 1).await;
    let (address, begun) = (server.address, Instant::now());
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let mut rest = Vec::new();
    let _ = listener.read_to_end(&mut rest).await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_request_that_has_begun_is_answered_before_the_stop() {
    let server = start(config()).await;
    let mut stream = server.connect().await;
    let body = json!({"moves": ["mB1"]}).to_string();
    let head = format!(
        "POST /api/v1/games/baghchal/position HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    server.until("it is there", |server| server.app.open_connections() == 1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.app.shutdown().request();
    tokio::time::sleep(Duration::from_millis(200)).await;
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    server.stop().await;
}
