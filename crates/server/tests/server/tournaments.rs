//! Tournaments on a real server: from the first pairing to the last standing.

use std::time::Duration;

use chautari_server::Config;
use serde_json::{Value, json};

use crate::support::{Answer, TestServer, config, start};
use crate::test_clients::{EventStream, act, look, playing, register, until};

async fn begin(server: &TestServer, request: Value) -> (String, String) {
    let answer = server.post("/api/v1/tournaments", request.to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let body = answer.json();
    (body["tournament"].as_str().unwrap().to_owned(), body["token"].as_str().unwrap().to_owned())
}

async fn show(server: &TestServer, id: &str) -> Value {
    server.get(&format!("/api/v1/tournaments/{id}")).await.json()
}

async fn ended(server: &TestServer, id: &str) -> Value {
    until(|| async {
        let state = show(server, id).await;
        (state["state"] == "ended").then_some(state)
    })
    .await
}

async fn steer(server: &TestServer, id: &str, token: &str, what: &str, body: Value) -> Answer {
    let url = server.url(&format!("/api/v1/tournaments/{id}/{what}"));
    server.send(server.client.post(url).bearer_auth(token).body(body.to_string())).await
}

/// Asserts invariants of a finished tournament.
fn check(state: &Value, games: usize) {
    let rounds = state["rounds"].as_array().unwrap();
    let meetings = || rounds.iter().flat_map(|round| round["meetings"].as_array().unwrap());
    let played: Vec<_> = meetings().flat_map(|meeting| meeting["games"].as_array().unwrap()).collect();
    assert_eq!(played.len(), games, "{state}");
    assert!(played.iter().all(|game| !game["reason"].is_null()));
    let standings = state["standings"].as_array().unwrap();
    let free: f64 = standings.iter().map(|place| place["free"].as_f64().unwrap()).sum();
    let points: f64 = standings.iter().map(|place| place["points"].as_f64().unwrap()).sum();
    assert!(
        (points - games as f64 - free * state["games_per_pair"].as_f64().unwrap()).abs() < 1e-9,
        "{state}"
    );
    // The cross table says the same as the standings.
    for (index, player) in state["players"].as_array().unwrap().iter().enumerate() {
        let row = state["crosstable"][index].as_array().unwrap();
        let sum: f64 =
            row.iter().flat_map(|cell| cell.as_array().unwrap()).map(|p| p.as_f64().unwrap()).sum();
        let place = standings.iter().find(|place| place["player"] == player["name"]).unwrap();
        let free = place["free"].as_f64().unwrap() * state["games_per_pair"].as_f64().unwrap();
        assert!((place["points"].as_f64().unwrap() - sum - free).abs() < 1e-9, "{place}");
    }
    assert_eq!(standings[0]["rank"], 1);
}

#[tokio::test]
async fn engines_finish_a_tournament() {
    let server = start(config()).await;
    for (format, players, games) in
        [("round_robin", 3, 3), ("double_round_robin", 3, 6), ("gauntlet", 3, 2), ("swiss", 4, 4)]
    {
        let mut entrants = vec![json!({"engine": 1, "time_ms": 5})];
        entrants.resize(players, json!({"random": true}));
        let request = json!({
            "name": format!("{format} of the house"), "game": "baghchal:captures=1", "format": format,
            "players": entrants, "opening_plies": 2,
        });
        let (id, _) = begin(&server, request).await;
        let state = ended(&server, &id).await;
        check(&state, games);
        assert_eq!(state["players"][2]["name"], "random (2)");
    }
    let list = server.get("/api/v1/tournaments?state=ended").await.json();
    assert_eq!(list["tournaments"].as_array().unwrap().len(), 4);
    assert_eq!(server.get("/api/v1/tournaments").await.json()["tournaments"], json!([]));
    let id = list["tournaments"][0]["id"].as_str().unwrap();
    let csv = server.get(&format!("/api/v1/tournaments/{id}/export.csv")).await;
    assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(csv.text.lines().count(), 1 + 4, "{}", csv.text);
    let games = server.get(&format!("/api/v1/tournaments/{id}/export.csv?table=games")).await;
    assert_eq!(games.text.lines().count(), 1 + 4, "{}", games.text);
    let cells = |text: &str| text.lines().map(|line| line.split(',').count()).collect::<Vec<_>>();
    assert_eq!((cells(&csv.text), cells(&games.text)), (vec![11; 5], vec![8; 5]));
    let json = server.get(&format!("/api/v1/tournaments/{id}/export.json")).await;
    assert_eq!(json.json(), show(&server, id).await);
    // A JSON object with a repeated key would be shorter after parsing.
    assert_eq!(json.json().to_string().len(), json.text.trim().len(), "{}", json.text);
    server.stop().await;
}

/// A bot that plays its first legal move wherever it is its turn, until its stream ends.
async fn play_all(server: &TestServer, token: String) {
    let mut stream = EventStream::open(server, "/api/v1/bots/me/stream", Some(&token)).await;
    while let Some((name, told)) = stream.next().await {
        if name == "turn" {
            let text = told["state"]["offers"][0]["move"].as_str().unwrap();
            let (id, version) = (told["match"].as_str().unwrap(), &told["version"]);
            // A clock may have run out meanwhile, on a busy machine.
            let answer = act(server, id, &token, &format!("at-{version}"), playing(text)).await;
            assert!([200, 409].contains(&answer.status), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn bots_play_leave_and_are_rated() {
    let server = start(config()).await;
    let mut tokens = Vec::new();
    for name in ["anna", "bina", "chandra"] {
        tokens.push(register(&server, name).await);
    }
    let players = json!([{"bot": "anna"}, {"bot": "bina"}, {"bot": "chandra"}, {"random": true}]);
    let request = json!({
        "name": "bots", "game": "baghchal:captures=1", "format": "round_robin", "games_per_pair": 2,
        "players": players, "clock": {"initial_ms": 60_000, "increment_ms": 1000},
    });
    let (id, token) = begin(&server, request).await;
    let mut live = EventStream::open(&server, &format!("/api/v1/tournaments/{id}/live"), None).await;
    assert_eq!(live.next().await.unwrap().1["name"], "bots");
    // Chandra leaves before the first game; a bot cannot withdraw others.
    let other = steer(&server, &id, &tokens[2], "withdraw", json!({"player": "anna"})).await;
    assert_eq!(other.status, 403, "{}", other.text);
    assert_eq!(steer(&server, &id, &tokens[2], "pause", json!({})).await.status, 403);
    assert_eq!(steer(&server, &id, "guess", "withdraw", json!({"player": "anna"})).await.status, 401);
    assert_eq!(steer(&server, &id, &tokens[2], "withdraw", json!({})).await.status, 200);
    // While it is paused, no game is begun but those that are.
    assert_eq!(steer(&server, &id, &token, "pause", json!({})).await.json()["state"], "paused");
    assert_eq!(steer(&server, &id, &token, "resume", json!({})).await.json()["state"], "running");
    let state = {
        let bots = async {
            tokio::join!(play_all(&server, tokens[0].clone()), play_all(&server, tokens[1].clone()))
        };
        tokio::select! {
            _ = bots => unreachable!("bots listen until the server stops"),
            state = ended(&server, &id) => state,
        }
    };
    let points = |name: &str| {
        let standings = state["standings"].as_array().unwrap();
        standings.iter().find(|place| place["player"] == name).unwrap().clone()
    };
    assert_eq!(points("chandra")["points"], 0.0);
    assert_eq!(state["players"][2]["withdrawn"], true);
    let total: f64 =
        ["anna", "bina", "random"].iter().map(|name| points(name)["points"].as_f64().unwrap()).sum();
    assert!((total - 12.0).abs() < 1e-9, "six meetings of two games each: {state}");
    for name in ["anna", "bina"] {
        let bot = server.get(&format!("/api/v1/bots/{name}")).await.json();
        let rating = &bot["ratings"]["baghchal:captures=1"];
        assert_eq!(rating["rating"], points(name)["rating"]);
        assert!(rating["deviation"].as_f64().unwrap() < 350.0, "{bot}");
    }
    // The stream of the tournament ends with it.
    let mut last = Value::Null;
    while let Some((_, told)) = live.next().await {
        last = told;
    }
    assert_eq!((&last["state"], &last["version"]), (&json!("ended"), &state["version"]));
    assert_eq!(steer(&server, &id, &token, "pause", json!({})).await.status, 409);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_that_never_comes_loses_by_the_clock() {
    let server = start(config()).await;
    register(&server, "absent").await;
    let request = json!({
        "name": "waiting", "game": "baghchal", "format": "round_robin",
        "players": [{"bot": "absent"}, {"random": true}], "clock": {"per_move_ms": 300},
    });
    let (id, _) = begin(&server, request).await;
    let state = ended(&server, &id).await;
    let game = &state["rounds"][0]["meetings"][0]["games"][0];
    assert_eq!((&game["winner"], &game["reason"]), (&json!("random"), &json!("time")));
    let state = look(&server, game["match"].as_str().unwrap()).await;
    assert_eq!((&state["tournament"], &state["rematch"]), (&json!(id), &Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn a_tournament_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let mut server = start(config()).await;
    let request = json!({
        "name": "interrupted", "game": "baghchal:captures=2", "format": "round_robin", "games_per_pair": 2,
        "players": [{"random": true}, {"random": true}, {"random": true}, {"random": true}],
    });
    let (id, _) = begin(&server, request).await;
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        server.stop().await;
        server = start(config()).await;
    }
    check(&ended(&server, &id).await, 12);
    server.stop().await;
}

#[tokio::test]
async fn invalid_tournaments_are_explained() {
    let server = start(config()).await;
    let base = json!({
        "name": "x", "game": "baghchal", "format": "round_robin", "players": [{"random": true}, {"engine": 1}],
    });
    for (field, value, status) in [
        ("name", json!(""), 422),
        ("game", json!("chess"), 404),
        ("format", json!("ladder"), 400),
        ("players", json!([{"random": true}]), 422),
        ("players", json!([{"bot": "nobody"}, {"random": true}]), 404),
        ("players", json!([{"engine": 12}, {"random": true}]), 422),
        ("games_per_pair", json!(0), 422),
        ("rounds", json!(1000), 422),
        ("clock", json!({"initial_ms": 0}), 422),
        ("openings", json!(["mB1 mA1B1"]), 422),
        ("opening_plies", json!(1000), 422),
    ] {
        let mut request = base.clone();
        request[field] = value;
        let answer = server.post("/api/v1/tournaments", request.to_string()).await;
        assert_eq!(answer.status, status, "{field}: {}", answer.text);
    }
    assert_eq!(server.get("/api/v1/tournaments/nothing").await.status, 404);
}
