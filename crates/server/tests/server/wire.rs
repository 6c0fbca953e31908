//! Conventions of the API for all clients: one form per type, no internal names, and correct HTTP.

use std::time::Duration;

use chautari_http::Connections;
use chautari_server::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{TestServer, config, start};
use crate::test_clients::Watcher;

async fn post(server: &TestServer, path: &str, body: &Value) -> (u16, Value) {
    let answer = server.post(path, body.to_string()).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn a_player_is_the_same_in_matches_and_tournaments() {
    let server = start(config()).await;
    assert_eq!(post(&server, "/api/v1/bots", &json!({"name": "anna"})).await.0, 201);
    let players = [
        (json!({"kind": "engine", "level": 2, "time_ms": 5}), json!({"engine": 2, "time_ms": 5})),
        (json!({"kind": "random"}), json!({"random": true})),
        (json!({"kind": "bot", "name": "anna"}), json!({"bot": "anna"})),
    ];
    for (player, once) in &players {
        for said in [player, once] {
            let seats = json!({"goats": {"kind": "human"}, "tigers": said});
            let (status, begun) =
                post(&server, "/api/v1/matches", &json!({"game": "baghchal", "seats": seats})).await;
            assert_eq!((status, &begun["state"]["seats"]["tigers"]), (201, player), "{said}");
            let plan = json!({"name": "x", "game": "baghchal:captures=1", "format": "round_robin",
                "players": [said, {"kind": "random"}]});
            let (status, cup) = post(&server, "/api/v1/tournaments", &plan).await;
            assert_eq!((status, &cup["state"]["players"][0]["player"]), (201, player), "{said}");
        }
    }
    // Unknown kinds are refused, and tournaments admit no anonymous players.
    let plan = |player: Value| json!({"name": "x", "game": "baghchal", "format": "round_robin", "players": [player, {"kind": "random"}]});
    let (status, answer) = post(&server, "/api/v1/tournaments", &plan(json!({"random": false}))).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (400, Some("form")));
    let text = answer["error"]["text"].as_str().unwrap();
    assert!(text.starts_with("`players[0]`: A player needs `kind`"), "{text}");
    assert_eq!(post(&server, "/api/v1/tournaments", &plan(json!({"kind": "human"}))).await.0, 422);
}

