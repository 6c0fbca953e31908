//! Request costs: reading and long responses count by their size, on any endpoint.

use axum::Router;
use axum::routing::get;
use chautari_http::Rates;
use chautari_server::Config;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::limits::long_game;
use crate::support::{TestServer, config, start, start_with};
use crate::test_clients::{Person, begin, by, done, playing, text};

/// A server with a low rate limit that does not refill during a test.
async fn sparing(requests: &str) -> TestServer {
    let rates = Rates { request: requests.parse().unwrap(), ..Rates::default() };
    start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await
}

#[tokio::test]
async fn long_dynamic_responses_are_not_compressed_and_count_by_length() {
    let routes = Router::new()
        .route("/short", get(async || "word ".repeat(1 << 10)))
        .route("/long", get(async || "word ".repeat(128 << 10)));
    let rates = Rates { request: "40/h".parse().unwrap(), ..Rates::default() };
    let server =
        start_with(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }, routes)
            .await;
    let ask = async |path: &str| {
        let asked = server.client.get(server.url(path)).header("accept-encoding", "gzip");
        let answer = asked.send().await.unwrap();
        let is_packed = answer.headers().contains_key("content-encoding");
        (answer.status().as_u16(), is_packed)
    };
    assert_eq!(ask("/short").await, (200, true));
    // Each is the work of eleven.
    assert_eq!([ask("/long").await, ask("/long").await, ask("/long").await], [(200, false); 3]);
    assert_eq!(ask("/long").await.0, 429);
    assert_eq!(ask("/short").await, (200, true));
    server.stop().await;
}

/// However few requests are allowed, everything can be had.
#[tokio::test]
async fn a_long_answer_never_costs_more_than_half_of_what_there_is() {
    let routes = Router::new().route("/long", get(async || "word ".repeat(1 << 20)));
    let rates = Rates { request: "4/h".parse().unwrap(), ..Rates::default() };
    let server =
        start_with(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }, routes)
            .await;
    assert_eq!(server.client.get(server.url("/long")).send().await.unwrap().status().as_u16(), 200);
    server.stop().await;
}

#[tokio::test]
async fn immutable_responses_are_compressed_at_any_length() {
    let server = start(config()).await;
    let request = server.client.get(server.url("/openapi.json"));
    let plain = request.try_clone().unwrap().send().await.unwrap();
    let packed = request.header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["content-type"], plain.headers()["content-type"]);
    let (plain, packed) = (plain.bytes().await.unwrap(), packed.bytes().await.unwrap());
    assert!(plain.len() > 128 << 10 && packed.len() < plain.len() / 2, "{}", packed.len());
    server.stop().await;
}

#[tokio::test]
async fn lists_count_by_how_many_are_read() {
    for what in ["matches", "tournaments"] {
        let server = sparing("250/h").await;
        let list =
            async |limit: u32| server.get(&format!("/api/v1/{what}?state=ended&limit={limit}")).await.status;
        assert_eq!([list(100).await, list(100).await, list(100).await], [200, 200, 429], "{what}");
        assert_eq!(list(20).await, 200, "{what}: there is something left");
        server.stop().await;
    }
}

#[tokio::test]
async fn lists_are_charged_to_the_token() {
    let server = sparing("250/h").await;
    let reader = Person::new(&server, "Asha").await;
    let path = "/matches?state=ended&limit=100";
    let list = async || reader.ask(&server, reqwest::Method::GET, path, Value::Null).await.status;
    assert_eq!([list().await, list().await, list().await], [200, 200, 429]);
    assert_eq!(server.get(&format!("/api/v1{path}")).await.status, 200, "the others at the address do not");
    server.stop().await;
}

#[tokio::test]
async fn positions_count_by_their_plies() {
    let server = sparing("60/h").await;
    let moves = long_game("baghchal", 40);
    let mut told = Vec::new();
    for _ in 0..20 {
        let body = json!({"moves": moves}).to_string();
        told.push(server.post("/api/v1/games/baghchal/position", body).await.status);
    }
    assert_eq!(told.iter().filter(|status| **status == 200).count(), 10, "{told:?}");
    server.stop().await;
}

