//! Health, headers, shutdown, TLS and retention, as operators rely on them.

use std::time::Duration;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use chautari_http::{Certificate, Connections};
use chautari_ledger::{DryRun, Ledger};
use chautari_server::Config;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{config, start, start_with};
use crate::test_clients::{begin, done, register, until};

#[tokio::test]
async fn it_says_whether_it_lives_and_is_ready() {
    let server = start(config()).await;
    assert_eq!((server.get("/healthz").await.status, server.get("/readyz").await.status), (200, 200));
    server.app.platform().ledger().close().await;
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
    has("chautari_compute_queue 0");
    has("chautari_compute_busy 0");
    has("chautari_connections 1");
    has("chautari_ledger_commit_seconds_count");
    assert!(!text.contains("nothing-"), "anybody can make labels:\n{text}");
}

#[tokio::test]
async fn every_answer_has_a_number_and_pages_have_a_policy() {
    let routes = Router::new().route("/page", get(async || Html("<!doctype html>")));
    let server = start_with(config(), routes).await;
    let (one, other) = (server.get("/api/v1/games").await, server.get("/nothing").await);
    assert_eq!(one.header("x-request-id").len(), 16);
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
    assert_eq!(one.header("x-content-type-options"), "nosniff");
    let page = server.get("/page").await;
    assert!(page.header("content-security-policy").contains("default-src 'self'"), "{page:?}");
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
    let origins = |origin: &str| Config {
        http: chautari_http::Config { origins: vec![origin.to_owned()], ..config().http },
        ..config()
    };
    assert_eq!(ask(origins("https://a.example")).await, "https://a.example");
    assert_eq!(ask(origins("https://b.example")).await, "");
    assert_eq!(ask(origins("*")).await, "*");
}

#[tokio::test]
async fn shutdown_ends_open_connections_in_time() {
    assert!(config().http.shutdown_timeout < Duration::from_secs(5), "five seconds are promised");
    let mut impatient = Config {
        http: chautari_http::Config { shutdown_timeout: Duration::from_millis(500), ..config().http },
        ..config()
    };
    impatient.engines.max_time = Duration::from_hours(1);
    let server = start(impatient).await;
    // An idle connection, a half-sent request, and an analysis stream.
    let mut idle = server.connect().await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut half = server.connect().await;
    half.write_all(b"POST /api/v1/games/baghchal/position HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        .await
        .unwrap();
    let body = json!({"time_ms": 3_600_000}).to_string();
    let mut listener = server.connect().await;
    let head = format!(
        "POST /api/v1/games/gomoku/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    listener.write_all((head + &body).as_bytes()).await.unwrap();
    server.until("it thinks", |server| server.app.platform().engines().load().1 == 1).await;
    let address = server.address;
    // Long after the shutdown timeout, and long before any of these would end by itself.
    tokio::time::timeout(Duration::from_mins(1), server.stop()).await.expect("it stops");
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
    server.until("it is there", |server| server.app.http().open_connections() == 1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.app.http().shutdown().request();
    tokio::time::sleep(Duration::from_millis(200)).await;
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    server.stop().await;
}

/// Returns the response over TLS to a client that trusts only this certificate.
async fn over_tls(address: std::net::SocketAddr, certificate: &str) -> std::io::Result<String> {
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(pem(certificate)).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream =
        tokio_rustls::TlsConnector::from(std::sync::Arc::new(config)).connect(name, stream).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

fn pem(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/tls").join(name)
}

#[tokio::test]
async fn it_speaks_tls_and_takes_a_new_certificate_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let [chain, key] = ["chain.pem", "key.pem"].map(|name| folder.path().join(name));
    let put = |name: &str| {
        std::fs::copy(pem(&format!("{name}.pem")), &chain).unwrap();
        std::fs::copy(pem(&format!("{name}-key.pem")), &key).unwrap();
    };
    put("one");
    let certificate = Certificate { chain: chain.clone(), key: key.clone() };
    let connections = Connections { header_timeout: Duration::from_millis(300), ..Connections::default() };
    let server = start(Config {
        http: chautari_http::Config { certificate: Some(certificate.clone()), connections, ..config().http },
        ..config()
    })
    .await;
    assert!(over_tls(server.address, "one.pem").await.unwrap().starts_with("HTTP/1.1 200 "));
    assert!(over_tls(server.address, "two.pem").await.is_err(), "it is not the one that was trusted");
    // A plain HTTP request gets a TLS alert, and a silent connection is closed.
    assert!(!server.exchange(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.contains("HTTP"));
    assert_eq!(server.exchange(b"").await, "");

    put("two");
    server.app.http().renew_certificate().unwrap();
    assert!(over_tls(server.address, "two.pem").await.unwrap().ends_with("ok\n"));
    std::fs::write(&key, "no key").unwrap();
    let error = server.app.http().renew_certificate().unwrap_err().to_string();
    assert!(error.contains("key.pem"), "{error}");
    assert!(over_tls(server.address, "two.pem").await.is_ok(), "the old one stays");
    std::fs::copy(pem("one-key.pem"), &key).unwrap();
    assert!(server.app.http().renew_certificate().is_err(), "the key of another");
    server.stop().await;
    let missing = Certificate { chain: folder.path().join("nothing.pem"), key };
    let refused = chautari_server::App::open(
        Config { http: chautari_http::Config { certificate: Some(missing), ..config().http }, ..config() },
        &[],
    )
    .await;
    assert!(refused.err().unwrap().to_string().contains("no such file"));
}

#[tokio::test]
async fn anonymous_games_are_pruned_and_named_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let server = start(Config { database: database.clone(), ..config() }).await;
    register(&server, "kite").await;
    let with = |player| json!({"game": "baghchal", "seats": {"goats": {"kind": "human"}, "tigers": player}});
    let human = || json!({"kind": "human"});
    let named = begin(&server, with(json!({"kind": "bot", "name": "kite"}))).await;
    let live = begin(&server, with(human())).await;
    let ended = begin(&server, with(human())).await;
    // A match by link without moves does not run out of time.
    let by_link = json!({"game": "baghchal", "unlisted": true, "clock": {"per_move_ms": 86_400_000}});
    let by_link = begin(&server, by_link).await;
    done(&server, &ended.id, ended.token("goats"), "m", json!({"type": "move", "move": "mC3"})).await;
    for game in [&named, &ended] {
        done(&server, &game.id, game.token("goats"), "c", json!({"type": "resign"})).await;
    }
    // The review of one goes with it.
    let review = format!("/api/v1/matches/{}/review", ended.id);
    assert_eq!(server.post(&review, "").await.status, 200);
    until(|| async { (server.get(&review).await.json()["done"] == true).then_some(()) }).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    let prune = chautari_server::anonymous_games(Duration::ZERO);
    let pruned = Ledger::prune(&database, &prune, DryRun::No).await.unwrap();
    assert_eq!((pruned.seen, pruned.removed.len()), (4, 1));
    server.stop().await;
    let server = start(Config { database, ..config() }).await;
    let mut statuses = Vec::new();
    for game in [&named, &live, &by_link, &ended] {
        statuses.push(server.get(&format!("/api/v1/matches/{}", game.id)).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 404]);
    assert_eq!([server.get(&review).await.status, server.post(&review, "").await.status], [404, 404]);
    let listed = server.get("/api/v1/matches?state=ended").await.json();
    assert_eq!(listed["matches"].as_array().unwrap().len(), 1, "{listed}");
}