#[tokio::test]
async fn no_library_and_no_name_of_ours_speaks_to_a_client() {
    let server = start(config()).await;
    let foreign = [
        "serde",
        "struct",
        "enum",
        "variant",
        "deserialize",
        "expected one of",
        "EOF",
        "invalid type",
        "line 1",
    ];
    let bodies = [
        "",
        "{",
        "[]",
        "5",
        "\"x\"",
        "{\"game\":5}",
        "{\"game\":\"baghchal\",\"seats\":[]}",
        "{\"nothing\":1}",
        "{\"game\":\"baghchal\",\"seats\":{\"goats\":{\"engine\":\"x\"}}}",
        "{\"game\":\"baghchal\",\"clock\":5}",
        "{\"game\":\"baghchal\",\"clock\":{\"x\":1}}",
        "{\"name\":[]}",
        "{\"format\":\"x\"}",
        "{\"moves\":{}}",
        "nonsense",
        "{\"players\":[{\"kind\":\"angel\"}],\"name\":\"x\",\"game\":\"baghchal\",\"format\":\"swiss\"}",
    ];
    let posts = ["/matches", "/tournaments", "/bots", "/games/baghchal/position", "/games/baghchal/analysis"];
    let gets = [
        "/matches?limit=x",
        "/matches?state=asleep",
        "/matches?x=1",
        "/bots?before=-1",
        "/tournaments?limit=1.5",
        "/games/baghchal/picture.svg?flip=perhaps",
        "/games/baghchal/picture.svg?theme=pink",
        "/games/baghchal/position?x=1",
        "/matches/%ff",
        "/matches/AAAAAAAAAAAAAAAA/live",
        "/bots/x/ratings?game",
    ];
    for path in posts {
        for body in bodies {
            let answer = server.post(&format!("/api/v1{path}"), body).await;
            let is_fault = (400..500).contains(&answer.status);
            assert!(is_fault || path.contains("/games/"), "{path} {body}: {} {}", answer.status, answer.text);
            for word in foreign {
                assert!(!is_fault || !answer.text.contains(word), "{path} {body}: {}", answer.text);
            }
        }
    }
    for path in gets {
        let answer = server.get(&format!("/api/v1{path}")).await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.code().is_empty(), "{path}: {}", answer.text);
        for word in foreign {
            assert!(!answer.text.contains(word), "{path}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn a_method_that_is_not_there_is_405_with_those_that_are() {
    let server = start(config()).await;
    for (path, allowed) in
        [("/api/v1/matches", "GET,HEAD,POST"), ("/api/v1/games", "GET,HEAD"), ("/healthz", "GET,HEAD")]
    {
        let answer = server.send(server.client.delete(server.url(path))).await;
        assert_eq!((answer.status, answer.code().as_str()), (405, "method"), "{path}: {}", answer.text);
        let mut methods: Vec<_> = answer.header("allow").split(',').map(str::trim).collect();
        methods.sort_unstable();
        assert_eq!(methods.join(","), allowed, "{path}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_kept_longer_than_a_head_may_take() {
    let connections = Connections {
        header_timeout: Duration::from_millis(300),
        idle_timeout: Duration::from_secs(75),
        ..Connections::default()
    };
    let server =
        start(Config { http: chautari_http::Config { connections, ..config().http }, ..config() }).await;
    let mut stream = server.connect().await;
    let mut buffer = vec![0; 4096];
    for _ in 0..2 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let count = stream.read(&mut buffer).await.unwrap();
        let answer = String::from_utf8_lossy(&buffer[..count]).to_lowercase();
        assert!(answer.starts_with("http/1.1 200") && answer.contains("keep-alive: timeout=75"), "{answer}");
        tokio::time::sleep(Duration::from_millis(900)).await;
    }
    // But a head that has begun must be finished.
    stream.write_all(b"GET /healthz HT").await.unwrap();
    let closed = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut buffer)).await;
    assert!(matches!(closed, Ok(Ok(0) | Err(_))), "{closed:?}");
}

#[tokio::test]
async fn streams_ask_not_to_be_gathered_on_their_way() {
    let server = start(config()).await;
    let asked = server.client.post(server.url("/api/v1/games/baghchal/analysis")).body(r#"{"depth": 1}"#);
    let answer = server.send(asked).await;
    assert_eq!(answer.header("x-accel-buffering"), "no");
    assert!(answer.header("cache-control").contains("no-transform"));
    assert_eq!(server.get("/api/v1/games").await.header("x-accel-buffering"), "");
}

#[tokio::test]
async fn matches_are_found_by_what_they_are() {
    let server = start(config()).await;
    post(&server, "/api/v1/bots", &json!({"name": "anna"})).await;
    let mut ids = Vec::new();
    for seats in [json!({"goats": {"kind": "bot", "name": "anna"}}), json!({})] {
        for game in ["baghchal", "gomoku"] {
            let seats = if game == "baghchal" { seats.clone() } else { json!({}) };
            let body = json!({"game": game, "seats": seats});
            ids.push(post(&server, "/api/v1/matches", &body).await.1["match"].clone());
        }
    }
    let found = async |query: &str| {
        let page = server.get(&format!("/api/v1/matches?{query}")).await.json();
        page["matches"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await.len(), 4);
    assert_eq!(found("player=anna").await, [ids[0].clone()]);
    assert_eq!(found("player=anna&game=gomoku").await, Vec::<Value>::new());
    assert_eq!(found("game=gomoku").await, [ids[3].clone(), ids[1].clone()]);
    assert_eq!(found("since=99999999999999").await, Vec::<Value>::new());
    assert_eq!(found("state=ended").await, Vec::<Value>::new());
    let lines = server.get("/api/v1/matches.ndjson?game=baghchal").await;
    assert_eq!((lines.status, lines.header("content-type")), (200, "application/x-ndjson"));
    let records: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 2);
    assert_eq!((&records[1]["id"], &records[1]["moves"]), (&ids[0], &json!([])));
    let squeezed = server.client.get(server.url("/api/v1/matches.ndjson")).header("accept-encoding", "gzip");
    let squeezed = squeezed.send().await.unwrap();
    assert_eq!(squeezed.headers()["content-encoding"], "gzip");
    let bytes = squeezed.bytes().await.expect("it comes to its end");
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
    assert_eq!(server.get("/api/v1/matches?tournament=x").await.status, 404);
}

#[tokio::test]
async fn ratings_have_a_history_and_a_leaderboard() {
    let server = start(config()).await;
    let (_, bot) = post(&server, "/api/v1/bots", &json!({"name": "hasty"})).await;
    let token = bot["token"].as_str().unwrap();
    // It plays a move and gives up.
    let plan = json!({"name": "x", "game": "baghchal", "format": "round_robin",
        "players": [{"kind": "bot", "name": "hasty"}, {"kind": "random"}]});
    let (_, cup) = post(&server, "/api/v1/tournaments", &plan).await;
    let id = cup["tournament"].as_str().unwrap();
    for number in 0..300 {
        let cup = server.get(&format!("/api/v1/tournaments/{id}")).await.json();
        if cup["state"] == "ended" {
            break;
        }
        if let Some(game) = cup["rounds"][0]["meetings"][0]["games"][0]["match"].as_str() {
            let played = server.get(&format!("/api/v1/matches/{game}")).await.json();
            let answered = played["moves"].as_array().is_some_and(|moves| moves.len() >= 2);
            let resign = answered.then(|| json!({"type": "resign"}));
            for action in std::iter::once(json!({"type": "move", "move": "mC3"})).chain(resign) {
                let body = json!({"command": format!("{number}-{}", action["type"]), "action": action});
                let asked = server.client.post(server.url(&format!("/api/v1/matches/{game}/actions")));
                server.send(asked.bearer_auth(token).body(body.to_string())).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let of_cup = server.get(&format!("/api/v1/matches?state=ended&tournament={id}")).await.json();
    assert_eq!(of_cup["matches"].as_array().unwrap().len(), 1);
    let mut history = json!([]);
    for _ in 0..100 {
        history = server.get("/api/v1/bots/hasty/ratings?game=baghchal").await.json();
        if history != json!([]) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(history.as_array().unwrap().len(), 1);
    assert!(history[0]["rating"].as_f64().unwrap() < 1500.0 && history[0]["at_ms"].as_u64().is_some());
    let board = server.get("/api/v1/games/baghchal/leaderboard").await.json();
    assert_eq!(
        (&board[0]["rank"], &board[0]["bot"], &board[0]["rating"]),
        (&json!(1), &json!("hasty"), &history[0]["rating"])
    );
    assert_eq!(server.get("/api/v1/games/gomoku/leaderboard").await.json(), json!([]));
    assert_eq!(server.get("/api/v1/bots/nobody/ratings").await.status, 404);
}

#[tokio::test]
async fn a_quiet_socket_is_not_taken_for_a_head_that_does_not_come() {
    let mut quick = config();
    quick.http.connections.header_timeout = Duration::from_millis(300);
    let server = start(quick).await;
    let mut lobby = Watcher::enter_lobby(&server, json!({"type": "hello"})).await;
    lobby.receive_matching(|frame| frame["type"] == "lobby").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    lobby.say(json!({"type": "ping"})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    lobby.say(json!({"type": "ping"})).await;
    for _ in 0..2 {
        lobby.receive_matching(|frame| frame["type"] == "pong").await;
    }
    server.stop().await;
}
