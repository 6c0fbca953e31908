//! Fair sharing of the server: engine time, quotas, and the accounts that requests are charged to.

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http::Rates;
use chautari_server::Config;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{Answer, TestServer, config, start};
use crate::test_clients::{Person, begin, look, playing, register, send, until};

const MATCHES: &str = "/api/v1/matches";
const TOURNAMENTS: &str = "/api/v1/tournaments";

/// One engine at a time, and clients that say where they are.
fn behind_a_proxy() -> Config {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    Config {
        http: chautari_http::Config { proxies: vec![[127, 0, 0, 1].into()], ..config().http },
        engines,
        ..config()
    }
}

async fn post_from(server: &TestServer, address: &str, path: &str, body: &Value) -> Answer {
    let request = server.client.post(server.url(path)).header("x-forwarded-for", address);
    server.send(request.body(body.to_string())).await
}

/// A person plays against the weakest engine and gets a response before any other engine has moved: those
/// search for half a minute each.
async fn is_answered(server: &TestServer, others: &[String]) {
    let seats = json!({"tigers": {"kind": "engine", "level": 1}});
    let m = begin(server, json!({"game": "baghchal", "seats": seats})).await;
    let body = json!({"command": "1", "action": playing("mC3")});
    assert_eq!(send(server, &m.id, m.token("goats"), body).await.status, 200);
    let answered = async {
        while look(server, &m.id).await["moves"].as_array().unwrap().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), answered).await.expect("it waits behind the others");
    for id in others {
        let moves = look(server, id).await["moves"].as_array().unwrap().len();
        assert_eq!(moves, 0, "{id} was served first");
    }
}

