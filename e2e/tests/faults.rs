//! A disk that fails to keep what it was given, a clock that jumps, memory that runs out: what was acknowledged
//! stays, what was not is said.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chautari_e2e::{Client, Request, Server, Store, program};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// The library that fails on demand, built by the C compiler `./check` asks for anyway.
fn shim(folder: &Path) -> PathBuf {
    let library = folder.join("shim.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()), "the C compiler is needed");
    library
}

/// A server on which disk and clock can fail, and the folder whose files say when.
async fn start(store: &Store) -> (Server, PathBuf) {
    let folder = store.folder().to_owned();
    let library = shim(&folder);
    let env = [("LD_PRELOAD", library.to_str().unwrap()), ("FAULTS", folder.to_str().unwrap())];
    (Server::start_under(&folder, &store.database, &env).await, folder)
}

struct Game {
    path: String,
    begun: Value,
}

impl Game {
    async fn begin(client: &mut Client, wish: &Value) -> Game {
        let begun = client.post("/matches", None, wish).await;
        Game { path: format!("/matches/{}", begun["match"].as_str().unwrap()), begun }
    }

    async fn state(&self, client: &mut Client) -> Value {
        client.get(&self.path).await
    }

    /// Plays the first legal move under a name; the status of the answer, if one came.
    async fn play(&self, client: &mut Client, name: &str) -> Option<u16> {
        let state = self.state(client).await;
        let token = self.begun["seats"][state["turn"].as_str()?]["token"].as_str()?.to_owned();
        let position = client.post("/games/baghchal/position", None, &json!({"moves": state["moves"]})).await;
        let body =
            json!({"command": name, "action": {"type": "move", "move": position["offers"][0]["move"]}});
        let path = format!("{}/actions", self.path);
        let asked = Request { path: &path, token: Some(&token), body: Some(&body) };
        client.ask(&asked).await.map(|answer| answer.status)
    }
}

/// Whether it says that it can do its work.
async fn ready(server: &Server) -> u16 {
    reqwest::get(format!("http://{}/readyz", server.address())).await.unwrap().status().as_u16()
}

/// It answers, and everything that is there can be read; but nothing more can be kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_disk_is_full_is_not_ready_until_there_is_room() {
    let store = Store::file();
    let (server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let game = Game::begin(&mut client, &json!({"game": "baghchal"})).await;
    assert_eq!((game.play(&mut client, "one").await, ready(&server).await), (Some(200), 200));
    fs::write(folder.join("full"), "").unwrap();
    assert_eq!((game.play(&mut client, "two").await, ready(&server).await), (Some(503), 503));
    let alive = reqwest::get(format!("http://{}/healthz", server.address())).await.unwrap();
    assert_eq!(alive.status(), 200, "a restart would change nothing");
    fs::remove_file(folder.join("full")).unwrap();
    assert_eq!((game.play(&mut client, "two").await, ready(&server).await), (Some(200), 200));
    assert_eq!(game.state(&mut client).await["moves"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_that_the_disk_did_not_take() {
    let store = Store::file();
    let (mut server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let game = Game::begin(&mut client, &json!({"game": "baghchal"})).await;
    let mut acknowledged = 0;
    for round in 0..3 {
        for ply in 0..4 {
            assert_eq!(game.play(&mut client, &format!("good-{round}-{ply}")).await, Some(200));
            acknowledged += 1;
        }
        assert_eq!(ready(&server).await, 200);
        fs::write(folder.join("fsync"), "").unwrap();
        assert_eq!(ready(&server).await, 503, "clients are sent elsewhere");
        for ply in 0..4 {
            let told = game.play(&mut client, &format!("bad-{round}-{ply}")).await;
            assert_eq!(told, Some(503), "a write that did not reach the disk");
        }
        fs::remove_file(folder.join("fsync")).unwrap();
    }
    server.kill();
    server.restart().await;
    let moves = game.state(&mut client).await["moves"].as_array().unwrap().len();
    // Of the last ones, of which nobody was told that they are kept, one may have been.
    assert!((acknowledged..=acknowledged + 1).contains(&moves), "{moves} of {acknowledged}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_loses_by_a_clock_that_is_set() {
    let store = Store::file();
    let (server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let clock = json!({"game": "baghchal", "clock": {"initial_ms": 300_000, "increment_ms": 0}});
    let game = Game::begin(&mut client, &clock).await;
    assert_eq!(game.play(&mut client, "one").await, Some(200));
    for (number, jump) in ["7200", "-7200", "0"].into_iter().enumerate() {
        fs::write(folder.join("clock"), jump).unwrap();
        assert_eq!(game.play(&mut client, &format!("after-{number}")).await, Some(200), "{jump} seconds");
        let state = game.state(&mut client).await;
        assert_eq!(state["outcome"], Value::Null, "{jump} seconds: {state}");
    }
}

/// With less memory than the program itself is long, the system ends it before its first instruction. From the first
/// amount on with which anything was said, something is said with every larger one.
#[test]
fn with_however_little_memory_it_does_not_end_without_a_word() {
    let mut spoke = false;
    for limit in (50_000..130_000).step_by(5_000) {
        let ask = format!("ulimit -v {limit}; exec '{}' --version", program().display());
        let told = Command::new("sh").args(["-c", &ask]).output().unwrap();
        let speaks = told.status.success() || !told.stderr.is_empty();
        assert!(speaks || !spoke, "{limit} KiB: {:?}", told.status);
        spoke |= speaks;
    }
    assert!(spoke);
}

/// A name lasts a year beyond the last visit, and no longer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_nobody_uses_for_a_year_is_free() {
    let store = Store::file();
    let (server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let asha = json!({"name": "Asha"});
    let key = client.post("/people", None, &asha).await["token"].as_str().unwrap().to_owned();
    let choose = Request { path: "/people", token: None, body: Some(&asha) };
    let me = Request { path: "/people/me", token: Some(&key), body: None };
    let day = |n: u32| fs::write(folder.join("clock"), (n * 24 * 60 * 60).to_string()).unwrap();
    day(300);
    // She is there again; nobody asks for more than the page does when it is opened.
    visit(&server, &key).await;
    day(500);
    assert_eq!(client.insist(&choose).await.status, 409, "that is less than a year ago");
    day(700);
    assert_eq!(client.insist(&choose).await.status, 201);
    assert_eq!(client.insist(&me).await.status, 401, "the old key opens nothing");

    // A name that reads like one and looks like another is free when both are.
    let mut choose = async |name: &str| {
        let body = json!({"name": name});
        client.insist(&Request { path: "/people", token: None, body: Some(&body) }).await
    };
    let reads = choose("iain").await.json()["token"].as_str().unwrap().to_owned();
    let looks = choose("lain").await.json()["token"].as_str().unwrap().to_owned();
    day(1000);
    visit(&server, &looks).await;
    day(1200);
    assert_eq!(choose("Iain").await.status, 409, "one of the two is used");
    visit(&server, &reads).await;
    day(1300);
    visit(&server, &looks).await;
    day(1700);
    assert_eq!(choose("Iain").await.status, 201);
}

/// Opens the page and closes it again: the lobby is told who looks.
async fn visit(server: &Server, key: &str) {
    let url = format!("ws://{}/api/v1/lobby", server.address());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket
        .send(Message::text(json!({"type": "hello", "token": key, "lobby": false}).to_string()))
        .await
        .unwrap();
    let you: Value = serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
    assert!(you["name"].is_string(), "{you}");
    socket.close(None).await.unwrap();
}

/// Whoever has a day for a move has it by the calendar: a restart gives nobody another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_for_a_move_go_by_whether_the_server_is_there_or_not() {
    let store = Store::file();
    let (mut server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let hours = |n: u32| fs::write(folder.join("clock"), (n * 60 * 60).to_string()).unwrap();
    let wish = json!({"game": "baghchal", "clock": {"per_move_ms": 86_400_000u64}});
    let game = Game::begin(&mut client, &wish).await;
    // The clock runs once both have moved.
    for name in ["one", "two"] {
        assert_eq!(game.play(&mut client, name).await, Some(200));
    }
    hours(16);
    server.kill();
    server.restart().await;
    let left = async |client: &mut Client| {
        let state = game.state(client).await;
        assert_eq!(state["outcome"], Value::Null, "{state}");
        state["clock"]["goats"].as_u64().unwrap() / 3_600_000
    };
    assert_eq!(left(&mut client).await, 7, "of twenty-four hours sixteen have gone by");
    assert_eq!(game.play(&mut client, "three").await, Some(200));
    // Who moved has a whole day again when their turn comes.
    assert_eq!(game.play(&mut client, "four").await, Some(200));
    assert_eq!(left(&mut client).await, 23);
    server.kill();
    hours(41);
    server.restart().await;
    // Nobody comes; the match is looked at when its time has come.
    let begun = std::time::Instant::now();
    let state = loop {
        let state = game.state(&mut client).await;
        if !state["outcome"].is_null() {
            break state;
        }
        assert!(begun.elapsed() < std::time::Duration::from_mins(1), "{state}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert_eq!(
        (&state["outcome"]["winner"], &state["outcome"]["reason"]),
        (&json!("tigers"), &json!("time"))
    );
}

/// What `timeout` exits with where it had to end the program.
const TIMED_OUT: i32 = 124;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_too_little_memory_it_ends_in_words_and_with_enough_it_starts() {
    let store = Store::file();
    let mut server = Server::start(store.folder(), &store.database, &[]).await;
    let mut client = Client::new(&[server.url("")], 0);
    let game = Game::begin(&mut client, &json!({"game": "baghchal"})).await;
    assert_eq!(game.play(&mut client, "one").await, Some(200));
    server.kill();
    // In bytes of 1024. With the least of them it depends on the build who misses it first; SQLite has its own words then.
    for (limit, words) in [(105_000, ""), (120_000, "memory"), (130_000, "memory")] {
        let serve = format!(
            "ulimit -v {limit}; exec timeout 20 '{}' serve --listen 127.0.0.1:0 --gomoku off --tables none \
             --database '{}'",
            program().display(),
            store.database
        );
        let starved = Command::new("sh").args(["-c", &serve]).output().unwrap();
        let told = String::from_utf8_lossy(&starved.stderr);
        let ended = starved.status.code();
        assert!(
            ended != Some(0) && ended != Some(TIMED_OUT) && !told.trim().is_empty() && told.contains(words),
            "{limit}: {:?}: {told}",
            starved.status
        );
    }
    server.restart().await;
    assert_eq!(game.state(&mut client).await["moves"].as_array().unwrap().len(), 1);
}
