//! Abuse by single clients. Each test is named after what its client does; the measured results are in
//! docs/server/secure.md.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chautari_compute::{Client, EnginePoolConfig, SearchAborted, SearchRequest};
use chautari_http::{Bodies, Rates};
use chautari_server::Config;
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{TestServer, config, read_to_end, start};
use crate::test_clients::{Person, act, playing};

const MATCHES: &str = "/api/v1/matches";
const POSITION: &str = "/api/v1/games/baghchal/position";
const GOMOKU: &str = "/api/v1/games/gomoku/position";
const BANCHESS: &str = "/api/v1/games/banchess/position";

#[tokio::test]
async fn a_name_of_a_game_that_is_a_place_to_put_things() {
    let server = start(config()).await;
    let long = format!("creeper:{}", ",".repeat(100_000));
    for (path, body) in [
        (MATCHES, json!({"game": long})),
        ("/api/v1/tournaments", json!({"name": "x", "game": long, "format": "swiss", "players": []})),
    ] {
        let answer = server.post(path, body.to_string()).await;
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        assert!(answer.text.len() < 1000, "what was sent comes back");
    }
    // Respelled, it is the same game under its one name.
    let begun = server.post(MATCHES, json!({"game": "baghchal:,captures=05,,"}).to_string()).await;
    assert_eq!(begun.json()["state"]["game"], "baghchal", "{begun:?}");
    let begun = server.post(MATCHES, json!({"game": "baghchal:captures=03,"}).to_string()).await;
    assert_eq!(begun.json()["state"]["game"], "baghchal:captures=3");
}

#[tokio::test]
async fn one_dialect_asked_for_many_thousand_times() {
    let server = start(config()).await;
    let ask = async |write: Vec<&str>| server.post(POSITION, json!({"write": write}).to_string()).await;
    assert_eq!(ask(vec!["obx"; 20_000]).await.status, 413);
    assert_eq!((ask(vec!["obx"; 4000]).await.status, ask(vec!["obx", "obx"]).await.status), (400, 400));
    let once = ask(vec!["obx"]).await;
    assert!(once.status == 200 && once.json()["texts"]["obx"].is_string(), "{once:?}");
}

/// Returns `plies` moves that do not end the game.
pub(crate) fn long_game(game: &str, plies: usize) -> Vec<String> {
    let mut record = chautari_games::find(game).unwrap().start();
    while record.len() < plies {
        let mut offers = record.offers();
        let middle = record.len() * 7 % offers.len();
        offers.rotate_left(middle);
        let goes_on = |text: &str| {
            let mut next = record.fork();
            next.play(text).unwrap();
            next.outcome().is_none()
        };
        let text = offers.into_iter().map(|offer| offer.text).find(|text| goes_on(text)).unwrap();
        record.play(&text).unwrap();
    }
    record.moves()
}

#[tokio::test]
async fn long_lines_of_play_get_the_same_result_from_the_compute_pool() {
    let server = start(config()).await;
    // More than is worked out at once.
    let moves = long_game("gomoku", 60);
    let mut record = chautari_games::find("gomoku").unwrap().start();
    for text in &moves {
        record.play(text).unwrap();
    }
    let answer = server.post(GOMOKU, json!({"moves": moves, "write": ["grid"]}).to_string()).await;
    assert_eq!(answer.json()["position"], record.position(), "{answer:?}");
    assert_eq!(answer.json()["history"].as_array().unwrap().len(), moves.len());
    let mut wrong = moves.clone();
    wrong[45] = "nonsense".to_owned();
    let answer = server.post(GOMOKU, json!({"moves": wrong}).to_string()).await;
    assert_eq!((answer.status, &answer.json()["error"]["index"]), (400, &json!(45)));
}

fn long_question(time: Duration) -> SearchRequest {
    let game = chautari_games::find("gomoku").unwrap();
    let limit = chautari_game::Limit { time: Some(time), ..chautari_game::Limit::default() };
    let level = chautari_game::Level::FULL;
    SearchRequest { game, start: None, moves: vec!["180".to_owned()], level, limit, seed: 0 }
}

fn somebody(number: u8) -> Client {
    Client::from_addr([10, 0, 0, number].into())
}

