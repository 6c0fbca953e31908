//! System faults: a disk that fails, a clock that jumps, too little memory. Acknowledged data stays, and
//! failures are reported.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chautari_e2e::{Client, Request, Server, Store, program};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Builds the library that injects faults, with the C compiler that `./check` requires anyway.
fn shim(folder: &Path) -> PathBuf {
    let library = folder.join("shim.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()), "the C compiler is needed");
    library
}

/// Starts a server with fault injection. Returns the folder whose files switch the faults on.
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

    /// Plays the first legal move under this command id. Returns the status if there was a response.
    async fn play(&self, client: &mut Client, name: &str) -> Option<u16> {
        let state = self.state(client).await;
        let token = self.begun["seats"][state["turn"].as_str()?]["token"].as_str()?.to_owned();
        let position = client.post("/games/baghchal/position", None, &json!({"moves": state["moves"]})).await;
        let body =
            json!({"command": name, "action": {"type": "move", "move": position["offers"][0]["move"]}});
        let path = format!("{}/actions", self.path);
        let asked = Request { path: &path, token: Some(&token), body: Some(&body) };
        client.send_once(&asked).await.map(|answer| answer.status)
    }
}

/// Returns the status of the readiness check.
async fn ready(server: &Server) -> u16 {
    reqwest::get(format!("http://{}/readyz", server.address())).await.unwrap().status().as_u16()
}

/// With a full disk the server still serves reads, and refuses writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_with_a_full_disk_is_not_ready() {
    let store = Store::file();
    let (server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let game = Game::begin(&mut client, &json!({"game": "baghchal"})).await;
    assert_eq!((game.play(&mut client, "one").await, ready(&server).await), (Some(200), 200));
    fs::write(folder.join("full"), "").unwrap();
    assert_eq!((game.play(&mut client, "two").await, ready(&server).await), (Some(503), 503));
    let alive = reqwest::get(format!("http://{}/healthz", server.address())).await.unwrap();
    assert_eq!(alive.status(), 200, "a restart would not help");
    fs::remove_file(folder.join("full")).unwrap();
    assert_eq!((game.play(&mut client, "two").await, ready(&server).await), (Some(200), 200));
    assert_eq!(game.state(&mut client).await["moves"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_sync_is_never_acknowledged() {
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
        assert_eq!(ready(&server).await, 503, "load balancers use another server");
        for ply in 0..4 {
            let status = game.play(&mut client, &format!("bad-{round}-{ply}")).await;
            assert_eq!(status, Some(503), "a write that did not reach the disk");
        }
        fs::remove_file(folder.join("fsync")).unwrap();
    }
    server.kill();
    server.restart().await;
    let moves = game.state(&mut client).await["moves"].as_array().unwrap().len();
    // At most one unacknowledged move may have been stored.
    assert!((acknowledged..=acknowledged + 1).contains(&moves), "{moves} of {acknowledged}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clock_jump_does_not_end_a_match() {
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

/// With less memory than the size of the program, the system ends it before its first instruction. From the
/// first limit on at which it prints anything, it prints something at every larger one.
#[test]
fn version_command_never_fails_silently_for_lack_of_memory() {
    let mut spoke = false;
    for limit in (50_000..130_000).step_by(5_000) {
        let ask = format!("ulimit -v {limit}; exec '{}' --version", program().display());
        let output = Command::new("sh").args(["-c", &ask]).output().unwrap();
        let speaks = output.status.success() || !output.stderr.is_empty();
        assert!(speaks || !spoke, "{limit} KiB: {:?}", output.status);
        spoke |= speaks;
    }
    assert!(spoke);
}

/// A name expires a year after the last visit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unused_name_expires_after_a_year() {
    let store = Store::file();
    let (server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let asha = json!({"name": "Asha"});
    let key = client.post("/people", None, &asha).await["token"].as_str().unwrap().to_owned();
    let choose = Request { path: "/people", token: None, body: Some(&asha) };
    let me = Request { path: "/people/me", token: Some(&key), body: None };
    let day = |n: u32| fs::write(folder.join("clock"), (n * 24 * 60 * 60).to_string()).unwrap();
    day(300);
    // A visit: the same request as the page sends when it is opened.
    visit(&server, &key).await;
    day(500);
    assert_eq!(client.send_until_final(&choose).await.status, 409, "the last visit was less than a year ago");
    day(700);
    assert_eq!(client.send_until_final(&choose).await.status, 201);
    assert_eq!(client.send_until_final(&me).await.status, 401, "the old token is invalid");

    // A name that reads like one name and looks like another is free only if both have expired.
    let mut choose = async |name: &str| {
        let body = json!({"name": name});
        client.send_until_final(&Request { path: "/people", token: None, body: Some(&body) }).await
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

/// Opens the page's socket with this token and closes it again.
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

/// A clock of days runs in calendar time: a restart does not add time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn correspondence_clock_runs_while_the_server_is_down() {
    let store = Store::file();
    let (mut server, folder) = start(&store).await;
    let mut client = Client::new(&[server.url("")], 0);
    let hours = |n: u32| fs::write(folder.join("clock"), (n * 60 * 60).to_string()).unwrap();
    let wish = json!({"game": "baghchal", "clock": {"per_move_ms": 86_400_000u64}});
    let game = Game::begin(&mut client, &wish).await;
    // The clock runs once both sides have moved.
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
    // After a move a side has a whole day again for the next one.
    assert_eq!(game.play(&mut client, "four").await, Some(200));
    assert_eq!(left(&mut client).await, 23);
    server.kill();
    hours(41);
    server.restart().await;
    // No client is connected; the match ends at its deadline.
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

/// The exit status of `timeout` if it had to end the program.
const TIMED_OUT: i32 = 124;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_reports_too_little_memory() {
    let store = Store::file();
    let mut server = Server::start(store.folder(), &store.database, &[]).await;
    let mut client = Client::new(&[server.url("")], 0);
    let game = Game::begin(&mut client, &json!({"game": "baghchal"})).await;
    assert_eq!(game.play(&mut client, "one").await, Some(200));
    server.kill();
    // In units of 1024 bytes. At the smallest limit it depends on the build which allocation fails first;
    // SQLite has its own message.
    for (limit, words) in [(105_000, ""), (120_000, "memory"), (130_000, "memory")] {
        let serve = format!(
            "ulimit -v {limit}; exec timeout 20 '{}' serve --listen 127.0.0.1:0 --gomoku off --tables none \
             --database '{}'",
            program().display(),
            store.database
        );
        // Printing a stack takes memory, and hangs if there is none.
        let starved = Command::new("sh").args(["-c", &serve]).env("RUST_BACKTRACE", "0").output().unwrap();
        let output = String::from_utf8_lossy(&starved.stderr);
        let ended = starved.status.code();
        assert!(
            ended != Some(0)
                && ended != Some(TIMED_OUT)
                && !output.trim().is_empty()
                && output.contains(words),
            "{limit}: {:?}: {output}",
            starved.status
        );
    }
    server.restart().await;
    assert_eq!(game.state(&mut client).await["moves"].as_array().unwrap().len(), 1);
}
