//! Checks that ledgers of released versions can still be opened without loss.
//!
//! `released/VERSION.db` is a ledger, `released/VERSION.json` what the API of that version returned for it.
//! `CHAUTARI_UPDATE=1` creates both for a new version; existing files are never overwritten.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::binary::{ask, scratch};
use crate::test_server::TestServer;

fn released() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released")
}

/// Queries everything that [`fill`] stored, with its tokens.
fn snapshot(server: &TestServer, keys: &Value) -> Value {
    let key = |name: &str| keys[name].as_str().unwrap();
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
            // Unfinished matches are abandoned after two weeks, so their outcome is ignored.
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
    let maya = |path: &str| {
        let (status, response) = server.request_as(key("maya"), "GET", path, None);
        assert_eq!(status, 200, "{path}: {response}");
        response
    };
    let rating = maya("/api/v1/people/me")["ratings"]["baghchal"]["rating"].clone();
    let puzzles = maya("/api/v1/people/me/puzzles?game=gomoku")["rating"].clone();
    let study = server.get(&format!("/api/v1/studies/{}", key("study")))["sheet"].clone();
    let season = server.get(&format!("/api/v1/seasons/{}", key("season")))["name"].clone();
    let taken = ["/api/v1/people", "/api/v1/bots"].map(|path| {
        let name = if path.ends_with("bots") { "Kite" } else { "MAYA" };
        server.request("POST", path, Some(&json!({"name": name}))).1["error"]["code"].clone()
    });
    let games =
        server.request("POST", "/player/games", Some(&json!({"name": "old", "token": key("softserve")})));
    json!({
        "keys": keys, "matches": matches, "tournaments": standings, "bot": server.get("/api/v1/bots/kite")["name"],
        "rating": rating, "puzzles": puzzles, "study": study, "season": season, "taken": taken, "softserve": games.0,
    })
}

/// Stores data of every kind and returns the tokens for it.
fn fill(server: &TestServer) -> Value {
    let make_as = |key: &Value, path: &str, body: Value| {
        let (status, response) =
            server.request_as(key.as_str().unwrap_or_default(), "POST", path, Some(&body));
        assert!((200..300).contains(&status), "{path}: {response}");
        response
    };
    let make = |path: &str, body: Value| make_as(&Value::Null, path, body);
    make("/api/v1/bots", json!({"name": "kite"}));
    let [maya, chet] =
        ["Maya", "Chet"].map(|name| make("/api/v1/people", json!({"name": name}))["token"].clone());
    // A rated match.
    let clock = json!({"initial_ms": 300_000});
    let terms = json!({"game": "baghchal", "clock": clock, "rated": true, "side": "goats"});
    let offer = make_as(&maya, "/api/v1/invitations", json!({"to": {"person": "Chet"}, "terms": terms}));
    let offer = offer["id"].as_str().unwrap();
    let begun = make_as(&chet, &format!("/api/v1/invitations/{offer}/accept"), json!({}));
    let actions = format!("/api/v1/matches/{}/actions", begun["match"].as_str().unwrap());
    for (key, action) in [(&maya, "mC3"), (&chet, "mA1B1"), (&maya, "mB3"), (&chet, "resign")] {
        let action = if action == "resign" {
            json!({"type": action})
        } else {
            json!({"type": "move", "move": action})
        };
        make_as(key, &actions, json!({"command": action.to_string(), "action": action}));
    }
    let puzzle = &server.get("/api/v1/games/gomoku/puzzles?limit=1")["puzzles"][0];
    let tries = format!("/api/v1/games/gomoku/puzzles/{}/tries", puzzle["number"]);
    make_as(&maya, &tries, json!({"moves": puzzle["moves"]}));
    let nodes = json!([{"comment": "Goats begin."}, {"parent": 0, "move": "mC3", "arrows": [[12], [0, 6]]}]);
    let sheet = json!({"title": "Corners", "game": "baghchal", "nodes": nodes});
    let study = make_as(&maya, "/api/v1/studies", sheet)["study"].clone();
    let season = make_as(&maya, "/api/v1/seasons", json!({"name": "Autumn"}))["id"].clone();
    let games: Vec<String> = server
        .get("/api/v1/games")
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect();
    for game in &games {
        // A match that begins with moves.
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..6 {
            let response = make(&format!("/api/v1/games/{game}/position"), json!({"moves": moves}));
            moves.push(response["offers"][0]["move"].as_str().unwrap().to_owned());
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
    // Wait for the end of the tournament and for the ratings.
    for _ in 0..600 {
        let ended = server.get("/api/v1/tournaments?state=ended")["tournaments"].as_array().unwrap().len();
        let rated = &server.get("/api/v1/people/Maya")["ratings"]["baghchal"];
        let (_, puzzles) =
            server.request_as(maya.as_str().unwrap(), "GET", "/api/v1/people/me/puzzles?game=gomoku", None);
        if ended == 1 && rated.is_object() && puzzles["rating"].is_number() {
            return json!({"maya": maya, "study": study, "season": season, "softserve": token});
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the tournament or a rating is not finished in time");
}

#[test]
fn ledgers_of_all_releases_open_unchanged() {
    let folder = released();
    let here = folder.join(format!("{}.db", env!("CARGO_PKG_VERSION")));
    if std::env::var("CHAUTARI_UPDATE").is_ok_and(|value| value == "1") && !here.exists() {
        let server = TestServer::start(&[]);
        let keys = fill(&server);
        let from = server.kill();
        let to = scratch("released-new");
        let [from, backup, to] = [from, to.join("backup"), to].map(|path| path.to_str().unwrap().to_owned());
        assert_eq!(ask(&["backup", "--data", &from, &backup]).code, 0);
        assert_eq!(ask(&["restore", "--data", &to, &backup]).code, 0);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(Path::new(&to).join("chautari.db"), &here).unwrap();
        let snapshot = snapshot(&TestServer::start_in(PathBuf::from(to), &[]), &keys);
        fs::write(here.with_extension("json"), serde_json::to_string_pretty(&snapshot).unwrap() + "\n")
            .unwrap();
    }
    let mut seen = 0;
    for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|kind| kind != "db") {
            continue;
        }
        let name = file.file_stem().unwrap().to_str().unwrap();
        let place = scratch(&format!("released-{name}"));
        fs::copy(&file, place.join("chautari.db")).unwrap();
        let server = TestServer::start_in(place, &[]);
        let expected = fs::read_to_string(file.with_extension("json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(snapshot(&server, &expected["keys"]), expected, "{name}");
        let place = server.kill();
        let checked = ask(&["check-ledger", "--data", place.to_str().unwrap()]);
        assert_eq!(checked.code, 0, "{name}: {}", checked.err);
        seen += 1;
    }
    assert!(seen > 0, "no ledger is in {}", folder.display());
}