/// One client's long searches made another's short one wait for all of them.
#[tokio::test(flavor = "multi_thread")]
async fn long_searches_of_one_client_and_a_short_one_of_another() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let server = start(Config { engines, ..config() }).await;
    let engines = server.app.platform().engines();
    let long: Vec<_> =
        (0..4).map(|_| engines.ask(somebody(1), long_question(Duration::from_secs(30))).unwrap()).collect();
    server.until("one is being thought about", |server| server.app.platform().engines().load().1 == 1).await;
    let short = engines.think(somebody(2), long_question(Duration::from_millis(100)));
    let thought = tokio::time::timeout(Duration::from_secs(20), short).await;
    assert!(thought.expect("30 seconds of another are not waited for").unwrap().best.is_some());
    // Dropping them ends them, also the one that was held up.
    drop(long);
    server.until("nobody thinks for nobody", |server| server.app.platform().engines().load() == (0, 0)).await;
}

/// A tournament of engines that think for long, and a person who asks something.
#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_of_slow_engines_and_a_person() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let server = start(Config { engines, ..config() }).await;
    let players: Vec<_> = (0..8).map(|_| json!({"engine": 10, "time_ms": 30_000})).collect();
    let cup = json!({"name": "slow", "game": "gomoku", "format": "round_robin", "players": players});
    let begun = server.post("/api/v1/tournaments", cup.to_string()).await;
    assert_eq!(begun.status, 201, "{begun:?}");
    server.until("the house thinks", |server| server.app.platform().engines().load().1 >= 1).await;
    let thought =
        server.app.platform().engines().think(somebody(2), long_question(Duration::from_millis(100)));
    let thought = tokio::time::timeout(Duration::from_secs(20), thought).await;
    assert!(thought.expect("the house's 30 seconds are not waited for").unwrap().best.is_some());
    server.stop().await;
}

/// Waiting requests end when the server stops.
#[tokio::test(flavor = "multi_thread")]
async fn stopped_server_ends_waiting_requests() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let server = start(Config { engines, ..config() }).await;
    let ask = |number| {
        server.app.platform().engines().ask(somebody(number), long_question(Duration::from_secs(30))).unwrap()
    };
    let (running, waiting) = (ask(1), ask(2));
    server.until("one is being thought about", |server| server.app.platform().engines().load().1 >= 1).await;
    server.stop().await;
    assert!(running.answer().await.is_ok(), "what was thought so far");
    let told = waiting.answer().await;
    assert!(told.is_ok() || told == Err(SearchAborted::Stopping), "{told:?}");
}

#[tokio::test]
async fn an_animation_that_would_take_a_minute() {
    let server = start(config()).await;
    let mut record = chautari_games::find("gomoku").unwrap().start();
    while record.len() < 150 && record.outcome().is_none() {
        let text = record.offers().swap_remove(record.len() * 7 % 100).text;
        record.play(&text).unwrap();
    }
    let moves = record.moves().join("+");
    let answer = server.get(&format!("/api/v1/games/gomoku/picture.gif?size=2048&moves={moves}")).await;
    assert_eq!((answer.status, answer.code().as_str()), (422, "size"), "{answer:?}");
    assert!(answer.text.contains("pixels wide"), "{answer:?}");
}

/// A number of `/metrics`.
async fn measured(server: &TestServer, name: &str) -> usize {
    let text = server.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().parse::<f64>().unwrap() as usize
}

