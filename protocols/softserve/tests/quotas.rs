//! Idempotent requests, and quotas for engine time and events.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http::Rates;
use chautari_server::Config;
use chautari_softserve::Settings;
use serde_json::json;

use crate::test_server::TestServer;

/// The answer to a creation is lost, and it is sent again.
#[tokio::test(flavor = "multi_thread")]
async fn repeated_creation_returns_the_same_result() {
    let server = TestServer::open(Settings::default()).await;
    let rows = [
        ("/player/create", json!({"name": "a", "email": ""}), json!({"name": "b", "email": ""})),
        (
            "/event/create",
            json!({"players": ["a", "random"], "game_pairs": 1, "name": "cup"}),
            json!({"players": ["a", "random"], "game_pairs": 2, "name": "cap"}),
        ),
    ];
    for (path, body, other) in rows {
        let key = Some("0b2f6c1e-5f0e-4c43");
        let first = server.post_by(path, key, body.clone()).await;
        assert_eq!((first.0, server.post_by(path, key, body.clone()).await), (200, first.clone()), "{path}");
        let reused = server.post_by(path, key, other).await;
        assert_eq!(reused.0, 409, "{path}: {reused:?}");
        let taken = server.post_by(path, Some("another-key-of-16"), body.clone()).await;
        assert_eq!(taken.0, 403, "the name is taken: {taken:?}");
        assert_eq!(server.post_by(path, Some("short"), body).await.0, 400);
    }
    let (_, next) = server.post("/event/create", json!({"players": ["a", "random"], "game_pairs": 1})).await;
    assert_eq!(next["event_id"], 2, "nothing was made twice: {next}");
}

/// All games of all events of a client share one engine quota, and no game gets a second move while others
/// wait for their first.
#[tokio::test(flavor = "multi_thread")]
async fn the_events_of_one_client_have_one_share_of_the_engines() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, per_client: 1, ..EnginePoolConfig::default() };
    let config = Config { database: "sqlite::memory:".to_owned(), engines, ..Config::default() };
    let server = TestServer::open_with(config, Settings::default()).await;
    let mut games = Vec::new();
    for event in 0..3 {
        let body = json!({"players": ["chautari-10", "chautari-9"], "game_pairs": 1});
        let made = server.ok("/event/create", body).await;
        games
            .extend((2 * event + 1..=2 * event + 2).map(|id| json!({"game_id": id, "token": made["token"]})));
    }
    let mut played = vec![0; games.len()];
    let all_begin = async {
        while played.contains(&0) {
            for (game, actions) in games.iter().zip(&mut played) {
                let (waiting, running) = server.app.platform().engines().load();
                assert!(waiting + running <= 1, "{waiting} wait and {running} are thought about");
                let told = server.ok("/game/data", game.clone()).await;
                *actions = told["actions"].as_array().map_or(0, Vec::len);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // Each move takes a second at most.
    tokio::time::timeout(Duration::from_mins(3), all_begin).await.expect("every game begins");
    assert!(played.iter().all(|actions| *actions <= 3), "some went on while others waited: {played:?}");
}

/// A thousand games between built-in players, which are background work, do not delay the game of a client's
/// player.
#[tokio::test(flavor = "multi_thread")]
async fn games_between_builtin_players_run_a_few_at_a_time() {
    let server = TestServer::open(Settings::default()).await;
    let greedy = json!({"players": ["random", "chautari-1"], "game_pairs": 500});
    let which = server.ok("/event/create", greedy).await;
    let a = server.player("a").await;
    server.ok("/event/create", json!({"players": ["a", "random"], "game_pairs": 5})).await;
    // The server starts five of these, behind a thousand other games in the queue.
    let opened = async {
        for id in [1002, 1004, 1006, 1008, 1010] {
            let game = json!({"game_id": id, "token": a["token"]});
            while server.ok("/game/data", game.clone()).await["actions"].as_array().is_none_or(Vec::is_empty)
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    };
    tokio::time::timeout(Duration::from_mins(1), opened).await.expect("they are opened");
    let begun = server
        .app
        .platform()
        .ledger()
        .find(&chautari_ledger::Label::new("softserve-board", "1"))
        .await
        .unwrap()
        .len();
    let data = json!({"event_id": which["event_id"], "token": which["token"]});
    let games = server.ok("/event/data", data).await["data"]["games"].clone();
    let over = games.as_array().unwrap().iter().filter(|game| game["result"] != "ongoing").count();
    assert!(begun <= over + 8, "{begun} are begun, {over} are over");
}

/// Each client can have at most 128 unfinished events.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_events_are_limited_per_client() {
    let off = "off".parse().unwrap();
    let rates = Rates { create: off, request: off, ..Rates::default() };
    let config = Config {
        http: chautari_http::Config { rates, ..chautari_http::Config::default() },
        database: "sqlite::memory:".to_owned(),
        ..Config::default()
    };
    let server = TestServer::open_with(config, Settings::default()).await;
    let (_, _) = (server.player("a").await, server.player("b").await);
    let create = async || server.post("/event/create", json!({"players": ["a", "b"], "game_pairs": 1})).await;
    let (status, first) = create().await;
    assert_eq!(status, 200);
    for number in 1..128 {
        assert_eq!(create().await.0, 200, "{number}");
    }
    let (status, told) = create().await;
    assert!(status == 429 && told["detail"].as_str().unwrap().contains("128 events"), "{status} {told}");
    server.ok("/event/close", json!({"event_id": first["event_id"], "token": first["token"]})).await;
    assert_eq!((create().await.0, create().await.0), (200, 429));
}