/// Loading an earlier version replays the study up to it; the latest one is cached.
#[tokio::test]
async fn a_long_study_counts_by_what_is_replayed() {
    let rates =
        Rates { request: "110/h".parse().unwrap(), create: "off".parse().unwrap(), ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    let comment = "x".repeat(3900);
    let line = long_game("gomoku", 8);
    let line = line
        .iter()
        .enumerate()
        .map(|(parent, text)| json!({"parent": parent, "move": text, "comment": comment}));
    let nodes: Vec<_> = std::iter::once(json!({})).chain(line).collect();
    let sheet = |number: u64| json!({"title": number.to_string(), "game": "gomoku", "nodes": nodes});
    let made = server.post("/api/v1/studies", sheet(1).to_string()).await.json();
    let path = format!("/api/v1/studies/{}", made["study"].as_str().unwrap());
    for number in 2..=16 {
        let save = server.client.put(server.url(&path)).bearer_auth(made["token"].as_str().unwrap());
        let saved = server.send(save.body(json!({"sheet": sheet(number)}).to_string())).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
    }
    let version = async |number: u64| {
        let read = server.get(&format!("{path}?version={number}")).await;
        if read.status == 200 {
            assert_eq!(read.json()["sheet"]["title"], number.to_string());
        }
        read.status
    };
    // Of half a megabyte each.
    assert_eq!([version(15).await, version(15).await, version(15).await], [200; 3]);
    assert_eq!(version(15).await, 429);
    assert_eq!([version(16).await, version(16).await], [200; 2]);
    server.stop().await;
}

/// A reconnecting client gets the missed events, which are replayed, or the current state.
#[tokio::test]
async fn missed_events_are_charged_by_replayed_plies() {
    let server = start(config()).await;
    let m = begin(&server, json!({"game": "gomoku"})).await;
    let sides: Vec<_> = m.body["seats"].as_object().unwrap().keys().collect();
    let mut side = m.body["state"]["turn"].as_str().unwrap().to_owned();
    for (number, text) in long_game("gomoku", 60).iter().enumerate() {
        let told = done(&server, &m.id, m.token(&side), &number.to_string(), playing(text)).await;
        assert_eq!(told["version"], number + 2);
        side = (*sides.iter().find(|other| ***other != side).unwrap()).clone();
    }
    // Each time is two requests.
    server.app.http().change_rates(&Rates { request: "3/h".parse().unwrap(), ..Rates::default() });
    for first in ["event", "state"] {
        let url = server.url(&format!("/api/v1/matches/{}/live", m.id)).replacen("http", "ws", 1);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        socket.send(Message::text(json!({"type": "hello", "from": 60}).to_string())).await.unwrap();
        let told: Value =
            serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
        assert_eq!((&told["type"], &told["version"]), (&json!(first), &json!(61)), "{told}");
    }
    server.stop().await;
}

#[tokio::test]
async fn frames_count_on_all_sockets_together() {
    let server = sparing("100/h").await;
    let player = Person::new(&server, "Asha").await;
    let mut answered = 0;
    for _ in 0..2 {
        let url = server.url("/api/v1/lobby").replacen("http", "ws", 1);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        socket.send(Message::text(json!({"type": "hello"}).to_string())).await.unwrap();
        'pings: for _ in 0..70 {
            if socket.send(Message::text(json!({"type": "ping"}).to_string())).await.is_err() {
                break;
            }
            loop {
                match socket.next().await {
                    Some(Ok(Message::Text(text))) if text.contains("pong") => break,
                    Some(Ok(Message::Text(_))) => {}
                    _ => break 'pings,
                }
            }
            answered += 1;
        }
    }
    assert!((100..=102).contains(&answered), "{answered}");
    // Requests from the same address still work, and so do those with a token.
    let mut lobby = player.enter(&server).await;
    lobby.say(json!({"type": "ping"})).await;
    lobby.receive_matching(|frame| frame["type"] == "pong").await;
    server.stop().await;
}

/// A name that is taken is tried with a number, and with the next: a hundred times.
#[tokio::test]
async fn every_try_at_a_card_counts() {
    let rates =
        Rates { create: "20/h".parse().unwrap(), request: "60/h".parse().unwrap(), ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    let host = Person::new(&server, "Host").await;
    let cup =
        json!({"name": "Tournament", "game": "baghchal", "format": "swiss", "players": [], "waits": true});
    let begun = host.post(&server, "/tournaments", cup).await;
    assert_eq!(begun.status, 201, "{}", begun.text);
    let roster = format!("/tournaments/{}/roster", text(&begun.json()["tournament"]));
    let made = host.post(&server, &roster, json!({"names": vec!["Asha"; 8]})).await;
    assert_eq!(made.status, 201, "28 are taken, which makes nothing: {}", made.text);
    let made = host.post(&server, &roster, json!({"names": vec!["Asha"; 8]})).await;
    assert_eq!(made.status, 429, "92 more are taken: {}", made.text);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_has_room_for_others() {
    let server = start(config()).await;
    let mut told = Vec::new();
    for number in 0..35 {
        let one = Person::new(&server, &format!("Player {number}")).await;
        for game in ["baghchal", "gomoku", "creeper"] {
            let offer = json!({"terms": {"game": game}});
            told.push(by(&server, &one.key, reqwest::Method::POST, "/invitations", offer).await);
        }
    }
    let made = told.iter().take_while(|answer| answer.status == 201).count();
    let refused: Vec<Value> =
        told[made..].iter().map(|answer| answer.json()["error"]["code"].clone()).collect();
    assert_eq!((made, refused), (100, vec![json!("quota"); 5]));
    server.stop().await;
}