/// Long work of a client that disconnects does not delay others.
#[tokio::test(flavor = "multi_thread")]
async fn long_work_for_clients_who_have_left() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let server = start(Config { engines, ..config() }).await;
    let moves = long_game("banchess", 300).join("+");
    let request =
        format!("GET /api/v1/games/banchess/picture.gif?moves={moves}&size=480 HTTP/1.1\r\nHost: x\r\n\r\n");
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = server.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    // One is painted, and the others wait.
    for (name, count) in [("chautari_compute_busy", 1), ("chautari_compute_queue", 7)] {
        while measured(&server, name).await != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    drop(streams);
    for tries in 0.. {
        if measured(&server, "chautari_compute_busy").await
            + measured(&server, "chautari_compute_queue").await
            == 0
        {
            break;
        }
        assert!(tries < 1000, "it is worked on for nobody");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Long lines of moves on any endpoint use the compute quota of their client.
#[tokio::test(flavor = "multi_thread")]
async fn long_lines_by_every_door_are_one_clients_share() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let server = start(Config { engines, ..config() }).await;
    let long = long_game("banchess", 300);
    let moves = long.join("+");
    let picture = |kind: &str| format!("/api/v1/games/banchess/picture.{kind}?moves={moves}&size=480");
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = server.connect().await;
        let request = format!("GET {} HTTP/1.1\r\nHost: x\r\n\r\n", picture("gif"));
        stream.write_all(request.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    while measured(&server, "chautari_compute_busy").await + measured(&server, "chautari_compute_queue").await
        < 8
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let line = json!({"moves": long}).to_string();
    for answer in [
        server.get(&picture("svg")).await,
        server.get(&picture("png")).await,
        server.post(BANCHESS, line.clone()).await,
        server.post("/api/v1/games/banchess/analysis", line.clone()).await,
        server.post("/api/v1/games/banchess/prospects", line.clone()).await,
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (429, "overload"), "{answer:?}");
    }
    let short = server.get("/api/v1/games/banchess/picture.svg").await;
    assert_eq!(short.status, 200, "what is short is told at once");
    drop(streams);
}

/// One client asks for long games over and over, another for short ones: work counts, not requests.
#[tokio::test(flavor = "multi_thread")]
async fn long_positions_of_one_client_and_short_ones_of_another() {
    let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
    let proxies = vec![[127, 0, 0, 1].into()];
    let server =
        start(Config { http: chautari_http::Config { proxies, ..config().http }, engines, ..config() }).await;
    let ask = async |from: &str, moves: &[String]| {
        let request = server.client.post(server.url(BANCHESS)).header("x-forwarded-for", from);
        let answer = server.send(request.body(json!({"moves": moves}).to_string())).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    };
    let (long, short) = (long_game("banchess", 300), long_game("banchess", 50));
    let answered = AtomicUsize::new(0);
    let greedy = futures_util::future::join_all((0..7).map(|_| async {
        loop {
            ask("10.0.0.1", &long).await;
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }));
    // As many at a time as the other, so that a machine busy with something else holds up both alike.
    let modest = async {
        while answered.load(Ordering::Relaxed) < 7 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let before = answered.load(Ordering::Relaxed);
        futures_util::future::join_all((0..7).map(|_| async {
            for _ in 0..20 {
                ask("10.0.0.2", &short).await;
            }
        }))
        .await;
        answered.load(Ordering::Relaxed) - before
    };
    let meanwhile = tokio::select! {
        _ = greedy => unreachable!("it goes on for ever"),
        meanwhile = modest => meanwhile,
    };
    // Were turns counted, each short one would wait for a long one.
    assert!(meanwhile < 90, "140 short ones took as long as {meanwhile} long ones");
}

/// Hundreds of timed matches without players, each after a long game: a restarted server has none of them in
/// memory, and one client has only its quota.
#[tokio::test]
async fn long_matches_with_a_clock_that_waits_for_the_first_moves() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let off = "off".parse().unwrap();
    let rates = Rates { create: off, ..Rates::default() };
    let stored = || Config {
        http: chautari_http::Config { rates: rates.clone(), ..config().http },
        database: database.clone(),
        ..config()
    };
    let server = start(stored()).await;
    let clock = json!({"initial_ms": 86_000_000});
    let long = json!({"game": "gomoku", "moves": long_game("gomoku", 120), "clock": clock});
    for number in 0..50 {
        assert_eq!(server.post(MATCHES, long.to_string()).await.status, 201, "{number}");
    }
    let told = server.post(MATCHES, long.to_string()).await;
    assert_eq!((told.status, told.code().as_str()), (429, "quota"), "{told:?}");
    // A running clock has its deadline without any watcher.
    let begun = server.post(MATCHES, json!({"game": "gomoku", "clock": clock}).to_string()).await.json();
    let id = begun["match"].as_str().unwrap();
    for (side, text) in [("black", "180"), ("white", "181")] {
        let token = begun["seats"][side]["token"].as_str().unwrap();
        let played = act(&server, id, token, side, playing(text)).await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    server.stop().await;
    let server = start(stored()).await;
    assert_eq!(server.get("/readyz").await.status, 200);
    while measured(&server, "chautari_matches_live").await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(measured(&server, "chautari_matches_live").await, 1);
    server.stop().await;
}

/// A tournament with openings that are longer than whole games.
#[tokio::test]
async fn openings_of_a_tournament_without_end() {
    let server = start(config()).await;
    let engines = json!([{"kind": "random"}, {"kind": "random"}]);
    let begin = async |openings: &[String]| {
        let cup = json!({"name": "cup", "game": "gomoku", "format": "swiss", "players": engines, "openings": openings});
        server.post("/api/v1/tournaments", cup.to_string()).await
    };
    let line = |plies| long_game("gomoku", plies).join(" ");
    let refused = begin(&[line(2), line(101)]).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "opening"), "{refused:?}");
    assert_eq!(refused.json()["error"]["index"], 1);
    // They are counted before they are read: not even nonsense is found in them.
    let nonsense = begin(&["x ".repeat(10_000)]).await;
    assert_eq!((nonsense.status, nonsense.code().as_str()), (422, "opening"), "{nonsense:?}");
    let many = begin(&vec![line(100); 51]).await;
    assert!(many.status == 422 && many.text.contains("5000 moves"), "{many:?}");
    let accepted = begin(&[line(100)]).await;
    assert_eq!(accepted.status, 201, "{accepted:?}");
}

