//! The contract over a real socket: every status of the table, in its order, and what bots rely on.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http::{Bodies, Rates, Token};
use chautari_server::Config;
use chautari_softserve::{Mail, Settings};
use chautari_testing::send_stalled_body;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::test_server::{TestServer, with};

const START: &str = ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox";

#[tokio::test(flavor = "multi_thread")]
async fn states() {
    let server = TestServer::open(Settings::default()).await;
    assert_eq!(server.get("/state/initial").await, (200, json!({"state": START, "log": ""})));
    let (status, told) = server.get(&format!("/state/{START}/actions")).await;
    assert_eq!((status, told["actions"].as_array().unwrap().len()), (200, 24));
    let (status, told) = server.get(&format!("/state/{START}/act/a5a4")).await;
    assert_eq!((status, told["actions"].as_array().unwrap().len()), (200, 24));
    assert!(told["state"].as_str().unwrap().ends_with('o') && told["log"] == "");
    assert_eq!(
        server.get(&format!("/state/{START}/act/a5a3")).await,
        (422, json!({"detail": "invalid action"}))
    );
    assert_eq!(server.get(&format!("/state/{START}/winner")).await.1["winner"], "none");
    for path in ["/state/nonsense/actions", "/state/nonsense/act/a5a4", "/state/nonsense/winner"] {
        let (status, told) = server.get(path).await;
        assert_eq!(status, 422);
        assert!(told["detail"].as_str().unwrap().contains("86"), "{told}");
    }
    // Other games have the same endpoints; their states contain slashes and spaces.
    let (status, told) = server.get("/baghchal/state/initial").await;
    assert_eq!((status, told["state"].as_str()), (200, Some("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #")));
    let state = "TXXXT%2FXXXXX%2FXXXXX%2FXXXXX%2FTXXXT%20g%20c0%20-%20%23";
    let (status, told) = server.get(&format!("/baghchal/state/{state}/act/mB2")).await;
    assert_eq!((status, told["state"].as_str()), (200, Some("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 #g1")));
    assert_eq!(server.get("/chess/state/initial").await.0, 404);
    let picture =
        server.line.get(format!("{}/baghchal/state/{state}/picture.svg", server.url)).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.unwrap().starts_with("<svg"));
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_are_complained_about_all_at_once() {
    let server = TestServer::open(Settings::default()).await;
    let (status, told) = server.post("/player/create", json!({"email": 7})).await;
    assert_eq!(status, 422);
    assert_eq!(
        told["detail"],
        json!([
            {"loc": ["body", "name"], "msg": "Field required", "type": "missing"},
            {"loc": ["body", "email"], "msg": "Input should be a valid string", "type": "string_type"},
        ])
    );
    for path in [
        "/player/create",
        "/player/games",
        "/aivai/play-state",
        "/aivai/submit-action",
        "/event/create",
        "/event/data",
        "/event/close",
        "/event/extend",
        "/game/data",
        "/think/limits",
    ] {
        for body in [json!({}), json!([]), json!("x"), json!(null)] {
            let (status, told) = server.post(path, body.clone()).await;
            assert_eq!(status, 422, "{path} {body}");
            assert!(told["detail"][0]["loc"][0] == "body", "{path} {body}: {told}");
        }
    }
    let broken = server.line.post(format!("{}/player/create", server.url)).body("{").send().await.unwrap();
    assert_eq!(broken.status(), 422);
}

