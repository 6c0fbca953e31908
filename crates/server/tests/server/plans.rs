//! Conditional moves in games with days, across a restart.

use chautari_server::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{NewMatch, begin, by, done, look, playing, until};

const DAY_MS: u64 = 24 * 3_600_000;

async fn plan(server: &TestServer, m: &NewMatch, side: &str, version: u64, lines: Value) -> (u16, Value) {
    let path = format!("/matches/{}/plan", m.id);
    let body = json!({"version": version, "lines": lines});
    let answer = by(server, m.token(side), Method::PUT, &path, body).await;
    (answer.status, answer.json())
}

async fn planned(server: &TestServer, m: &NewMatch, side: &str) -> Value {
    let path = format!("/matches/{}/plan", m.id);
    by(server, m.token(side), Method::GET, &path, Value::Null).await.json()["lines"].clone()
}

async fn moves(server: &TestServer, m: &NewMatch) -> Vec<String> {
    serde_json::from_value(look(server, &m.id).await["moves"].clone()).unwrap()
}

#[tokio::test]
async fn planned_reply_is_played_after_a_restart_and_seen_by_its_player_only() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    let m = begin(&server, json!({"game": "baghchal", "clock": {"per_move_ms": DAY_MS}})).await;
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    let lines = json!([["mA1B1", "mC1", "mB1B2", "mE3"], ["mA1A2", "mC2"]]);
    assert_eq!(plan(&server, &m, "goats", 2, lines.clone()).await, (200, json!({"lines": lines})));
    assert_eq!(planned(&server, &m, "tigers").await, json!([]));
    let watched = look(&server, &m.id).await;
    assert!(!watched.to_string().contains("mB1B2"), "{watched}");
    server.stop().await;

    let server = start(config()).await;
    done(&server, &m.id, m.token("tigers"), "1", playing("mA1B1")).await;
    until(|| async { (moves(&server, &m).await.len() == 3).then_some(()) }).await;
    assert_eq!(moves(&server, &m).await, ["mC3", "mA1B1", "mC1"]);
    assert_eq!(planned(&server, &m, "goats").await, json!([["mB1B2", "mE3"]]));
    // Another move than the expected one leaves the plan.
    done(&server, &m.id, m.token("tigers"), "2", playing("mB1A1")).await;
    assert_eq!(planned(&server, &m, "goats").await, json!([]));
    done(&server, &m.id, m.token("goats"), "2", playing("mC4")).await;
    assert_eq!(moves(&server, &m).await.last().unwrap(), "mC4");
    server.stop().await;
}

#[tokio::test]
async fn plans_are_vetted() {
    let server = start(config()).await;
    let m = begin(&server, json!({"game": "baghchal", "clock": {"per_move_ms": DAY_MS}})).await;
    let rows = [
        ("goats", 1, json!([["mC3", "mA1B1", "mC1"]]), 409, "conflict"),
        ("tigers", 9, json!([["mC3", "mA1B1"]]), 409, "conflict"),
        ("tigers", 1, json!([["mC3"]]), 422, "plan"),
        ("tigers", 1, json!([["mC3", "mA1B1"], ["mC3", "mA1A2"]]), 422, "plan"),
        ("tigers", 1, json!([["mC3", "mB1B2"]]), 422, ""),
        ("tigers", 1, json!([["mC3", "mA1B1"], ["nonsense", "mA1B1"]]), 400, "syntax"),
    ];
    for (side, version, lines, status, code) in rows {
        let (found, body) = plan(&server, &m, side, version, lines.clone()).await;
        assert_eq!(found, status, "{lines}: {body}");
        // The rules have codes of their own.
        assert!(code.is_empty() || body["error"]["code"] == code, "{lines}: {body}");
    }
    let quick = begin(&server, json!({"game": "baghchal", "clock": {"per_move_ms": 60_000}})).await;
    let (status, body) = plan(&server, &quick, "tigers", 1, json!([["mC3", "mA1B1"]])).await;
    assert_eq!((status, &body["error"]["code"]), (422, &json!("clock")));
    server.stop().await;
}