/// All versions of a study are stored, and loading one reads them all.
#[tokio::test]
async fn versions_of_a_study_without_end() {
    let off = "off".parse().unwrap();
    let rates = Rates { create: off, request: off, ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    let comment = "x".repeat(3900);
    let line: Vec<_> = long_game("gomoku", 15)
        .iter()
        .enumerate()
        .map(|(parent, text)| json!({"parent": parent, "move": text, "comment": comment}))
        .collect();
    let sheet = |number: usize| {
        let root = json!({"comment": number.to_string()});
        let nodes: Vec<_> = std::iter::once(root).chain(line.iter().cloned()).collect();
        json!({"title": "one", "game": "gomoku", "nodes": nodes})
    };
    let made = server.post("/api/v1/studies", sheet(0).to_string()).await.json();
    let path = format!("/api/v1/studies/{}", made["study"].as_str().unwrap());
    let save = async |number: usize| {
        let request = server.client.put(server.url(&path)).bearer_auth(made["token"].as_str().unwrap());
        server.send(request.body(json!({"sheet": sheet(number)}).to_string())).await
    };
    let mut kept = sheet(0).to_string().len();
    for number in 1.. {
        let saved = save(number).await;
        if saved.status != 200 {
            assert_eq!((saved.status, saved.code().as_str()), (409, "full"), "{saved:?}");
            break;
        }
        kept += sheet(number).to_string().len();
        assert!(kept < 9 << 20, "they grow without end");
    }
    assert!(kept > 7 << 20, "{kept} bytes are not much");
    let last = server.get(&path).await.json();
    let unchanged = json!({"sheet": last["sheet"]});
    let request = server.client.put(server.url(&path)).bearer_auth(made["token"].as_str().unwrap());
    assert_eq!(
        server.send(request.body(unchanged.to_string())).await.status,
        200,
        "what is so already needs no room"
    );
}

/// A client that registers many tokens is still one client.
#[tokio::test]
async fn tokens_that_are_made_to_escape_the_rates() {
    let rates = Rates { create: "3/h".parse().unwrap(), ..Rates::default() };
    let server = start(Config {
        http: chautari_http::Config { proxies: vec![[127, 0, 0, 1].into()], rates, ..config().http },
        ..config()
    })
    .await;
    let post = async |from: &str, path: &str, key: Option<&str>, body: serde_json::Value| {
        let mut request = server.client.post(server.url(path)).header("x-forwarded-for", from);
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        server.send(request.body(body.to_string())).await
    };
    let (mut keys, mut made) = (Vec::new(), 0);
    for number in 0..19 {
        // Elsewhere, where each has a bucket of its own.
        let (from, name) = (format!("10.1.0.{number}"), json!({"name": format!("p{number}")}));
        let named = post(&from, "/api/v1/people", None, name).await.json();
        keys.push(named["token"].as_str().unwrap().to_owned());
    }
    for key in &keys[..18] {
        for _ in 0..3 {
            let told = post("10.0.0.1", MATCHES, Some(key), json!({"game": "baghchal"})).await;
            assert!([201, 429].contains(&told.status), "{told:?}");
            made += usize::from(told.status == 201);
        }
    }
    assert_eq!(made, 16 * 3, "as many as sixteen, and no more");
    let told = post("10.0.0.1", MATCHES, None, json!({"game": "baghchal"})).await;
    assert_eq!(told.status, 201, "whoever shows no token is not held up by them: {told:?}");
    let told = post("10.0.0.2", MATCHES, Some(&keys[18]), json!({"game": "baghchal"})).await;
    assert_eq!(told.status, 201, "nor is anybody elsewhere: {told:?}");
}

/// A class behind one router: each token has a rate of its own.
#[tokio::test]
async fn many_players_behind_one_address() {
    let rates = Rates { act: "2/h".parse().unwrap(), ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    for pupil in 0..5 {
        let begun = server.post(MATCHES, json!({"game": "baghchal"}).to_string()).await.json();
        let (id, token) = (&begun["match"], begun["seats"]["goats"]["token"].as_str().unwrap());
        let act = async |command: &str| {
            let body = json!({"command": command, "action": {"type": "offer_draw"}}).to_string();
            let url = server.url(&format!("{MATCHES}/{}/actions", id.as_str().unwrap()));
            server.send(server.client.post(url).bearer_auth(token).body(body)).await.status
        };
        assert_eq!((act("a").await, act("a").await, act("a").await), (200, 200, 429), "pupil {pupil}");
    }
}

/// The answer to a creation is lost, and it is sent again.
#[tokio::test]
async fn a_creation_whose_answer_was_lost() {
    let server = start(config()).await;
    let create = async |path: &str, key: &str, body: &serde_json::Value| {
        let request = server.client.post(server.url(path)).header("idempotency-key", key);
        server.send(request.body(body.to_string())).await
    };
    let engines = json!([{"engine": 1}, {"engine": 1}]);
    let cup = json!({"name": "cup", "game": "baghchal", "format": "swiss", "players": engines});
    let study = |title: &str| json!({"title": title, "game": "baghchal", "nodes": [{}]});
    for (path, body, other) in [
        ("/api/v1/bots", json!({"name": "herd"}), json!({"name": "flock"})),
        ("/api/v1/people", json!({"name": "Asha"}), json!({"name": "Hari"})),
        ("/api/v1/studies", study("one"), study("another")),
        (MATCHES, json!({"game": "baghchal"}), json!({"game": "creeper"})),
        (
            "/api/v1/tournaments",
            cup,
            json!({"name": "cap", "game": "baghchal", "format": "swiss", "players": engines}),
        ),
    ] {
        let key = "0b2f6c1e-5f0e-4c43";
        let (first, again) = (create(path, key, &body).await, create(path, key, &body).await);
        assert_eq!((first.status, again.status), (201, 201), "{path}: {first:?} {again:?}");
        for name in ["bot", "person", "id", "match", "tournament", "token", "seats"] {
            assert_eq!(first.json()[name], again.json()[name], "{path}");
        }
        let fresh = create(path, "another-key-of-16", &body).await;
        let is_name = body["name"] == "herd" || body["name"] == "Asha";
        assert_eq!(fresh.status, if is_name { 409 } else { 201 }, "{path}");
        assert_ne!(fresh.json()["match"], json!(first.json()["match"].as_str().unwrap_or("-")));
        let reused = create(path, key, &other).await;
        assert_eq!((reused.status, reused.code().as_str()), (409, "reused"), "{path}");
        for key in ["short", "sixteen and blanks", "sixteen\tand\ttabs"] {
            assert_eq!(create(path, key, &body).await.status, 400, "{path}: {key}");
        }
    }
    let upper = server.post("/api/v1/bots", json!({"name": "HERD"}).to_string()).await;
    assert_eq!((upper.status, upper.code().as_str()), (409, "taken"), "names differ in more than case");
}

/// The response is lost, and what was created has used up the quota: a retry gets the response anyway.
#[tokio::test]
async fn a_creation_that_was_the_last_there_was_room_for() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let create = async |path: &str, key: &str, body: &serde_json::Value| {
        let request =
            server.client.post(server.url(path)).header("idempotency-key", key).bearer_auth(&asha.key);
        server.send(request.body(body.to_string())).await
    };
    let cup = json!({"name": "cup", "game": "baghchal", "format": "swiss", "entrance": "anybody"});
    let offer = json!({"terms": {"game": "baghchal"}});
    let season = json!({"name": "winter"});
    for (path, body, most, name) in [
        ("/api/v1/tournaments", cup.clone(), 8, "tournament"),
        ("/api/v1/invitations", offer, 3, "id"),
        ("/api/v1/seasons", season, 50, "id"),
    ] {
        let mut last = None;
        for number in 0..most {
            let made = create(path, &format!("key-number-{number:08}"), &body).await;
            assert_eq!(made.status, 201, "{path} {number}: {made:?}");
            last = Some(made.json());
        }
        let more = create(path, "one-key-too-many", &body).await;
        assert!([422, 429].contains(&more.status), "{path}: {more:?}");
        let again = create(path, &format!("key-number-{:08}", most - 1), &body).await;
        assert_eq!(again.status, 201, "{path}: {again:?}");
        let last = last.unwrap();
        assert_eq!((&again.json()[name], &again.json()["token"]), (&last[name], &last["token"]), "{path}");
    }
    // A list of which twice as many would be too many.
    let begun = server.post("/api/v1/tournaments", cup.to_string()).await.json();
    let roster = format!("/api/v1/tournaments/{}/roster", begun["tournament"].as_str().unwrap());
    let names: Vec<_> = (0..130).map(|number| format!("Pupil {number}")).collect();
    let body = json!({"names": names}).to_string();
    let enter = async || {
        let request =
            server.client.post(server.url(&roster)).header("idempotency-key", "the-class-of-thirty");
        server.send(request.bearer_auth(begun["token"].as_str().unwrap()).body(body.clone())).await
    };
    let (first, again) = (enter().await, enter().await);
    assert_eq!((first.status, again.status), (201, 201), "{again:?}");
    assert_eq!(first.json()["cards"], again.json()["cards"]);
}

/// One name for two different moves.
#[tokio::test]
async fn a_command_sent_again_with_another_action() {
    let server = start(config()).await;
    let begun = server.post(MATCHES, json!({"game": "baghchal"}).to_string()).await.json();
    let (id, token) = (begun["match"].as_str().unwrap(), begun["seats"]["goats"]["token"].as_str().unwrap());
    let act = async |text: &str| {
        let body = json!({"command": "one", "action": {"type": "move", "move": text}}).to_string();
        let url = server.url(&format!("{MATCHES}/{id}/actions"));
        server.send(server.client.post(url).bearer_auth(token).body(body)).await
    };
    assert_eq!((act("mB1").await.status, act("mB1").await.status), (200, 200));
    let other = act("mC1").await;
    assert_eq!((other.status, other.code().as_str()), (409, "reused"), "{other:?}");
}

/// Another web page makes a visitor's browser post here, also where browsers do not state the site.
#[tokio::test]
async fn pages_of_other_sites_cannot_post() {
    let server = start(config()).await;
    let own = server.url("");
    let post = async |header: &str, value: &str| {
        let request = server.client.post(server.url(MATCHES)).body(json!({"game": "baghchal"}).to_string());
        server.send(request.header(header, value).header("content-type", "text/plain")).await.status
    };
    assert_eq!(post("sec-fetch-site", "cross-site").await, 403);
    assert_eq!(post("sec-fetch-site", "same-origin").await, 201);
    assert_eq!(post("origin", "http://evil.example").await, 403);
    assert_eq!(post("origin", own.trim_end_matches('/')).await, 201);
    assert_eq!(post("x-program", "curl").await, 201);
}

/// A name of the attacker's domain resolves to this server.
#[tokio::test]
async fn other_host_names_are_refused_once_one_is_configured() {
    let hosts = vec!["chautari.example".to_owned()];
    let server = start(Config { http: chautari_http::Config { hosts, ..config().http }, ..config() }).await;
    let get = async |host: &str, path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.exchange(request.as_bytes()).await[9..12].to_owned()
    };
    for (host, path, status) in [
        ("chautari.example", "/api/v1/games", "200"),
        ("localhost:8080", "/api/v1/games", "200"),
        ("evil.example", "/api/v1/games", "403"),
        ("evil.example", "/healthz", "200"),
    ] {
        assert_eq!(get(host, path).await, status, "{host}{path}");
    }
}