const LATE: &str = "The body did not arrive within 0.2 seconds.";
const LARGE: &str = "The body is larger than 1000 bytes.";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_cannot_be_read_is_refused_in_the_form_of_the_contract() {
    let config = Config {
        http: chautari_http::Config {
            bodies: Bodies { bytes: 1000, timeout: Duration::from_millis(200), ..Bodies::default() },
            ..chautari_http::Config::default()
        },
        database: "sqlite::memory:".to_owned(),
        ..Config::default()
    };
    let server = TestServer::open_with(config, Settings::default()).await;
    for path in ["/state/%ff/actions", "/state/%ff/winner", "/baghchal/state/x/act/%ff", "/%ff/state/initial"]
    {
        assert_eq!(server.get(path).await, (400, json!({"detail": "The address is not UTF-8."})), "{path}");
    }
    let address = server.url.strip_prefix("http://").unwrap();
    for path in ["/player/create", "/aivai/submit-action", "/event/data", "/think/limits"] {
        assert_eq!(send_stalled_body(address, path).await, (408, json!({"detail": LATE})), "{path}");
        let large = server.post(path, json!({"name": "x".repeat(1000)})).await;
        assert_eq!(large, (413, json!({"detail": LARGE})), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_checks() {
    let server = TestServer::open(Settings::default()).await;
    let (a, b) = (server.player("a").await, server.player("b").await);
    for name in ["a", "random", "chautari-4"] {
        let refused = server.no("/player/create", json!({"name": name, "email": ""})).await;
        assert_eq!(refused, (403, "player name already exists".to_owned()));
    }
    let other = with(&a, json!({"player": "b"}));
    let nobody = json!({"player": "nobody", "token": a["token"]});
    let house = json!({"player": "random", "token": a["token"]});
    for me in [&other, &nobody, &house] {
        let refused = server.no("/aivai/play-state", with(me, json!({"event": "nowhere"}))).await;
        assert_eq!(refused, (403, "invalid credentials".to_owned()));
        let refused =
            server.no("/aivai/submit-action", with(me, json!({"action": "x", "action_id": 0}))).await;
        assert_eq!(refused, (403, "invalid credentials".to_owned()));
        let refused = server.no("/player/games", json!({"name": me["player"], "token": me["token"]})).await;
        assert_eq!(refused, (403, "invalid credentials".to_owned()));
    }
    assert_eq!(server.turn(&a, "nowhere").await, (404, json!({"detail": "event not found"})));
    let event = server.ok("/event/create", json!({"players": ["a", "b"], "game_pairs": "1"})).await;
    assert_eq!(event["name"], "tournament-1");
    let (status, turn) = server.turn(&a, "tournament-1").await;
    assert_eq!((status, &turn["state"], &turn["history"]), (200, &json!(START), &json!([START])));
    // The first two are not requested yet, and the third game does not exist.
    for id in
        [json!(turn["action_id"].as_u64().unwrap() + 1), json!(1), json!("99999999999999"), json!(u64::MAX)]
    {
        assert_eq!(server.submit(&b, &id, "zz").await, (404, json!({"detail": "action_id not found"})));
    }
    let id = &turn["action_id"];
    assert_eq!(server.submit(&b, id, "zz").await, (401, json!({"detail": "player-action_id mismatch"})));
    assert_eq!(server.submit(&a, id, "zz").await, (422, json!({"detail": "invalid action"})));
    // It is still wanted; digits in a text are a number too.
    let text = json!(id.to_string());
    assert_eq!(server.turn(&a, "tournament-1").await.1["action_id"], *id);
    assert_eq!(server.submit(&a, &text, "a5a4").await, (200, json!({"winner": "none"})));
    assert_eq!(server.submit(&b, id, "zz").await.1["detail"], "player-action_id mismatch");
    for action in ["a5a4", "zz"] {
        let (status, told) = server.submit(&a, id, action).await;
        assert_eq!((status, told["detail"].as_str()), (401, Some("action has already been submitted")));
    }
    // One game waits for b and so does the other: a has nothing to do until b has.
    let (_, first) = server.turn(&b, "*").await;
    assert_eq!(first["game_id"], turn["game_id"], "the oldest first");
    let told = server.ok("/player/games", json!({"name": "a", "token": a["token"]})).await;
    assert_eq!(told, json!({"game_ids": [1, 2]}));
    let (status, told) = server.turn(&a, "tournament-1").await;
    assert_eq!((status, told), (204, Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn events() {
    let server = TestServer::open(Settings { most_games: 10, ..Settings::default() }).await;
    let a = server.player("a").await;
    let create = |body: Value| server.no("/event/create", body);
    assert_eq!(
        create(json!({"players": ["a", "z"], "game_pairs": 1})).await,
        (404, "player not found: z".to_owned())
    );
    assert_eq!(create(json!({"players": ["a", "a"], "game_pairs": 1})).await.0, 403);
    assert_eq!(create(json!({"players": ["a", "random"], "game_pairs": 6})).await.0, 403);
    assert_eq!(create(json!({"players": ["a", "random"], "game_pairs": 1, "game": "go"})).await.0, 404);
    for name in ["mirror", "*", "tournament-9"] {
        let refused = create(json!({"players": ["a", "random"], "game_pairs": 1, "name": name})).await;
        assert_eq!(refused, (403, "event name already exists".to_owned()));
    }
    assert_eq!(create(json!({"players": ["a", "random"], "game_pairs": 0})).await.0, 422);
    let event =
        server.ok("/event/create", json!({"players": ["a", "random"], "game_pairs": 1, "name": "cup"})).await;
    let (id, token) = (&event["event_id"], &event["token"]);
    assert_eq!(event["dashboard"], format!("/dashboard/?event={id}#{}", token.as_str().unwrap()));
    assert_eq!(create(json!({"players": ["a", "random"], "game_pairs": 1, "name": "cup"})).await.0, 403);
    let data = |body: Value| server.no("/event/data", body);
    assert_eq!(data(json!({"event_id": 99, "token": token})).await, (404, "event not found".to_owned()));
    assert_eq!(data(json!({"event_id": id, "token": a["token"]})).await, (403, "invalid token".to_owned()));
    // Game 1 waits for `a`; a built-in player starts game 2 by itself.
    let mut answered = false;
    for _ in 0..200 {
        let game = server.ok("/game/data", json!({"game_id": 2, "token": a["token"]})).await;
        answered = game["actions"].as_array().unwrap().len() == 1;
        if answered {
            assert_eq!((&game["event"], &game["players"]), (&json!("cup"), &json!(["random", "a"])));
            assert_eq!((&game["end_timestamp"], &game["result"]), (&json!("None"), &json!("ongoing")));
            assert_eq!((&game["forfeit"], &game["initial_state"]), (&json!("none"), &json!(START)));
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(answered, "random never played");
    let told = server.ok("/event/data", json!({"event_id": id, "token": token})).await;
    assert_eq!(
        told,
        json!({"name": "cup", "data": {
            "players": {"a": {"ongoing": 2}, "random": {"ongoing": 2}},
            "games": [
                {"id": 1, "x": "a", "y": "random", "result": "ongoing"},
                {"id": 2, "x": "random", "y": "a", "result": "ongoing"},
            ],
        }})
    );
    let refused = server.no("/game/data", json!({"game_id": 1, "token": Token::new().reveal()})).await;
    assert_eq!(refused, (403, "invalid token".to_owned()));
    assert_eq!(server.no("/game/data", json!({"game_id": 3, "token": token})).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn late_action_forfeits_but_the_game_continues() {
    let server =
        TestServer::open(Settings { think_time: Duration::from_millis(150), ..Settings::default() }).await;
    let (a, _) = (server.player("a").await, server.player("b").await);
    let event = server.ok("/event/create", json!({"players": ["a", "b"], "game_pairs": 1})).await;
    let (_, turn) = server.turn(&a, "*").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    // Asking again does not set the clock back.
    server.turn(&a, "*").await;
    assert_eq!(server.submit(&a, &turn["action_id"], "a5a4").await.0, 200);
    let data = |forfeits: Option<bool>| {
        let mut body = json!({"event_id": event["event_id"], "token": event["token"]});
        if let Some(forfeits) = forfeits {
            body["forfeits"] = json!(forfeits);
        }
        server.ok("/event/data", body)
    };
    let told = data(None).await;
    assert_eq!(told["data"]["games"][0]["result"], "x forfeit");
    assert_eq!(told["data"]["players"]["a"], json!({"forfeit_losses": 1, "ongoing": 1}));
    assert_eq!(told["data"]["players"]["b"], json!({"forfeit_wins": 1, "ongoing": 1}));
    assert_eq!(data(Some(false)).await["data"]["games"][0]["result"], "ongoing");
    let game = server.ok("/game/data", json!({"game_id": 1, "token": a["token"]})).await;
    assert_eq!((&game["forfeit"], &game["result"]), (&json!("a"), &json!("ongoing")));
}

/// Requests of published bots, byte for byte: ids echoed as floats, 0 for false, an empty name for none, long
/// names.
#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_bots_that_exist() {
    let server = TestServer::open(Settings { think_time: Duration::ZERO, ..Settings::default() }).await;
    let send = async |path: &str, body: String| {
        let answer = server.line.post(format!("{}{path}", server.url)).body(body).send().await.unwrap();
        (answer.status().as_u16(), serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap())
    };
    let name = "ñ".repeat(150);
    let (me, _) = (server.player(&name).await, server.player("b").await);
    let token = me["token"].as_str().unwrap();
    let plan = format!(r#"{{"players": ["{name}", "b"], "game_pairs": 1.0, "name": ""}}"#);
    let (status, event) = send("/event/create", plan).await;
    assert_eq!((status, &event["name"]), (200, &json!("tournament-1")), "{event}");
    // A bot in Godot: every number is a float there.
    let (_, turn) = server.turn(&me, "*").await;
    let id = turn["action_id"].as_u64().unwrap();
    assert!(id < 1 << 31, "a bot in C# keeps it in 32 bits");
    tokio::time::sleep(Duration::from_millis(20)).await;
    let body = format!(r#"{{"action":"a5a4","action_id":{id}.0,"player":"{name}","token":"{token}"}}"#);
    assert_eq!(send("/aivai/submit-action", body).await.0, 200);
    // Others send a text, with blanks.
    let body = format!(r#"{{"game_id":" 1 ","token":"{token}"}}"#);
    let (status, game) = send("/game/data", body).await;
    assert_eq!((status, &game["actions"]), (200, &json!(["a5a4"])));
    // It took longer than no time at all, which counts, or not.
    for (forfeits, result) in [("1", "x forfeit"), ("0", "ongoing")] {
        let (id, token) = (&event["event_id"], event["token"].as_str().unwrap());
        let body = format!(r#"{{"event_id":{id}.0,"token":"{token}","forfeits":{forfeits}}}"#);
        let (status, told) = send("/event/data", body).await;
        assert_eq!((status, &told["data"]["games"][0]["result"]), (200, &json!(result)));
    }
}

/// Waits until all games of an event are over. Returns its results.
async fn results(server: &TestServer, event: &Value) -> Value {
    for _ in 0..600 {
        let asked = json!({"event_id": event["event_id"], "token": event["token"]});
        let told = server.ok("/event/data", asked).await;
        if told["data"]["games"].as_array().unwrap().iter().all(|game| game["result"] != "ongoing") {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("games go on");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_closed_and_whoever_did_not_come_forfeits() {
    let server = TestServer::open(Settings::default()).await;
    let (a, b) = (server.player("a").await, server.player("b").await);
    let event = server.ok("/event/create", json!({"players": ["a", "b"], "game_pairs": 1})).await;
    assert_eq!(event.get("deadline"), None, "none unless it is asked for");
    // a begins its game and is waited for in no other; b never comes.
    let (_, turn) = server.turn(&a, "*").await;
    assert_eq!(server.submit(&a, &turn["action_id"], "a5a4").await.0, 200);
    let which = json!({"event_id": event["event_id"], "token": event["token"]});
    let wrong = with(&which, json!({"token": a["token"]}));
    assert_eq!(server.no("/event/close", wrong).await, (403, "invalid token".to_owned()));
    let (_, late) = server.turn(&b, "*").await;
    let closed = server.ok("/event/close", which.clone()).await;
    assert!(closed["closed"].is_string() && closed["deadline"].is_null(), "{closed}");
    // Once is enough.
    assert_eq!(server.ok("/event/close", which.clone()).await, closed);
    let told = results(&server, &event).await;
    assert_eq!(told["closed"], closed["closed"]);
    let counted: Vec<_> =
        told["data"]["games"].as_array().unwrap().iter().map(|game| &game["result"]).collect();
    assert_eq!(counted, ["y forfeit", "x forfeit"]);
    assert_eq!(told["data"]["players"]["a"], json!({"forfeit_wins": 2}));
    assert_eq!(told["data"]["players"]["b"], json!({"forfeit_losses": 2}));
    // No action is pending, and none is accepted.
    assert_eq!(server.turn(&a, "*").await.0, 204);
    let (status, refused) = server.submit(&b, &late["action_id"], "c1d1").await;
    assert_eq!((status, refused), (401, json!({"detail": "event is closed"})));
    let game = server.ok("/game/data", json!({"game_id": 2, "token": b["token"]})).await;
    assert_eq!((&game["result"], &game["forfeit"]), (&json!("a"), &json!("b")));
    assert_ne!(game["end_timestamp"], "None");
    let more = with(&which, json!({"closes_in": 60}));
    assert_eq!(server.no("/event/extend", more).await, (401, "event is closed".to_owned()));
}

/// The games of a closed event are ended one by one; none of them accepts actions in the meantime.
#[tokio::test(flavor = "multi_thread")]
async fn an_action_that_comes_after_the_close_does_not_count() {
    let server = TestServer::open(Settings::default()).await;
    let a = server.player("a").await;
    for _ in 0..8 {
        let event = server.ok("/event/create", json!({"players": ["a", "random"], "game_pairs": 1})).await;
        let (_, turn) = server.turn(&a, event["name"].as_str().unwrap()).await;
        server.ok("/event/close", json!({"event_id": event["event_id"], "token": event["token"]})).await;
        for action in ["a5a4", "zz"] {
            let told = server.submit(&a, &turn["action_id"], action).await;
            assert_eq!(told, (401, json!({"detail": "event is closed"})), "{action}");
        }
        assert_eq!(server.turn(&a, event["name"].as_str().unwrap()).await.0, 204);
        let told = results(&server, &event).await;
        assert_eq!(told["data"]["games"][0]["result"], "x forfeit", "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_closes_an_event_and_can_be_put_off() {
    let server = TestServer::open(Settings::default()).await;
    let (_, _) = (server.player("a").await, server.player("b").await);
    let create = async |closes_in: Value| {
        let plan = json!({"players": ["a", "b"], "game_pairs": 1, "closes_in": closes_in});
        server.post("/event/create", plan).await
    };
    assert_eq!(create(json!(0)).await.0, 422);
    let (_, short) = create(json!(1)).await;
    let (_, long) = create(json!("3600")).await;
    assert!(short["deadline"].as_str().unwrap() < long["deadline"].as_str().unwrap());
    let which = |event: &Value| json!({"event_id": event["event_id"], "token": event["token"]});
    assert_eq!(server.no("/event/extend", which(&long)).await.0, 422, "a time must be said");
    let told = results(&server, &short).await;
    let nobody_came = json!({"forfeit_losses": 1, "forfeit_wins": 1});
    assert_eq!(told["data"]["players"]["a"], nobody_came, "whoever begins a game forfeits it");
    // The other event is still open, and is closed by its new deadline, which can be an earlier one.
    let extended = server.ok("/event/extend", with(&which(&long), json!({"closes_in": 7200}))).await;
    assert!(extended["deadline"].as_str().unwrap() > long["deadline"].as_str().unwrap());
    assert_eq!(server.ok("/event/data", which(&long)).await["data"]["games"][0]["result"], "ongoing");
    server.ok("/event/extend", with(&which(&long), json!({"closes_in": 1}))).await;
    let told = results(&server, &long).await;
    assert_eq!(told["data"]["players"]["a"], nobody_came);
    assert_eq!(told["deadline"], told["closed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_told_beforehand_and_a_class_fits_in() {
    let server = TestServer::open(Settings::default()).await;
    let (status, limits) = server.get("/event/limits").await;
    assert_eq!((status, &limits["max_players"], &limits["action_time"]), (200, &json!(256), &json!(4.3)));
    assert!(limits["max_games"].as_u64().unwrap() >= 30 * 29 * 2, "thirty players, two pairs");
    assert_eq!(limits["max_events"], 128);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_game_is_taken_up_again_and_followed_by_another() {
    let server = TestServer::open(Settings::default()).await;
    let a = server.player("a").await;
    assert_eq!(server.turn(&a, "*").await.0, 204, "mirror games are no event's");
    for action in "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1".split(' ') {
        let (status, turn) = server.turn(&a, "mirror").await;
        assert_eq!((status, &turn["game_id"]), (200, &json!(1)));
        let (_, told) = server.submit(&a, &turn["action_id"], action).await;
        let last = turn["history"].as_array().unwrap().len() == 8;
        assert_eq!(told["winner"], if last { "draw" } else { "none" });
    }
    let (_, turn) = server.turn(&a, "mirror").await;
    assert_eq!((&turn["game_id"], &turn["state"]), (&json!(2), &json!(START)));
    // Another game has mirrors of its own.
    let (status, other) =
        server.post("/aivai/play-state", with(&a, json!({"event": "mirror", "game": "gomoku"}))).await;
    assert_eq!((status, &other["game_id"]), (200, &json!(3)));
    let game = server.ok("/game/data", json!({"game_id": 1, "token": a["token"]})).await;
    assert_eq!((&game["result"], &game["event"]), (&json!("draw"), &json!("mirror")));
    assert_ne!(game["end_timestamp"], "None");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_same_moment_one_of_many_counts() {
    // This test is not about rate limits per token.
    let off = "off".parse().unwrap();
    let rates = Rates { request: off, act: off, ..Rates::default() };
    let config = Config {
        http: chautari_http::Config { rates, ..chautari_http::Config::default() },
        database: "sqlite::memory:".to_owned(),
        ..Config::default()
    };
    let server = TestServer::open_with(config, Settings::default()).await;
    let a = server.player("a").await;
    let mut plies = 0;
    for round in 0..6 {
        let asked = futures(20, |_| server.turn(&a, "mirror")).await;
        let id = asked[0].1["action_id"].clone();
        assert!(asked.iter().all(|(status, turn)| *status == 200 && turn["action_id"] == id), "{round}");
        let state = asked[0].1["state"].as_str().unwrap();
        let actions =
            server.get(&format!("/state/{state}/actions")).await.1["actions"].as_array().unwrap().clone();
        let done = futures(20, |i| {
            let action = actions[i % actions.len()].as_str().unwrap().to_owned();
            let (server, a, id) = (&server, &a, &id);
            async move { server.submit(a, id, &action).await }
        })
        .await;
        let count = |wanted| done.iter().filter(|(status, _)| *status == wanted).count();
        assert_eq!((count(200), count(401)), (1, 19), "{done:?}");
        plies += 1;
        let game = server.ok("/game/data", json!({"game_id": 1, "token": a["token"]})).await;
        assert_eq!(game["actions"].as_array().unwrap().len(), plies);
    }
}

/// Runs all futures concurrently.
async fn futures<F: Future<Output = (u16, Value)>>(
    count: usize,
    make: impl Fn(usize) -> F,
) -> Vec<(u16, Value)> {
    futures_util::future::join_all((0..count).map(make)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("softserve.db").display());
    let server = TestServer::open_at(&database, Settings::default()).await;
    let a = server.player("a").await;
    let event = server.ok("/event/create", json!({"players": ["a", "random"], "game_pairs": 1})).await;
    let (_, turn) = server.turn(&a, "tournament-1").await;
    server.submit(&a, &turn["action_id"], "a5a4").await;
    let (_, turn) = server.turn(&a, "mirror").await;
    drop(server);
    let server = loop {
        // The database file is released shortly after the server stops.
        tokio::time::sleep(Duration::from_millis(100)).await;
        if chautari_ledger::Ledger::open(&database).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
            break TestServer::open_at(&database, Settings::default()).await;
        }
    };
    let (_, again) = server.turn(&a, "mirror").await;
    assert_eq!(again, turn, "the same action is wanted");
    let told =
        server.ok("/event/data", json!({"event_id": event["event_id"], "token": event["token"]})).await;
    assert_eq!(told["data"]["games"].as_array().unwrap().len(), 2);
    let game = server.ok("/game/data", json!({"game_id": 1, "token": a["token"]})).await;
    assert_eq!(game["actions"][0], "a5a4");
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_needs_the_token_of_the_server() {
    let token = Token::new();
    let server = TestServer::open(Settings { think_token: Some(token.hash()), ..Settings::default() }).await;
    let path = format!("/think/action/{START}");
    let refused = server.no(&path, json!({"token": Token::new().reveal()})).await;
    assert_eq!(refused, (403, "invalid token".to_owned()));
    let told = server.ok(&path, json!({"token": token.reveal(), "workers": 1, "iterations": 1000})).await;
    let next = server.get(&format!("/state/{START}/act/{}", told["action"].as_str().unwrap())).await.1;
    assert_eq!((&next["state"], &next["actions"]), (&told["state"], &told["actions"]));
    let limits = server.ok("/think/limits", json!({"token": token.reveal()})).await;
    assert_eq!((&limits["min_iterations"], &limits["max_workers"]), (&json!(1), &json!(1)));
    let (status, _) = server.post(&path, json!({"token": token.reveal(), "iterations": 0})).await;
    assert_eq!(status, 422);
    let server = TestServer::open(Settings::default()).await;
    assert_eq!(server.no("/think/limits", json!({"token": token.reveal()})).await.0, 403);
}

#[test]
fn default_settings_are_as_documented() {
    let usual = Settings::default();
    assert_eq!((usual.think_time, usual.most_games), (Duration::from_millis(4300), 2000));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_is_refused_with_when_to_come_again() {
    let token = Token::new();
    let settings = Settings { think_token: Some(token.hash()), ..Settings::default() };
    let rates = Rates { create: "1/h".parse().unwrap(), ..Rates::default() };
    let engines = EnginePoolConfig { queue: 0, ..EnginePoolConfig::default() };
    let database = "sqlite::memory:".to_owned();
    let config = Config {
        http: chautari_http::Config { rates, ..chautari_http::Config::default() },
        database,
        engines,
        ..Config::default()
    };
    let server = TestServer::open_with(config, settings).await;
    server.player("a").await;
    for (path, body, expected) in [
        (format!("/think/action/{START}"), json!({"token": token.reveal()}), 503),
        ("/player/create".to_owned(), json!({"name": "b", "email": ""}), 429),
    ] {
        let answer = server.line.post(format!("{}{path}", server.url)).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), expected, "{path}");
        assert!(answer.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
        let told: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert!(told["detail"].is_string(), "{told}");
    }
}

/// Each request has the expected error and all errors that are checked later.
#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_checks_of_an_event() {
    let server = TestServer::open(Settings { most_games: 1, ..Settings::default() }).await;
    for (players, name, refused) in [
        (json!(["nobody"]), "mirror", (404, "player not found: nobody")),
        (json!(["random"]), "mirror", (403, "an event needs at least two different players")),
        (json!(["random", "chautari-1"]), "mirror", (403, "event name already exists")),
        (json!(["random", "chautari-1"]), "cup", (403, "too many games: at most 1 an event")),
    ] {
        let event = json!({"players": players, "game_pairs": 1, "name": name});
        let (status, told) = server.no("/event/create", event).await;
        assert_eq!((status, told.as_str()), refused);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_bring_all_they_need() {
    let server = TestServer::open(Settings::default()).await;
    let described = server.line.get(format!("{}/redoc", server.url)).send().await.unwrap();
    // The reference itself is served by the program around this server.
    assert_eq!(described.url().path(), "/docs");
    for (page, files) in
        [("/dashboard/", ["dashboard.js", "softserve.css"]), ("/ui/", ["ui.js", "softserve.css"])]
    {
        let html = server.line.get(format!("{}{page}?event=1", server.url)).send().await.unwrap();
        assert_eq!(html.headers()["content-type"], "text/html; charset=utf-8");
        let html = html.text().await.unwrap();
        assert!(!html.contains("//"), "{page} asks elsewhere");
        for file in files {
            assert!(html.contains(&format!("\"{file}\"")), "{page} does not name {file}");
            assert_eq!(
                server.line.get(format!("{}{page}{file}", server.url)).send().await.unwrap().status(),
                200
            );
        }
    }
}

/// A mail server that takes one letter after the other.
async fn take_letters(post: tokio::net::TcpListener, letters: tokio::sync::mpsc::UnboundedSender<String>) {
    loop {
        let mut letter = String::new();
        let mut line = BufReader::new(post.accept().await.unwrap().0);
        line.get_mut().write_all(b"220 ready\r\n").await.unwrap();
        let mut reading = false;
        loop {
            let mut said = String::new();
            if line.read_line(&mut said).await.unwrap() == 0 {
                break;
            }
            letter += &said;
            let answer = match said.trim() {
                "." => "250 taken",
                _ if reading => continue,
                "DATA" => "354 go on",
                hello if hello.starts_with("EHLO") => "250-here\r\n250 8BITMIME",
                _ => "250 yes",
            };
            reading = said.trim() == "DATA";
            line.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            if said.trim() == "QUIT" {
                break;
            }
        }
        // Long lines of a letter are folded with a sign at their ends.
        letters.send(letter.replace("=\r\n", "").replace("=3D", "=")).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_are_written_to_once_they_have_said_that_they_read() {
    let post = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mail = Mail { server: post.local_addr().unwrap().to_string(), from: "server@example.org".to_owned() };
    let (told, mut letters) = tokio::sync::mpsc::unbounded_channel();
    let office = tokio::spawn(take_letters(post, told));
    let base_url = "https://games.example.org".to_owned();
    let server = TestServer::open(Settings { mail: Some(mail), base_url, ..Settings::default() }).await;
    server.player("a").await;
    let letter = letters.recv().await.unwrap();
    assert!(letter.contains("RCPT TO:<a@b.example>"), "{letter}");
    let link = letter.split_whitespace().find(|word| word.contains("/player/confirm?")).unwrap();
    let link = link.strip_prefix("https://games.example.org").unwrap().to_owned();

    let event = json!({"players": ["a", "random"], "game_pairs": 1});
    server.ok("/event/create", event.clone()).await;
    let wrong = link.replace("name=a", "name=random");
    assert_eq!(server.line.get(format!("{}{wrong}", server.url)).send().await.unwrap().status(), 403);
    let half = server.line.get(format!("{}/player/confirm?name=a", server.url)).send().await.unwrap();
    assert_eq!(half.status(), 400);
    let told: Value = half.json().await.unwrap();
    assert!(told["detail"].as_str().unwrap().contains("`code`"), "{told}");
    assert_eq!(server.line.get(format!("{}{link}", server.url)).send().await.unwrap().status(), 200);
    let event = server.ok("/event/create", event).await;
    let letter = letters.recv().await.unwrap();
    assert!(letter.contains("RCPT TO:<a@b.example>"), "{letter}");
    assert!(
        letter.contains(event["dashboard"].as_str().unwrap()),
        "of the event after, not of the one before: {letter}"
    );
    office.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_and_lists_have_bounds() {
    let server = TestServer::open(Settings::default()).await;
    server.player("a").await;
    let game = format!("creeper:{}", ",".repeat(200_000));
    let event = json!({"players": ["a", "random"], "game_pairs": 500, "game": game});
    let (status, told) = server.post("/event/create", event).await;
    assert_eq!((status, &told["detail"][0]["type"]), (422, &json!("string_too_long")));
    let event = json!({"players": vec!["a"; 10_000], "game_pairs": 1});
    assert_eq!(server.post("/event/create", event).await.1["detail"][0]["type"], "too_long");
    let email = json!({"name": "b", "email": "x".repeat(200_000)});
    assert_eq!(server.post("/player/create", email).await.0, 413, "a body of more than 4 KiB");
    let email = json!({"name": "b", "email": "x".repeat(2_000)});
    assert_eq!(server.post("/player/create", email).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_respelled_game_is_the_same_game_and_every_new_one_counts() {
    let rates = Rates { create: "4/h".parse().unwrap(), ..Rates::default() };
    let database = "sqlite::memory:".to_owned();
    let server = TestServer::open_with(
        Config {
            http: chautari_http::Config { rates, ..chautari_http::Config::default() },
            database,
            ..Config::default()
        },
        Settings::default(),
    )
    .await;
    let a = server.player("a").await;
    let mirror = async |game: String| {
        server.post("/aivai/play-state", with(&a, json!({"event": "mirror", "game": game}))).await
    };
    for commas in 0..10 {
        let (status, turn) = mirror(format!("creeper:{}", ",".repeat(commas))).await;
        assert_eq!((status, &turn["game_id"]), (200, &json!(1)));
    }
    let mut told = Vec::new();
    for captures in 1..=5 {
        told.push(mirror(format!("baghchal:captures={captures}")).await.0);
    }
    assert_eq!(told, [200, 200, 200, 429, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_differ_in_case_alone_are_one() {
    let server = TestServer::open(Settings::default()).await;
    let alice = server.player("Alice").await;
    for name in ["ALICE", "alice", "Random", "CHAUTARI-3"] {
        let refused = server.no("/player/create", json!({"name": name, "email": ""})).await;
        assert_eq!(refused, (403, "player name already exists".to_owned()), "{name}");
    }
    let shouted = with(&alice, json!({"player": "ALICE"}));
    assert_eq!(server.turn(&shouted, "mirror").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_another_game_is_not_given_to_who_plays_creeper_everywhere() {
    let server = TestServer::open(Settings::default()).await;
    let a = server.player("a").await;
    let create = async |game: &str| {
        let players = json!(["a", "random"]);
        server.ok("/event/create", json!({"players": players, "game_pairs": 1, "game": game})).await
    };
    // Any client may name any player; a program that plays one game could not use the states of another.
    create("gomoku").await;
    assert_eq!(server.turn(&a, "*").await, (204, Value::Null));
    create("creeper").await;
    let (status, turn) = server.turn(&a, "*").await;
    assert_eq!((status, &turn["state"]), (200, &json!(START)));
    let (status, turn) =
        server.post("/aivai/play-state", with(&a, json!({"event": "*", "game": "gomoku"}))).await;
    assert_eq!((status, &turn["game_id"]), (200, &json!(1)));
}

/// The head of a submission in time, its body far too late.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_runs_until_the_request_is_complete() {
    let server =
        TestServer::open(Settings { think_time: Duration::from_millis(300), ..Settings::default() }).await;
    let (a, _) = (server.player("a").await, server.player("b").await);
    server.ok("/event/create", json!({"players": ["a", "b"], "game_pairs": 1})).await;
    let (_, turn) = server.turn(&a, "*").await;
    let body = with(&a, json!({"action_id": turn["action_id"], "action": "a5a4"})).to_string();
    let mut line = tokio::net::TcpStream::connect(server.url.strip_prefix("http://").unwrap()).await.unwrap();
    let length = body.len();
    let head = format!(
        "POST /aivai/submit-action HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    line.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(900)).await;
    line.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut line, &mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let game = server.ok("/game/data", json!({"game_id": 1, "token": a["token"]})).await;
    assert_eq!(game["forfeit"], "a");
}
