//! A ledger that a released version wrote is opened by this one, and everything is as it was.
//!
//! `released/VERSION.db` is one, `VERSION.json` what its server told of it. Those of a version that has none yet are
//! written by `CHAUTARI_UPDATE=1`; what is there is never written again.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;
mod served;

use std::fs;
use std::path::{Path, PathBuf};

use binary::{ask, scratch};
use serde_json::{Value, json};
use served::Served;

fn released() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released")
}

/// What a server tells of everything [`fill`] has put there.
fn tell(server: &Served) -> Value {
    let list = |path: &str, name: &str, id: &str| -> Vec<Value> {
        let mut found = server.get(path)[name].as_array().unwrap().clone();
        found.sort_by_key(|entry| entry[id].to_string());
        found
    };
    let mut matches = Vec::new();
    for state in ["live", "ended"] {
        for one in list(&format!("/api/v1/matches?state={state}&limit=100"), "matches", "id") {
            let one = server.get(&format!("/api/v1/matches/{}", one["id"].as_str().unwrap()));
            let part = |name: &str| one[name].clone();
            // Nobody goes on with those that were live, and after two weeks they are abandoned.
            let is_abandoned = one["outcome"]["reason"] == "abandoned";
            let outcome = if is_abandoned { Value::Null } else { part("outcome") };
            matches.push(json!({
                "id": part("id"), "game": part("game"), "moves": part("moves"), "outcome": outcome,
                "position": part("position"),
            }));
        }
    }
    matches.sort_by_key(|one| one["id"].to_string());
    let standings = list("/api/v1/tournaments?state=ended", "tournaments", "id");
    let standings: Vec<Value> = standings
        .iter()
        .map(|cup| {
            let cup = server.get(&format!("/api/v1/tournaments/{}", cup["id"].as_str().unwrap()));
            let points = cup["standings"].as_array().unwrap().iter().map(|row| row["points"].clone());
            points.collect()
        })
        .collect();
    let bot = server.get("/api/v1/bots/kite");
    json!({"matches": matches, "tournaments": standings, "bot": bot["name"]})
}

/// Plays something of everything.
fn fill(server: &Served) {
    let make = |path: &str, body: Value| {
        let (status, told) = server.ask("POST", path, Some(&body));
        assert!((200..300).contains(&status), "{path}: {told}");
        told
    };
    make("/api/v1/bots", json!({"name": "kite"}));
    make("/api/v1/people", json!({"name": "Maya"}));
    let games: Vec<String> = server
        .get("/api/v1/games")
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect();
    for game in &games {
        // Moves that begin a match are played like any others.
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..6 {
            let told = make(&format!("/api/v1/games/{game}/position"), json!({"moves": moves}));
            moves.push(told["offers"][0]["move"].as_str().unwrap().to_owned());
        }
        make("/api/v1/matches", json!({"game": game, "moves": moves}));
    }
    let players = json!([{"kind": "engine", "level": 1, "time_ms": 20}, {"kind": "random"}]);
    let cup = json!({"name": "Cup", "game": "gomoku", "format": "round_robin", "players": players, "games_per_pair": 2});
    make("/api/v1/tournaments", cup);
    let token = make("/player/create", json!({"name": "old", "email": "old@example.org"}))["token"].clone();
    let state = make("/aivai/play-state", json!({"event": "mirror", "player": "old", "token": token}));
    let action = server.get("/state/initial");
    assert!(action["state"].is_string() && state["action_id"].is_number(), "{state}");
    for _ in 0..600 {
        if server.get("/api/v1/tournaments?state=ended")["tournaments"].as_array().unwrap().len() == 1 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the tournament does not come to an end");
}

#[test]
fn a_ledger_of_every_release_is_opened() {
    let folder = released();
    let here = folder.join(format!("{}.db", env!("CARGO_PKG_VERSION")));
    if std::env::var("CHAUTARI_UPDATE").is_ok_and(|value| value == "1") && !here.exists() {
        let server = Served::start(&[]);
        fill(&server);
        let from = server.kill();
        let to = scratch("released-new");
        let [from, backup, to] = [from, to.join("backup"), to].map(|path| path.to_str().unwrap().to_owned());
        assert_eq!(ask(&["backup", "--data", &from, &backup]).code, 0);
        assert_eq!(ask(&["restore", "--data", &to, &backup]).code, 0);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(Path::new(&to).join("chautari.db"), &here).unwrap();
        let told = tell(&Served::again(PathBuf::from(to), &[]));
        fs::write(here.with_extension("json"), serde_json::to_string_pretty(&told).unwrap() + "\n").unwrap();
    }
    let mut seen = 0;
    for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|kind| kind != "db") {
            continue;
        }
        let name = file.file_stem().unwrap().to_str().unwrap();
        let place = scratch(&format!("released-{name}"));
        fs::copy(&file, place.join("chautari.db")).unwrap();
        let server = Served::again(place, &[]);
        let expected = fs::read_to_string(file.with_extension("json")).unwrap();
        assert_eq!(tell(&server), serde_json::from_str::<Value>(&expected).unwrap(), "{name}");
        let place = server.kill();
        let checked = ask(&["check-ledger", "--data", place.to_str().unwrap()]);
        assert_eq!(checked.code, 0, "{name}: {}", checked.err);
        seen += 1;
    }
    assert!(seen > 0, "no ledger is in {}", folder.display());
}
