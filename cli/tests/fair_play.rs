//! `fair-play`: the report for operators, on the database of a running server.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::binary::{ask, scratch};
use crate::test_server::TestServer;

/// Sends a request with a token; returns the body.
fn send(server: &TestServer, key: &str, path: &str, body: &Value) -> Value {
    let (status, response) = server.request_as(key, "POST", path, Some(body));
    assert!(matches!(status, 200 | 201), "{path}: {response}");
    response
}

/// Plays a rated game against an engine, up to `moves` own moves, and resigns.
fn play(server: &TestServer, key: &str, moves: usize) {
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "engine", "level": 1}});
    let terms = json!({"game": "baghchal", "rated": true, "clock": {"initial_ms": 900_000}, "seats": seats});
    let id = send(server, key, "/api/v1/matches", &terms)["match"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/matches/{id}");
    let act = |number: usize, action: &Value| {
        let command = json!({"command": number.to_string(), "action": action});
        send(server, key, &format!("{path}/actions"), &command);
    };
    for number in 0..moves {
        let state = loop {
            let state = server.get(&path);
            if state["turn"] == "goats" {
                break state;
            }
            thread::sleep(Duration::from_millis(20));
        };
        act(number, &json!({"type": "move", "move": state["legal_moves"][0]["move"]}));
    }
    act(moves, &json!({"type": "resign"}));
}

#[test]
fn fair_play_compares_people_with_the_engine_while_the_server_runs() {
    let folder = scratch("fair-play");
    let server = TestServer::start_in(folder.clone(), &["--engines", "1"]);
    let (status, asha) = server.request("POST", "/api/v1/people", Some(&json!({"name": "Asha"})));
    assert_eq!(status, 201, "{asha}");
    let key = asha["token"].as_str().unwrap();
    play(&server, key, 8);
    play(&server, key, 1);
    let data = folder.to_str().unwrap();
    let report = ask(&["fair-play", "--json", "--nodes", "2000", "--player", "asha", "--data", data]);
    assert_eq!(report.code, 0, "{}", report.err);
    let found: Vec<Value> = report.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [one] = found.as_slice() else { panic!("{}", report.out) };
    assert_eq!((&one["player"], &one["games"]), (&json!("Asha"), &json!(2)));
    assert_eq!((&one["early_resignations"], &one["left"]), (&json!(1), &json!(0)));
    // Her moves from the fourth to the eighth: six plies of the opening are left out.
    let moves = |kind: &str| one[kind]["moves"].as_u64().unwrap();
    assert_eq!(moves("plain") + moves("hard"), 5, "{}", report.out);
    let table = ask(&["fair-play", "--nodes", "500", "--data", data]);
    assert!(
        table.out.contains("Asha") && table.out.contains("Nothing is punished automatically"),
        "{}",
        table.out
    );
    let nobody = ask(&["fair-play", "--player", "nobody", "--data", data]);
    assert_eq!((nobody.code, nobody.out.as_str()), (0, "There are no games of people that count.\n"));
}
