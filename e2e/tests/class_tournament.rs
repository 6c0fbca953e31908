//! A class plays a tournament with login cards while the server is killed: nobody is lost, a player who never
//! comes is withdrawn, and the tournament ends.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::time::{Duration, Instant};

use chautari_e2e::{Client, Request, Rng, Server, Store};
use serde_json::{Value, json};

const PUPILS: usize = 6;
const KILLS: usize = 5;

/// How long it may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(4);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn class_tournament_survives_kills() {
    let store = Store::file();
    let mut server = Server::start(store.folder(), &store.database, &[]).await;
    let urls = [server.url("")];
    let mut client = Client::new(&urls, 0);
    let host = client.post("/people", None, &json!({"name": "Teacher"})).await;
    let key = host["token"].as_str().unwrap();
    for (format, seed) in [("swiss", 1), ("arena", 2)] {
        let mut request = json!({
            "name": format, "game": "baghchal", "format": format, "waits": true, "no_show_ms": 4000,
            "clock": {"initial_ms": 600_000},
        });
        if format == "arena" {
            request["lasts_ms"] = json!(15_000);
        }
        let begun = client.post("/tournaments", Some(key), &request).await;
        let path = format!("/tournaments/{}", begun["tournament"].as_str().unwrap());
        let names: Vec<String> = (0..=PUPILS).map(|n| format!("{format} pupil {n}")).collect();
        let made = client.post(&format!("{path}/roster"), Some(key), &json!({"names": names})).await;
        let cards = made["cards"].as_array().unwrap();
        assert_eq!(cards.len(), PUPILS + 1);
        // The first pupil never comes.
        let mut pupils = tokio::task::JoinSet::new();
        for (card, n) in cards.iter().skip(1).zip(1u64..) {
            let token = card["token"].as_str().unwrap().to_owned();
            pupils.spawn(play(Client::new(&urls, 0), token, Rng::new(seed * 100 + n)));
        }
        client.post(&format!("{path}/start"), Some(key), &json!({"anyway": true})).await;
        let (start, mut rng, mut killed) = (Instant::now(), Rng::new(seed), 0);
        let end = loop {
            tokio::time::sleep(Duration::from_millis(200 + rng.below(800) as u64)).await;
            if killed < KILLS {
                server.kill();
                killed += 1;
                server.restart().await;
            }
            let state = client.get(&path).await;
            if state["state"] == "ended" {
                break state;
            }
            assert!(start.elapsed() < TIMEOUT, "the tournament does not end: {state:#}");
        };
        pupils.abort_all();
        check(&end, format);
        eprintln!("{format}: {} rounds over {killed} kills", end["round"]);
    }
}

/// Plays the matches of one pupil, and resigns after a while.
async fn play(mut client: Client, token: String, mut rng: Rng) {
    loop {
        let own = Request { path: "/people/me/matches", token: Some(&token), body: None };
        let answer = client.send_until_final(&own).await.json();
        for game in answer["matches"].as_array().into_iter().flatten() {
            if game["your_turn"] != true {
                continue;
            }
            let id = game["id"].as_str().unwrap();
            let state = client.get(&format!("/matches/{id}")).await;
            let Some(offer) = state["offers"].as_array().and_then(|all| all.first()) else { continue };
            let action = if state["moves"].as_array().unwrap().len() > 3 && rng.below(3) == 0 {
                json!({"type": "resign"})
            } else {
                json!({"type": "move", "move": offer["move"]})
            };
            let body = json!({"command": format!("at-{}-{}", state["version"], rng.below(1000)), "version": state["version"], "action": action});
            let path = format!("/matches/{id}/actions");
            client.send_until_final(&Request { path: &path, token: Some(&token), body: Some(&body) }).await;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

fn check(state: &Value, format: &str) {
    for (player, n) in state["players"].as_array().unwrap().iter().zip(0..) {
        let expected = json!(n == 0);
        assert_eq!(player["withdrawn"], expected, "{player}: {state:#}");
        assert_eq!(player["absent"].as_bool().unwrap_or(false), n == 0, "{player}");
    }
    let standings = state["standings"].as_array().unwrap();
    let sum = |what: &str| standings.iter().map(|place| place[what].as_f64().unwrap()).sum::<f64>();
    assert!((sum("wins") - sum("losses")).abs() < 1e-9, "wins and losses balance: {state:#}");
    assert!(sum("wins") > 0.0);
    if format == "swiss" {
        let games = sum("wins") + sum("draws") / 2.0;
        assert!((sum("points") - games - sum("free")).abs() < 1e-9, "{state:#}");
    }
}
