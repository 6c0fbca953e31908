//! Reviews on a real server: computed once, then stored.

use chautari_http::Rates;
use chautari_server::Config;
use serde_json::json;

use crate::limits::long_game;
use crate::support::{TestServer, config, start};
use crate::test_clients::{Person, begin, doing, done, playing, until};

#[tokio::test]
async fn a_match_is_reviewed_once_and_the_review_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    let m = begin(&server, json!({"game": "baghchal:captures=1"})).await;
    let path = format!("/api/v1/matches/{}/review", m.id);
    assert_eq!(server.post(&path, "").await.status, 409, "it goes on");
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    done(&server, &m.id, m.token("tigers"), "2", playing("mA1A2")).await;
    done(&server, &m.id, m.token("goats"), "3", playing("mB1")).await;
    done(&server, &m.id, m.token("tigers"), "4", playing("mA2A1")).await;
    done(&server, &m.id, m.token("goats"), "5", playing("mA4")).await;
    assert_eq!(server.get(&path).await.json(), json!({"done": false, "standings": []}));
    done(&server, &m.id, m.token("tigers"), "6", playing("mA1C1(B1)")).await;
    assert_eq!(server.post(&path, "").await.status, 200);
    let reviewed = until(|| async {
        let review = server.get(&path).await.json();
        (review["done"] == true).then_some(review)
    })
    .await;
    let standings = reviewed["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 7);
    assert_eq!((&standings[0]["turn"], &standings[0]["exact"]), (&json!("goats"), &json!(false)));
    // One capture wins: before it the tigers see so, after it the rules say so.
    assert_eq!(standings[5]["score"], json!({"kind": "win", "value": 1}), "{reviewed}");
    assert_eq!(standings[5]["best"], "mA1C1(B1)");
    assert_eq!(standings[6], json!({"turn": "goats", "score": {"kind": "loss", "value": 0}, "exact": true}));
    server.stop().await;

    let server = start(config()).await;
    assert_eq!(server.post(&path, "").await.json(), reviewed);
    assert_eq!(server.get("/api/v1/matches/nothing/review").await.status, 404);
    assert_eq!(server.get("/api/v1/matches/0123456789abcdef/review").await.status, 404);
    let empty = begin(&server, json!({"game": "baghchal"})).await;
    done(&server, &empty.id, empty.token("goats"), "1", doing("resign")).await;
    let answer = server.post(&format!("/api/v1/matches/{}/review", empty.id), "").await;
    assert_eq!((answer.status, answer.code().as_str()), (422, "plies"));
    server.stop().await;
}

/// Plays a match that ends after this many moves.
async fn long_match(server: &TestServer, plies: usize) -> String {
    let m = begin(server, json!({"game": "gomoku", "moves": long_game("gomoku", plies)})).await;
    let token = m.body["seats"].as_object().unwrap().values().next().unwrap()["token"].as_str().unwrap();
    done(server, &m.id, token, "1", doing("resign")).await;
    format!("/matches/{}/review", m.id)
}

#[tokio::test]
async fn pending_reviews_are_limited_per_client() {
    let rates = Rates { create: "off".parse().unwrap(), ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    // The first keeps the one who reviews busy for longer than this takes.
    let mut paths = Vec::new();
    for _ in 0..11 {
        paths.push(format!("/api/v1{}", long_match(&server, 150).await));
    }
    for path in &paths[..10] {
        assert_eq!(server.post(path, "").await.status, 200);
    }
    let refused = server.post(&paths[10], "").await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "quota"), "{}", refused.text);
    assert_eq!(server.post(&paths[9], "").await.status, 200, "it waits already");
    let other = Person::new(&server, "Asha").await;
    let path = paths[10].strip_prefix("/api/v1").unwrap();
    assert_eq!(other.post(&server, path, json!({})).await.status, 200, "others do not pay for it");
    server.stop().await;
}

#[tokio::test]
async fn finished_reviews_do_not_count_against_the_quota() {
    let server = start(config()).await;
    for _ in 0..12 {
        let path = format!("/api/v1{}", long_match(&server, 1).await);
        assert_eq!(server.post(&path, "").await.status, 200);
        until(|| async { (server.get(&path).await.json()["done"] == true).then_some(()) }).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_long_match_counts_by_its_plies() {
    let server = start(config()).await;
    let mut paths = Vec::new();
    for _ in 0..3 {
        paths.push(format!("/api/v1{}", long_match(&server, 150).await));
    }
    // Each is as much as seven.
    server.app.http().change_rates(&Rates { create: "15/h".parse().unwrap(), ..Rates::default() });
    let mut told = Vec::new();
    for path in &paths {
        told.push(server.post(path, "").await.status);
    }
    assert_eq!(told, [200, 200, 429]);
    server.stop().await;
}
