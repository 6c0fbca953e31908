//! Malformed and malicious requests: each is refused as documented, costs no memory, and does not disturb
//! other clients.

use std::time::Duration;

use crate::support::{TestServer, config, memory, read_to_end, start, start_with};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chautari_http::{Bearer, Bodies, Connections, Problem, RemoteClient, Token};
use chautari_platform::Platform;
use chautari_server::Config;
use futures_util::StreamExt;
use tokio::io::AsyncWriteExt;

const POSITION: &str = "/api/v1/games/baghchal/position";

/// Asserts that another client is served in the meantime.
async fn others_are_served(server: &TestServer) {
    let answer = server.post(POSITION, "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

fn impatient() -> Config {
    let short = Duration::from_millis(400);
    Config {
        http: chautari_http::Config {
            connections: Connections {
                header_timeout: short,
                idle_timeout: short,
                write_timeout: short,
                ..Connections::default()
            },
            bodies: Bodies { timeout: short, ..Bodies::default() },
            ..config().http
        },
        ..config()
    }
}

#[tokio::test]
async fn a_head_that_drips_is_cut_off() {
    let server = start(impatient()).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    let mut number = 0;
    // A header every now and then would keep the connection open if each byte extended the timeout.
    while stream.write_all(format!("x-{number}: y\r\n").as_bytes()).await.is_ok() {
        assert!(number < 400, "still open");
        number += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    others_are_served(&server).await;
    server.until("the place is free", |server| open(server) <= 1).await;
}

fn open(server: &TestServer) -> usize {
    server.app.http().open_connections()
}

#[tokio::test]
async fn a_connection_that_says_nothing_is_closed() {
    let server = start(impatient()).await;
    let mut stream = server.connect().await;
    assert_eq!(read_to_end(&mut stream).await, "");
    // A connection that is idle after a request is closed as well.
    let answer = server.exchange(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test]
async fn a_body_that_drips_is_408() {
    let server = start(impatient()).await;
    let mut stream = server.connect().await;
    let head = format!("POST {POSITION} HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let drip = tokio::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    });
    others_are_served(&server).await;
    let mut bytes = Vec::new();
    tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut bytes).await.unwrap();
    let answer = String::from_utf8(bytes).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("\"slow\""), "{answer}");
    drip.await.unwrap();
}

#[tokio::test]
async fn a_head_without_end_is_431() {
    let server = start(config()).await;
    let head = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nx-long: {}\r\n\r\n", "y".repeat(1 << 20));
    let answer = server.exchange(head.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    others_are_served(&server).await;
}

#[tokio::test]
async fn ten_megabytes_of_json_are_413_and_cost_nothing() {
    let server = start(config()).await;
    others_are_served(&server).await;
    let before = memory();
    let body = format!("{{\"position\": \"{}\"}}", "x".repeat(10 << 20));
    let head = format!("POST {POSITION} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len());
    for _ in 0..20 {
        let answer = server.exchange(format!("{head}{body}").as_bytes()).await;
        // The refusal may be lost where the client is still writing; what counts is that it is over.
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer}");
    }
    // Nor does it help not to say how much is coming.
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let head = format!("POST {POSITION} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    let answer = server.exchange(format!("{head}{}", chunk.repeat(5)).as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("\"large\""), "{answer}");
    others_are_served(&server).await;
    assert!(memory() < before + 64, "{before} MiB before, {} MiB after", memory());
}

#[tokio::test]
async fn deep_nesting_is_400() {
    let server = start(config()).await;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for body in [
            format!(
                "{{\"moves\": {}{}}}",
                open.repeat(100_000 / open.len()),
                close.repeat(100_000 / open.len())
            ),
            open.repeat(100_000),
            format!("{{\"unknown\": {}1{}}}", open.repeat(20_000), close.repeat(20_000)),
        ] {
            let answer = server.post(POSITION, body).await;
            assert!(matches!(answer.status, 400 | 413), "{answer:?}");
        }
    }
    others_are_served(&server).await;
}

#[tokio::test]
async fn a_body_that_is_not_utf8_is_400_with_its_place() {
    let server = start(config()).await;
    let answer = server.post(POSITION, b"{\"position\": \"\xff\xfe\"}".as_slice()).await;
    assert_eq!((answer.status, answer.code().as_str()), (400, "form"), "{answer:?}");
    assert_eq!(answer.json()["error"]["at"], 14);
    // Invalid UTF-8 in a URL.
    let answer =
        server.exchange(b"GET /api/v1/games/\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    let answer = server.get("/api/v1/games/%ff/position").await;
    assert_eq!(answer.status, 400, "{answer:?}");
    let answer = server.get(&format!("{POSITION}?position=%ff%00")).await;
    assert_eq!(answer.status, 400, "{answer:?}");
}

#[tokio::test]
async fn a_reader_that_never_reads_is_dropped() {
    let server = start(impatient()).await;
    others_are_served(&server).await;
    let before = memory();
    // Each answer is some 40 kB; together they are more than any socket holds.
    let request = "GET /api/v1/games/gomoku/position HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400);
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = server.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    others_are_served(&server).await;
    server.until("all are dropped", |server| open(server) <= 1).await;
    assert!(memory() < before + 64, "{before} MiB before, {} MiB after", memory());
    drop(streams);
}

#[tokio::test]
async fn a_client_has_its_share_of_connections() {
    let connections = Connections { max_per_client: 5, ..Connections::default() };
    let server =
        start(Config { http: chautari_http::Config { connections, ..config().http }, ..config() }).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(server.connect().await);
    }
    server.until("all are taken", |server| open(server) == 5).await;
    let mut sixth = server.connect().await;
    let answer = read_to_end(&mut sixth).await;
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("retry-after: 5"), "{answer}");
    held.pop();
    server.until("one has left", |server| open(server) == 4).await;
    others_are_served(&server).await;
}

#[tokio::test]
async fn ten_thousand_wrong_tokens_are_refused_and_forgotten() {
    async fn secret(
        State(app): State<Platform>,
        RemoteClient(client): RemoteClient,
        Bearer(_): Bearer,
    ) -> Problem {
        app.http().wrong_token(client)
    }
    let mut config = config();
    config.http.rates.request = "off".parse().unwrap();
    let server = start_with(config, Router::new().route("/secret", get(secret))).await;
    assert_eq!(server.get("/secret").await.status, 401);
    let before = memory();
    let guess = |number: usize| {
        let text = match number % 4 {
            0 => "x".to_owned(),
            1 => "🐅".repeat(50),
            _ => Token::new().reveal(),
        };
        let value = reqwest::header::HeaderValue::from_bytes(format!("Bearer {text}").as_bytes()).unwrap();
        server.send(server.client.get(server.url("/secret")).header("authorization", value))
    };
    let mut answers = futures_util::stream::iter(0..10_000).map(guess).buffer_unordered(16);
    let (mut unknown, mut busy) = (0, 0);
    while let Some(answer) = answers.next().await {
        match answer.status {
            401 => unknown += 1,
            429 => {
                assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
                busy += 1;
            }
            other => panic!("{other}"),
        }
    }
    drop(answers);
    assert_eq!(unknown + busy, 10_000);
    assert!(unknown >= 60 && busy > 5_000, "{unknown} were looked at");
    assert!(memory() < before + 32, "{before} MiB before, {} MiB after", memory());
    others_are_served(&server).await;
}

#[tokio::test]
async fn too_many_requests_are_429_with_when_to_come_again() {
    let mut config = config();
    config.http.rates.request = "5/h".parse().unwrap();
    let server = start(config).await;
    for _ in 0..5 {
        assert_eq!(server.get("/healthz").await.status, 200);
    }
    let answer = server.get("/healthz").await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "rate"));
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((600..=720).contains(&wait), "{wait}");
}

#[tokio::test]
async fn only_a_proxy_we_trust_may_name_another_client() {
    async fn from(server: &TestServer, hops: &str) -> u16 {
        server.send(server.client.get(server.url("/healthz")).header("x-forwarded-for", hops)).await.status
    }
    let mut config = config();
    config.http.rates.request = "3/h".parse().unwrap();
    config.http.proxies = vec![[127, 0, 0, 1].into()];
    let server = start(config.clone()).await;
    for number in 0..10 {
        assert_eq!(from(&server, &format!("10.0.0.{number}")).await, 200);
    }
    // Addresses left of the one that the proxy saw are the client's own claim.
    for number in 0..3 {
        assert_eq!(from(&server, &format!("10.0.1.{number}, 10.0.0.77")).await, 200);
    }
    assert_eq!(from(&server, "10.0.1.9, 10.0.0.77, 127.0.0.1").await, 429);
    config.http.proxies.clear();
    let server = start(config).await;
    for number in 0..3 {
        assert_eq!(from(&server, &format!("10.0.0.{number}")).await, 200);
    }
    assert_eq!(from(&server, "10.0.0.9").await, 429);
}