/// Names that reorder the text around them, or break the lines of an export.
#[tokio::test]
async fn titles_are_one_line_in_one_direction() {
    let server = start(config()).await;
    let players = json!([{"kind": "random"}, {"kind": "random"}]);
    for (name, status) in [("Class 7b", 201), ("a\nb", 422), ("a\u{202e}b", 422), ("a\u{2028}b", 422)] {
        let cup =
            json!({"name": name, "game": "creeper", "format": "swiss", "players": players, "waits": true});
        let study = json!({"title": name, "game": "baghchal", "nodes": [{}]});
        for (path, body) in [("/api/v1/tournaments", cup), ("/api/v1/studies", study)] {
            let answer = server.post(path, body.to_string()).await;
            assert_eq!(answer.status, status, "{path} {name:?}: {answer:?}");
        }
    }
}

/// A page elsewhere that may use the API asks whether it may do what the API has.
#[tokio::test]
async fn a_page_that_may_use_the_api_may_use_all_of_it() {
    let page = "https://school.example";
    let server = start(Config {
        http: chautari_http::Config { origins: vec![page.to_owned()], ..config().http },
        ..config()
    })
    .await;
    for (method, path) in [("PUT", "/api/v1/studies/x"), ("DELETE", "/api/v1/people/me"), ("POST", MATCHES)] {
        let ask = server.client.request(reqwest::Method::OPTIONS, server.url(path));
        let ask = ask.header("origin", page).header("access-control-request-method", method);
        let headers = "authorization,content-type,idempotency-key";
        let told = server.send(ask.header("access-control-request-headers", headers)).await;
        assert_eq!((told.status, told.header("access-control-allow-origin")), (200, page), "{told:?}");
        assert!(told.header("access-control-allow-methods").contains(method), "{told:?}");
        for name in headers.split(',') {
            assert!(told.header("access-control-allow-headers").contains(name), "{name}: {told:?}");
        }
    }
}

