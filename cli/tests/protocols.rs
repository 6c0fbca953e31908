//! Whole games over each protocol, played by the example clients against the running server.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod served;

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use served::Served;

/// Runs an example to its end.
fn example(name: &str, words: &[&str]) -> Output {
    let path = format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    Command::new("python3").arg(path).args(words).output().unwrap()
}

/// What an example says that must end well.
fn play(name: &str, words: &[&str]) -> String {
    let run = example(name, words);
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{name} {words:?}: {}\n{out}\n{err}", run.status);
    out.into_owned()
}

#[test]
fn bagh_chal_by_obx() {
    let served = Served::start(&[]);
    let said = play("obx_client.py", &[&served.url, "7"]);
    assert!(said.ends_with("winner: tigers by captures\n"), "{said}");
}

#[test]
fn any_game_by_the_native_api() {
    let served = Served::start(&[]);
    let said = play("api_bot.py", &[&served.url, "wanderer", "baghchal:captures=1"]);
    assert!(said.starts_with("wanderer plays ") && said.contains("\nwinner: "), "{said}");
}

#[test]
fn gomoku_over_tcp() {
    let served = Served::start(&[]);
    let (host, port) = served.gomoku.split_once(':').unwrap();
    let said = play("gomoku_client.py", &[host, port, "2", "1"]);
    assert!(said.ends_with("winner: black\n"), "{said}");
}

#[test]
fn ban_chess_in_step() {
    let served = Served::start(&[]);
    let said = play("banchess_client.py", &[&served.url]);
    assert!(said.contains("8 m:d8h4#\n") && said.trim_end().ends_with("Qh4# 0-1"), "{said}");
}

#[test]
fn an_event_runs_to_its_end_and_its_points_agree_with_its_games() {
    let served = Served::start(&[]);
    let token =
        served.post("/player/create", &json!({"name": "example", "email": "a@b.example"}))["token"].clone();
    let players = json!(["example", "random", "chautari-2"]);
    let event = served.post("/event/create", &json!({"players": players, "game_pairs": 1, "name": "cup"}));
    let bot = ["example", "cup", "--token", token.as_str().unwrap(), "--idle", "10"];
    let bot: Vec<&str> = std::iter::once(served.url.as_str()).chain(bot).collect();
    let data = json!({"event_id": event["event_id"], "token": event["token"]});
    let said = thread::scope(|scope| {
        let bot = scope.spawn(|| play("softserve_bot.py", &bot));
        // Games between players of the house go on without anybody asking.
        for _ in 0..240 {
            let told = served.post("/event/data", &data);
            if told["data"]["games"].as_array().unwrap().iter().all(|game| game["result"] != "ongoing") {
                break;
            }
            thread::sleep(Duration::from_millis(500));
        }
        bot.join().unwrap()
    });
    assert!(said.contains("plies: "), "{said}");
    let told = served.post(
        "/event/data",
        &json!({
            "event_id": event["event_id"].to_string(), "token": event["token"], "forfeits": false,
        }),
    );
    let games = told["data"]["games"].as_array().unwrap();
    assert_eq!((told["name"].as_str(), games.len()), (Some("cup"), 6));
    let mut points = [0; 3];
    for game in games {
        let recorded = served.post("/game/data", &json!({"game_id": game["id"], "token": event["token"]}));
        assert_ne!(recorded["end_timestamp"], "None", "{game}");
        let (states, actions) =
            (recorded["states"].as_array().unwrap(), recorded["actions"].as_array().unwrap());
        assert_eq!(states.len(), actions.len() + 1);
        // The game as it was recorded, played again by the rules alone.
        for (i, action) in actions.iter().enumerate() {
            let (state, action) = (states[i].as_str().unwrap(), action.as_str().unwrap());
            let next = served.get(&format!("/state/{state}/act/{action}"));
            assert_eq!(next["state"], states[i + 1]);
        }
        let seat =
            |player: &Value| players.as_array().unwrap().iter().position(|name| name == player).unwrap();
        match game["result"].as_str().unwrap() {
            "x win" => points[seat(&game["x"])] += 3,
            "y win" => points[seat(&game["y"])] += 3,
            "draw" => {
                points[seat(&game["x"])] += 1;
                points[seat(&game["y"])] += 1;
            }
            other => panic!("{other}"),
        }
    }
    for (player, points) in players.as_array().unwrap().iter().zip(points) {
        let count =
            |counter| told["data"]["players"][player.as_str().unwrap()][counter].as_u64().unwrap_or(0);
        let told = 3 * (count("wins") + count("forfeit_wins")) + count("draws");
        assert_eq!(told, points, "{player}");
    }
}

#[test]
fn our_bot_plays_every_game_against_itself() {
    let served = Served::start(&[]);
    for (game, name) in [("creeper", "a"), ("baghchal", "b"), ("banchess", "c"), ("gomoku", "d")] {
        let run = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
            .args(["bot", game, "--url", &served.url, "--name", name, "--event", "mirror"])
            .args(["--plies", "12", "--nodes", "200", "--json"])
            .output()
            .unwrap();
        let (out, err) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
        assert!(run.status.success(), "{game}: {err}");
        assert_eq!(out.lines().count(), 12, "{game}: {out}");
        assert!(err.contains("its token, told once"), "{err}");
    }
}

/// The certificates lie with the server's own tests.
fn certificate(name: &str) -> String {
    format!("{}/../crates/server/tests/server/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn our_bot_plays_over_tls_with_whom_the_system_trusts() {
    let (chain, key) = (certificate("one.pem"), certificate("one-key.pem"));
    let served = Served::start(&["--tls-certificate", &chain, "--tls-key", &key]);
    let url = served.url.replace("http://", "https://");
    let bot = |trusted: &str| {
        let mut bot = Command::new(assert_cmd::cargo::cargo_bin("chautari"));
        bot.env("SSL_CERT_FILE", certificate(trusted)).env_remove("SSL_CERT_DIR");
        bot.args(["bot", "creeper", "--server", &url, "--name", "secure", "--nodes", "100"]);
        bot
    };
    let run = bot("one.pem").args(["--event", "mirror", "--plies", "4", "--json"]).output().unwrap();
    let (out, err) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success() && out.lines().count() == 4, "{out}{err}");
    let run = bot("one.pem").args(["--idle", "1s"]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // A server that nobody vouches for is told nothing, and the reason is said.
    let mut refused = bot("two.pem").stderr(Stdio::piped()).spawn().unwrap();
    let line = BufReader::new(refused.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    refused.kill().unwrap();
    refused.wait().unwrap();
    assert!(line.contains("certificate") && line.contains("trying again"), "{line}");
}

#[test]
fn a_bot_says_what_it_cannot_do() {
    for (words, text) in [
        (&["--server", "ftp://x"][..], "is not a server address"),
        (&["--server", "http://127.0.0.1:9", "--event", "*", "--games", "2"], "one game at a time"),
        (&["--server", "http://127.0.0.1:9", "--engine", "cmd:/no/such/program"], "The engine cannot play"),
    ] {
        let run = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
            .args(["bot", "creeper", "--name", "x"])
            .args(words)
            .output()
            .unwrap();
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && err.contains(text), "{words:?}: {err}");
    }
}
