//! What can be repeated, and who pays for the players of the house.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http::Rates;
use chautari_server::Config;
use chautari_softserve::Settings;
use serde_json::json;

use crate::desk::Desk;

/// The answer to a creation is lost, and it is sent again.
#[tokio::test(flavor = "multi_thread")]
async fn a_creation_can_be_repeated_by_its_key() {
    let desk = Desk::open(Settings::default()).await;
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
        let first = desk.post_by(path, key, body.clone()).await;
        assert_eq!((first.0, desk.post_by(path, key, body.clone()).await), (200, first.clone()), "{path}");
        let reused = desk.post_by(path, key, other).await;
        assert_eq!(reused.0, 409, "{path}: {reused:?}");
        let taken = desk.post_by(path, Some("another-key-of-16"), body.clone()).await;
        assert_eq!(taken.0, 403, "the name is taken: {taken:?}");
        assert_eq!(desk.post_by(path, Some("short"), body).await.0, 400);
    }
    let (_, next) = desk.post("/event/create", json!({"players": ["a", "random"], "game_pairs": 1})).await;
    assert_eq!(next["event_id"], 2, "nothing was made twice: {next}");
}

/// However many games of an event wait for an engine, and however many events somebody has made, they have one
/// client's share of the engines; and none of them plays on while others wait for their first move.
#[tokio::test(flavor = "multi_thread")]
async fn the_events_of_one_client_have_one_share_of_the_engines() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, per_client: 1, ..EnginePoolConfig::default() };
    let config = Config { database: "sqlite::memory:".to_owned(), engines, ..Config::default() };
    let desk = Desk::open_with(config, Settings::default()).await;
    let mut games = Vec::new();
    for event in 0..3 {
        let body = json!({"players": ["chautari-10", "chautari-9"], "game_pairs": 1});
        let made = desk.ok("/event/create", body).await;
        games
            .extend((2 * event + 1..=2 * event + 2).map(|id| json!({"game_id": id, "token": made["token"]})));
    }
    let mut played = vec![0; games.len()];
    let all_begin = async {
        while played.contains(&0) {
            for (game, actions) in games.iter().zip(&mut played) {
                let (waiting, running) = desk.app.platform().engines().load();
                assert!(waiting + running <= 1, "{waiting} wait and {running} are thought about");
                let told = desk.ok("/game/data", game.clone()).await;
                *actions = told["actions"].as_array().map_or(0, Vec::len);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // Each move takes a second at most.
    tokio::time::timeout(Duration::from_mins(3), all_begin).await.expect("every game begins");
    assert!(played.iter().all(|actions| *actions <= 3), "some went on while others waited: {played:?}");
}

/// Somebody has players of the house meet a thousand times, which nobody waits for, and somebody else plays.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_house_with_itself_go_on_a_few_at_a_time() {
    let desk = Desk::open(Settings::default()).await;
    let greedy = json!({"players": ["random", "chautari-1"], "game_pairs": 500});
    let which = desk.ok("/event/create", greedy).await;
    let a = desk.player("a").await;
    desk.ok("/event/create", json!({"players": ["a", "random"], "game_pairs": 5})).await;
    // The house opens five of these, each of which it would come to after a thousand others.
    let opened = async {
        for id in [1002, 1004, 1006, 1008, 1010] {
            let game = json!({"game_id": id, "token": a["token"]});
            while desk.ok("/game/data", game.clone()).await["actions"].as_array().is_none_or(Vec::is_empty) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    };
    tokio::time::timeout(Duration::from_mins(1), opened).await.expect("they are opened");
    let begun = desk
        .app
        .platform()
        .ledger()
        .find(&chautari_ledger::Label::new("softserve-board", "1"))
        .await
        .unwrap()
        .len();
    let data = json!({"event_id": which["event_id"], "token": which["token"]});
    let games = desk.ok("/event/data", data).await["data"]["games"].clone();
    let over = games.as_array().unwrap().iter().filter(|game| game["result"] != "ongoing").count();
    assert!(begun <= over + 8, "{begun} are begun, {over} are over");
}

/// Whoever has many events going on ends some of them first.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_so_many_events_going_on() {
    let off = "off".parse().unwrap();
    let rates = Rates { create: off, request: off, ..Rates::default() };
    let config = Config {
        http: chautari_http::Config { rates, ..chautari_http::Config::default() },
        database: "sqlite::memory:".to_owned(),
        ..Config::default()
    };
    let desk = Desk::open_with(config, Settings::default()).await;
    let (_, _) = (desk.player("a").await, desk.player("b").await);
    let create = async || desk.post("/event/create", json!({"players": ["a", "b"], "game_pairs": 1})).await;
    let (status, first) = create().await;
    assert_eq!(status, 200);
    for number in 1..128 {
        assert_eq!(create().await.0, 200, "{number}");
    }
    let (status, told) = create().await;
    assert!(status == 429 && told["detail"].as_str().unwrap().contains("128 events"), "{status} {told}");
    desk.ok("/event/close", json!({"event_id": first["event_id"], "token": first["token"]})).await;
    assert_eq!((create().await.0, create().await.0), (200, 429));
}
