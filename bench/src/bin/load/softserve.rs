//! Bots on mirror events: each ply is requested and submitted, and both are on disk before the response.

use std::time::{Duration, Instant};

use chautari_e2e::Server;
use serde_json::{Value, json};

use crate::http::{HttpLine, post};
use crate::report::Meter;

/// A game that ends by repetition, so that bots need no rules.
const GAME: [&str; 8] = ["c7d7", "c1d1", "d7c7", "d1c1", "c7d7", "c1d1", "d7c7", "d1c1"];

/// Runs `bots` bots for `time`.
pub(crate) async fn run(server: &Server, bots: usize, time: Duration) {
    let mut players = Vec::new();
    for number in 0..bots {
        let mut line = HttpLine::open(server.address()).await.expect("the server listens");
        let name = format!("bot-{number}");
        let told = ask(&mut line, "/player/create", &json!({"name": name, "email": ""})).await;
        players.push((line, name, told["token"].clone()));
    }
    let meter = Meter::start(server);
    let begun = Instant::now();
    let tasks: Vec<_> = players
        .into_iter()
        .map(|(mut line, player, token)| {
            tokio::spawn(async move {
                let mut waits = Vec::new();
                let question = json!({"event": "mirror", "player": player, "token": token});
                while begun.elapsed() < time {
                    let asked = Instant::now();
                    let turn = ask(&mut line, "/aivai/play-state", &question).await;
                    let ply = turn["history"].as_array().map_or(0, Vec::len) - 1;
                    let deed = json!({
                        "player": player, "token": token, "action_id": turn["action_id"], "action": GAME[ply],
                    });
                    ask(&mut line, "/aivai/submit-action", &deed).await;
                    waits.push(asked.elapsed());
                }
                waits
            })
        })
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await.expect("a bot that was not refused"));
    }
    meter.report(&format!("plies of {bots} bots"), waits);
}

async fn ask(line: &mut HttpLine, path: &str, body: &Value) -> Value {
    let status = line.ask(&post(path, None, &body.to_string())).await.expect("the server answers");
    let told = String::from_utf8_lossy(&line.body);
    assert_eq!(status, 200, "{path}: {told}");
    serde_json::from_str(&told).expect("the answer is JSON")
}
