//! Softserve across restarts: built-in players continue where they were as soon as the server is up again.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::time::{Duration, Instant};

use chautari_e2e::{Client, Server, Store};
use serde_json::{Value, json};

/// How long the games may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(4);

/// Returns the number of actions in the games of an event, and the number of open games.
async fn plies(client: &mut Client, event: &Value) -> (usize, usize) {
    let asked = json!({"event_id": event["event_id"], "token": event["token"]});
    let data = client.post("/event/data", None, &asked).await;
    let games = data["data"]["games"].as_array().unwrap().clone();
    let open = games.iter().filter(|game| game["result"] == "ongoing").count();
    let mut plies = 0;
    for game in &games {
        let asked = json!({"game_id": game["id"], "token": event["token"]});
        let game_data = client.post("/game/data", None, &asked).await;
        plies += game_data["actions"].as_array().unwrap().len();
    }
    (plies, open)
}

/// Stops the server repeatedly, while a built-in player is to act in each game. None of them waits for a lease
/// to expire, because a job is returned at a shutdown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn builtin_players_continue_after_a_restart() {
    let store = Store::file();
    let mut server = Server::start(store.folder(), &store.database, &["--engines=1"]).await;
    let mut client = Client::new(&[format!("http://{}", server.address())], 0);
    let plan = json!({"players": ["random", "chautari-2", "chautari-3"], "game_pairs": 1, "game": "gomoku"});
    let event = client.post("/event/create", None, &plan).await;
    let begun = Instant::now();
    let mut before = 0;
    for stop in 0..3 {
        // It makes progress ...
        loop {
            let (now, open) = plies(&mut client, &event).await;
            if now > before || open == 0 {
                before = now;
                break;
            }
            assert!(begun.elapsed() < TIMEOUT, "no action since stop {stop}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // ... until it is stopped, and nothing is lost.
        server.stop();
        server.restart().await;
        let (now, _) = plies(&mut client, &event).await;
        assert!(now >= before, "{now} actions, and there were {before}");
        before = now;
    }
    loop {
        let (now, open) = plies(&mut client, &event).await;
        if open == 0 {
            eprintln!("{now} actions in {:.1} s through three stops", begun.elapsed().as_secs_f64());
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "{open} games are still open after {now} actions");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A deadline that passes while the server is down takes effect after the restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deadline_takes_effect_after_a_restart() {
    let store = Store::file();
    let mut server = Server::start(store.folder(), &store.database, &[]).await;
    let mut client = Client::new(&[format!("http://{}", server.address())], 0);
    for name in ["a", "b"] {
        client.post("/player/create", None, &json!({"name": name, "email": ""})).await;
    }
    let plan = json!({"players": ["a", "b"], "game_pairs": 2, "closes_in": 2});
    let event = client.post("/event/create", None, &plan).await;
    server.stop();
    tokio::time::sleep(Duration::from_millis(2100)).await;
    server.restart().await;
    let begun = Instant::now();
    while plies(&mut client, &event).await.1 > 0 {
        assert!(begun.elapsed() < TIMEOUT, "the event is not closed");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
