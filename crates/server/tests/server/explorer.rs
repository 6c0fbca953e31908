//! The explorer on a real server: public games are counted once, by position, across restarts.

use chautari_server::Config;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{begin, doing, done, playing, until};

/// Plays these moves between two humans and lets the goats resign.
async fn played(server: &TestServer, unlisted: bool, moves: &[&str]) {
    let m = begin(server, json!({"game": "baghchal", "unlisted": unlisted})).await;
    for (ply, text) in moves.iter().enumerate() {
        let token = m.token(if ply % 2 == 0 { "goats" } else { "tigers" });
        done(server, &m.id, token, &ply.to_string(), playing(text)).await;
    }
    done(server, &m.id, m.token("goats"), "end", doing("resign")).await;
}

async fn explore(server: &TestServer, moves: &[&str]) -> Value {
    let answer = server.post("/api/v1/games/baghchal/played", json!({"moves": moves}).to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["moves"].clone()
}

/// How often each move was played by people, the most played first.
fn by_people(moves: &Value) -> Vec<(&str, u64)> {
    fn line(m: &Value) -> (&str, u64) {
        (m["move"].as_str().unwrap(), m["people"]["games"].as_u64().unwrap())
    }
    moves.as_array().unwrap().iter().map(line).collect()
}

/// Waits until this is what people played at the start.
async fn counted(server: &TestServer, expected: &[(&str, u64)]) {
    until(|| async { (by_people(&explore(server, &[]).await) == expected).then_some(()) }).await;
}

#[tokio::test]
async fn public_games_are_counted_once_and_transpositions_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    played(&server, false, &["mB3", "mA1A2", "mD3", "mA2A1", "mC5"]).await;
    played(&server, false, &["mD3", "mA1A2", "mB3", "mA2A1", "mC5"]).await;
    // A move played several times in one game counts once.
    played(&server, false, &["mB3", "mA1A2", "mD3", "mA2A1", "mC1"]).await;
    played(&server, true, &["mB3", "mA1A2", "mD3", "mA2A1", "mC5"]).await;
    counted(&server, &[("mB3", 2), ("mD3", 1)]).await;
    let there = explore(&server, &["mD3", "mA1A2", "mB3", "mA2A1"]).await;
    assert_eq!(by_people(&there), [("mC5", 2), ("mC1", 1)]);
    let results = json!({"games": 2, "wins": {"goats": 0, "tigers": 2}, "draws": 0});
    assert_eq!(there[0]["people"], results);
    assert_eq!(there[0]["programs"]["games"], 0);
    assert_eq!(explore(&server, &["mE3"]).await, json!([]));
    server.stop().await;

    // A restart neither loses counts nor repeats them.
    let server = start(config()).await;
    played(&server, false, &["mD3"]).await;
    counted(&server, &[("mB3", 2), ("mD3", 2)]).await;
    server.stop().await;
}

#[tokio::test]
async fn people_and_programs_are_counted_separately() {
    let server = start(config()).await;
    let seats = json!({"goats": {"kind": "random"}, "tigers": {"kind": "human"}});
    let m = begin(&server, json!({"game": "baghchal", "seats": seats})).await;
    let first = until(|| async {
        let state = crate::test_clients::look(&server, &m.id).await;
        state["moves"][0].as_str().map(str::to_owned)
    })
    .await;
    done(&server, &m.id, m.token("tigers"), "1", doing("resign")).await;
    let moves = until(|| async {
        let moves = explore(&server, &[]).await;
        (moves != json!([])).then_some(moves)
    })
    .await;
    let none = json!({"games": 0, "wins": {"goats": 0, "tigers": 0}, "draws": 0});
    assert_eq!((&moves[0]["move"], &moves[0]["people"]), (&json!(first), &none));
    assert_eq!(moves[0]["programs"], json!({"games": 1, "wins": {"goats": 1, "tigers": 0}, "draws": 0}));
    let wrong = server.post("/api/v1/games/baghchal/played", json!({"moves": ["mA1"]}).to_string()).await;
    assert_eq!((wrong.status, &wrong.json()["error"]["index"]), (422, &json!(0)));
    server.stop().await;
}