/// A leaked token is replaced, also in unfinished matches.
#[tokio::test]
async fn a_bots_token_is_replaced_and_taken_back() {
    let server = start(config()).await;
    let old = server.post("/api/v1/bots", r#"{"name":"herd"}"#).await.json()["token"].clone();
    let wish = json!({"game": "baghchal", "seats": {"goats": {"kind": "bot", "name": "herd"}}});
    let begun = server.post(MATCHES, wish.to_string()).await.json();
    let id = begun["match"].as_str().unwrap().to_owned();
    let act = async |token: &serde_json::Value, command: &str| {
        let body = json!({"command": command, "action": {"type": "offer_draw"}}).to_string();
        let url = server.url(&format!("{MATCHES}/{id}/actions"));
        server.send(server.client.post(url).bearer_auth(token.as_str().unwrap()).body(body)).await.status
    };
    let own = server.url("/api/v1/bots/me/token");
    let renew = async |key: &str| {
        let request = server.client.post(&own).bearer_auth(old.as_str().unwrap());
        server.send(request.header("idempotency-key", key)).await
    };
    let renewed = renew("0b2f6c1e-5f0e-4c43").await;
    assert_eq!((renewed.status, renewed.json()["bot"].as_str()), (200, Some("herd")), "{renewed:?}");
    let new = renewed.json()["token"].clone();
    assert_ne!(old, new);
    // The answer was lost: without its key the bot would be, too.
    assert_eq!(
        (renew("0b2f6c1e-5f0e-4c43").await.json()["token"].clone(), renew("short").await.status),
        (new.clone(), 400)
    );
    assert_eq!(renew("another-key-of-16").await.status, 401, "the old token opens nothing");
    assert_eq!((act(&old, "a").await, act(&new, "b").await), (401, 200));
    assert_eq!(server.send(server.client.post(&own).bearer_auth(old.as_str().unwrap())).await.status, 401);
    assert_eq!(server.send(server.client.delete(&own).bearer_auth(new.as_str().unwrap())).await.status, 204);
    assert_eq!(act(&new, "c").await, 401);
    assert_eq!(server.post("/api/v1/bots", r#"{"name":"Herd"}"#).await.status, 409, "the name stays taken");
}

/// A client tries tournament codes, one after the other.
#[tokio::test]
async fn codes_of_tournaments_guessed_by_the_dozen() {
    let rates = Rates { bad_token: "3/h".parse().unwrap(), ..Rates::default() };
    let server = start(Config { http: chautari_http::Config { rates, ..config().http }, ..config() }).await;
    let mut told = Vec::new();
    for number in 0..5 {
        told.push(server.get(&format!("/api/v1/tournaments/codes/AAAA{number}")).await.status);
    }
    assert_eq!(told, [404, 404, 404, 429, 429]);
}

/// Pings cost as much to read as anything else.
#[tokio::test]
async fn pings_on_a_socket_without_end() {
    let server = start(config()).await;
    let begun = server.post(MATCHES, json!({"game": "baghchal"}).to_string()).await.json();
    let path = format!("{MATCHES}/{}/live", begun["match"].as_str().unwrap());
    let url = server.url(&path).replacen("http", "ws", 1);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket.send(Message::text(json!({"type": "hello"}).to_string())).await.unwrap();
    let flood = async {
        // Whether the next one is still taken is for the other end to say.
        while socket.send(Message::Ping(Vec::new().into())).await.is_ok() {
            if let Some(Some(Ok(Message::Close(_)) | Err(_)) | None) = socket.next().now_or_never() {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), flood).await.expect("it goes on for ever");
    assert_eq!(server.get(&path.replace("/live", "")).await.status, 200, "others are served");
}

/// A connection from an address of this machine.
async fn connect_from(server: &TestServer, address: [u8; 4]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// The head of a request with a body of this length.
fn head(path: &str, length: usize) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n")
}

/// Attackers at 20 addresses hold 600 bodies of 64 KB open, all but their last byte. The memory for bodies stays
/// within its bound, an honest client is served, and the memory is free once the bodies have timed out.
#[tokio::test]
async fn unfinished_bodies_share_a_fixed_memory() {
    const IN_FLIGHT: usize = 4 << 20;
    const LENGTH: usize = 64 << 10;
    let bodies = Bodies { in_flight: IN_FLIGHT, timeout: Duration::from_secs(5), ..Bodies::default() };
    let server = start(Config { http: chautari_http::Config { bodies, ..config().http }, ..config() }).await;
    let unfinished = [head(POSITION, LENGTH), " ".repeat(LENGTH - 1)].concat();
    let mut streams = Vec::new();
    let mut peak = 0;
    for number in 0..600_usize {
        let mut stream = connect_from(&server, [127, 0, 1, (number % 20) as u8]).await;
        // The server may refuse and close before it has read everything.
        let _ = stream.write_all(unfinished.as_bytes()).await;
        streams.push(stream);
        peak = peak.max(server.app.http().body_bytes());
    }
    assert!((IN_FLIGHT / 4..=IN_FLIGHT).contains(&peak), "{peak} bytes at most");
    // An honest client at another address, and one more body of an attacker.
    for (address, length, expected) in [([127, 0, 0, 1], 4000, "200"), ([127, 0, 1, 1], LENGTH, "429")] {
        let mut stream = connect_from(&server, address).await;
        let _ = stream.write_all([head(POSITION, length), "{}".to_owned()].concat().as_bytes()).await;
        let _ = stream.write_all(" ".repeat(length - 2).as_bytes()).await;
        let answer = read_to_end(&mut stream).await;
        // The refusal can be lost if the client is still writing.
        let is_lost = expected == "429" && answer.is_empty();
        assert!(is_lost || answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{answer}");
    }
    server.until("all memory is free", |server| server.app.http().body_bytes() == 0).await;
    let answers = streams.iter_mut().map(read_to_end);
    let answers = futures_util::future::join_all(answers).await;
    let late = answers.iter().filter(|answer| answer.starts_with("HTTP/1.1 408 ")).count();
    assert!((IN_FLIGHT / 4 / LENGTH..=IN_FLIGHT / LENGTH).contains(&late), "{late} were waited for");
}

/// Routes that take names, settings or single moves take 4 KiB.
#[tokio::test]
async fn bodies_have_the_limit_of_their_route() {
    let server = start(config()).await;
    let person = json!({"name": "x".repeat(5000)}).to_string();
    let position = json!({"moves": vec!["mB1"; 1000]}).to_string();
    let study =
        json!({"title": "x", "game": "baghchal", "nodes": [{"comment": "x".repeat(70_000)}]}).to_string();
    for (path, body, is_too_large) in [
        ("/api/v1/people", person, true),
        (POSITION, position.clone(), false),
        (POSITION, position + &" ".repeat(64 << 10), true),
        ("/api/v1/studies", study.clone(), false),
        ("/api/v1/studies", study + &" ".repeat(256 << 10), true),
    ] {
        let answer = server.post(path, body).await;
        assert_eq!(
            answer.status == 413 && answer.text.contains("larger than"),
            is_too_large,
            "{path}: {answer:?}"
        );
    }
}