fn slow() -> Value {
    json!({"kind": "engine", "level": 10, "time_ms": 30_000})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_facing_an_engine_beside_tournaments_of_slow_ones() {
    let server = start(behind_a_proxy()).await;
    let players: Vec<_> = (0..8).map(|_| slow()).collect();
    for number in 0..8 {
        let cup = json!({"name": format!("slow {number}"), "game": "gomoku", "format": "round_robin", "players": players});
        assert_eq!(post_from(&server, "10.0.0.1", TOURNAMENTS, &cup).await.status, 201);
    }
    server.until("the house thinks", |server| server.app.platform().engines().load().1 >= 1).await;
    is_answered(&server, &[]).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_facing_an_engine_beside_many_matches_of_slow_ones() {
    let server = start(behind_a_proxy()).await;
    let mut others = Vec::new();
    for seats in [json!({"black": slow(), "white": slow()}), json!({"black": slow()})] {
        // A match with a person in it is checked for presence only when it starts.
        for _ in 0..40 {
            let asked = json!({"game": "gomoku", "seats": seats});
            let begun = post_from(&server, "10.0.0.1", MATCHES, &asked).await;
            assert_eq!(begun.status, 201, "{begun:?}");
            others.push(begun.json()["match"].as_str().unwrap().to_owned());
        }
    }
    server.until("the house thinks", |server| server.app.platform().engines().load().1 >= 1).await;
    is_answered(&server, &others).await;
    // However many there are, they are one client's.
    let (waiting, running) = server.app.platform().engines().load();
    assert!(waiting + running <= 2 * EnginePoolConfig::default().per_client, "{waiting} and {running}");
    server.stop().await;
}

/// Quotas of unfinished matches survive a restart; finished ones do not count.
#[tokio::test]
async fn a_restart_gives_nobody_a_new_quota() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let stored = || Config { database: database.clone(), ..behind_a_proxy() };
    let server = start(stored()).await;
    let chance = json!([{"kind": "random"}, {"kind": "random"}]);
    let cup = json!({"name": "quick", "game": "baghchal", "format": "round_robin", "players": chance});
    let quick = post_from(&server, "10.0.0.1", TOURNAMENTS, &cup).await.json()["tournament"].clone();
    let path = format!("{TOURNAMENTS}/{}", quick.as_str().unwrap());
    until(|| async { (server.get(&path).await.json()["state"] == "ended").then_some(()) }).await;
    let waits = json!({"name": "cup", "game": "baghchal", "format": "swiss", "entrance": "anybody"});
    for number in 0..8 {
        assert_eq!(post_from(&server, "10.0.0.1", TOURNAMENTS, &waits).await.status, 201, "{number}");
    }
    let told = post_from(&server, "10.0.0.1", TOURNAMENTS, &waits).await;
    assert_eq!((told.status, told.code().as_str()), (429, "quota"), "{told:?}");
    server.stop().await;

    let server = start(stored()).await;
    assert_eq!(post_from(&server, "10.0.0.1", TOURNAMENTS, &waits).await.code(), "quota");
    assert_eq!(post_from(&server, "10.0.0.2", TOURNAMENTS, &waits).await.status, 201, "another client");
    // Behind the same address, but with a name.
    let asha = Person::new(&server, "Asha").await;
    let request = server.client.post(server.url(TOURNAMENTS)).header("x-forwarded-for", "10.0.0.1");
    let begun = server.send(request.bearer_auth(&asha.key).body(waits.to_string())).await;
    assert_eq!(begun.status, 201, "{begun:?}");
    server.stop().await;
}

/// Two names that accept each other's invitations begin no more matches than one that begins them alone.
#[tokio::test(flavor = "multi_thread")]
async fn matches_from_invitations_are_counted_as_others_are() {
    let off = "off".parse().unwrap();
    let server = start(Config {
        http: chautari_http::Config { rates: Rates { create: off, ..Rates::default() }, ..config().http },
        ..config()
    })
    .await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    for _ in 0..27 {
        let begun = (0..37).map(|_| asha.post(&server, "/matches", json!({"game": "baghchal"})));
        assert!(join_all(begun).await.iter().all(|answer| answer.status == 201), "27 times 37 are 999");
    }
    for told in [(200, ""), (429, "quota")] {
        let offer = json!({"terms": {"game": "baghchal"}});
        let made = bina.post(&server, "/invitations", offer).await.json();
        let path = format!("/invitations/{}/accept", made["id"].as_str().unwrap());
        let answer = asha.post(&server, &path, Value::Null).await;
        let code = if answer.status == 200 { String::new() } else { answer.code() };
        assert_eq!((answer.status, code.as_str()), told, "{answer:?}");
    }
    let open = server.get("/api/v1/invitations").await.json();
    assert_eq!(open.as_array().map(Vec::len), Some(1), "it waits for somebody else");
    server.stop().await;
}

/// Clients behind one router: a valid token has its own quota.
#[tokio::test]
async fn token_quota_is_per_token() {
    let server = start(config()).await;
    let mut class = Vec::new();
    for name in ["Asha", "Bina", "Chandra"] {
        class.push(Person::new(&server, name).await);
    }
    let study = json!({"title": "one", "game": "baghchal", "nodes": [{}]});
    let cup = json!({"name": "cup", "game": "baghchal", "format": "swiss", "entrance": "anybody"});
    let versus = json!({"game": "baghchal", "seats": {"tigers": {"kind": "engine", "level": 1}}});
    let open = json!({"game": "baghchal", "seats": {"tigers": {"kind": "open"}}});
    let two = "2/h".parse().unwrap();
    let allow = |rates: Rates| server.app.http().change_rates(&rates);
    for pupil in &class {
        let made = pupil.post(&server, "/studies", study.clone()).await.json();
        let begun = pupil.post(&server, "/tournaments", cup.clone()).await.json();
        let free = begin(&server, open.clone()).await;
        let (save, steer) = (
            format!("/studies/{}", made["study"].as_str().unwrap()),
            format!("/tournaments/{}/pause", begun["tournament"].as_str().unwrap()),
        );
        let sit = format!("/matches/{}/seats", free.id);
        let try_it = "/games/baghchal/puzzles/1/tries".to_owned();
        let rows = [
            (Method::POST, "/matches".to_owned(), versus.clone()),
            (Method::POST, "/tournaments".to_owned(), cup.clone()),
            (Method::POST, "/studies".to_owned(), study.clone()),
            (Method::PUT, save, json!({"sheet": study})),
            (Method::POST, try_it, json!({"moves": []})),
            (Method::POST, sit, json!({})),
            (Method::POST, steer, json!({})),
        ];
        for (method, path, body) in rows {
            // Each token starts with full buckets; the anonymous client has emptied the bucket of the
            // address.
            allow(Rates { create: two, act: two, ..Rates::default() });
            for _ in 0..2 {
                server.post(MATCHES, open.to_string()).await;
            }
            assert_eq!(server.post(MATCHES, open.to_string()).await.status, 429);
            let mut told = Vec::new();
            for _ in 0..3 {
                told.push(pupil.ask(&server, method.clone(), &path, body.clone()).await.status);
            }
            assert!(told[..2].iter().all(|status| *status != 429), "{path}: {told:?}");
            assert_eq!(told[2], 429, "{path}: {told:?}");
        }
        allow(Rates::default());
    }
    server.stop().await;
}

/// Thirty browsers with two tabs each: six connections a browser, and two sockets a tab.
#[tokio::test(flavor = "multi_thread")]
async fn a_class_of_thirty_has_room_behind_one_address() {
    let server = start(config()).await;
    let talk = || async {
        let mut stream = server.connect().await;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        // It stays open, as browsers have it.
        stream
    };
    let kept = join_all((0..30 * (6 + 2 * 2)).map(|_| talk())).await;
    assert_eq!(server.app.http().open_connections(), kept.len());
    server.stop().await;
}

/// An offline bot entered without its consent loses the game, but no rating.
#[tokio::test]
async fn a_bot_that_was_not_asked_and_did_not_come_is_worth_what_it_was() {
    let server = start(config()).await;
    register(&server, "asleep").await;
    let players = json!([{"kind": "bot", "name": "asleep"}, {"kind": "engine", "level": 1}]);
    let cup = json!({
        "name": "ambush", "game": "baghchal", "format": "double_round_robin", "players": players,
        "clock": {"per_move_ms": 200},
    });
    let before = server.get("/api/v1/bots/asleep").await.json();
    let begun = server.post(TOURNAMENTS, cup.to_string()).await;
    assert_eq!(begun.status, 201, "{begun:?}");
    let path = format!("{TOURNAMENTS}/{}", begun.json()["tournament"].as_str().unwrap());
    let ended = until(|| async {
        let state = server.get(&path).await.json();
        (state["state"] == "ended").then_some(state)
    })
    .await;
    assert!(ended.to_string().contains("\"time\""), "it lost by its clock: {ended}");
    assert_eq!(server.get("/api/v1/bots/asleep").await.json(), before);
    server.stop().await;
}
