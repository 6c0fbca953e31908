//! Plays whole games over each protocol with the example clients against a running server.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::test_server::TestServer;

/// Runs an example client to its end.
fn example(name: &str, args: &[&str]) -> Output {
    example_in(".".as_ref(), name, args)
}

/// Runs an example client in a folder.
fn example_in(folder: &Path, name: &str, args: &[&str]) -> Output {
    let path = format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    Command::new("python3").arg(path).args(args).current_dir(folder).output().unwrap()
}

/// Runs an example client, which must succeed, and returns its output.
fn play(name: &str, args: &[&str]) -> String {
    succeeded(name, &example(name, args))
}

/// Returns the output of an example client, which must have succeeded.
fn succeeded(name: &str, run: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{name}: {}\n{out}\n{err}", run.status);
    out.into_owned()
}

#[test]
fn obx_client_finishes_a_game() {
    let server = TestServer::start(&[]);
    let said = play("obx_client.py", &[&server.url, "7"]);
    assert!(said.ends_with("winner: tigers by captures\n"), "{said}");
}

#[test]
fn native_api_bot_finishes_a_game_and_comes_back() {
    let server = TestServer::start(&[]);
    // The bot stores its token in the current folder.
    let folder = crate::binary::scratch("api-bot");
    for _ in 0..2 {
        let run = example_in(&folder, "api_bot.py", &[&server.url, "wanderer", "baghchal:captures=1"]);
        let said = succeeded("api_bot.py", &run);
        assert!(said.starts_with("wanderer plays ") && said.contains("\nwinner: "), "{said}");
    }
}

#[test]
fn gomoku_tcp_client_finishes_a_game() {
    let server = TestServer::start(&[]);
    let (host, port) = server.gomoku.split_once(':').unwrap();
    let said = play("gomoku_client.py", &[host, port, "2", "1"]);
    assert!(said.ends_with("winner: black\n"), "{said}");
}

#[test]
fn banchess_sync_client_finishes_a_game() {
    let server = TestServer::start(&[]);
    let said = play("banchess_client.py", &[&server.url]);
    assert!(said.contains("8 m:d8h4#\n") && said.trim_end().ends_with("Qh4# 0-1"), "{said}");
}

#[test]
fn softserve_event_counts_points_as_its_games_ended() {
    let server = TestServer::start(&[]);
    let token =
        server.post("/player/create", &json!({"name": "example", "email": "a@b.example"}))["token"].clone();
    let players = json!(["example", "random", "chautari-2"]);
    let event = server.post("/event/create", &json!({"players": players, "game_pairs": 1, "name": "cup"}));
    let bot = ["example", "cup", "--token", token.as_str().unwrap(), "--idle", "10"];
    let bot: Vec<&str> = std::iter::once(server.url.as_str()).chain(bot).collect();
    let data = json!({"event_id": event["event_id"], "token": event["token"]});
    let said = thread::scope(|scope| {
        let bot = scope.spawn(|| play("softserve_bot.py", &bot));
        // Games between built-in players proceed in the background.
        for _ in 0..240 {
            let response = server.post("/event/data", &data);
            if response["data"]["games"].as_array().unwrap().iter().all(|game| game["result"] != "ongoing") {
                break;
            }
            thread::sleep(Duration::from_millis(500));
        }
        bot.join().unwrap()
    });
    assert!(said.contains("plies: "), "{said}");
    let response = server.post(
        "/event/data",
        &json!({
            "event_id": event["event_id"].to_string(), "token": event["token"], "forfeits": false,
        }),
    );
    let games = response["data"]["games"].as_array().unwrap();
    assert_eq!((response["name"].as_str(), games.len()), (Some("cup"), 6));
    let mut points = [0; 3];
    for game in games {
        let recorded = server.post("/game/data", &json!({"game_id": game["id"], "token": event["token"]}));
        assert_ne!(recorded["end_timestamp"], "None", "{game}");
        let (states, actions) =
            (recorded["states"].as_array().unwrap(), recorded["actions"].as_array().unwrap());
        assert_eq!(states.len(), actions.len() + 1);
        // Replay the recorded game.
        for (i, action) in actions.iter().enumerate() {
            let (state, action) = (states[i].as_str().unwrap(), action.as_str().unwrap());
            let next = server.get(&format!("/state/{state}/act/{action}"));
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
            |counter| response["data"]["players"][player.as_str().unwrap()][counter].as_u64().unwrap_or(0);
        let response = 3 * (count("wins") + count("forfeit_wins")) + count("draws");
        assert_eq!(response, points, "{player}");
    }
}

#[test]
fn bot_plays_every_game_against_itself() {
    let server = TestServer::start(&[]);
    for (game, name) in [("creeper", "a"), ("baghchal", "b"), ("banchess", "c"), ("gomoku", "d")] {
        let run = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
            .args(["bot", game, "--url", &server.url, "--name", name, "--event", "mirror"])
            .args(["--max-actions", "12", "--nodes", "200", "--json"])
            .output()
            .unwrap();
        let (out, err) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
        assert!(run.status.success(), "{game}: {err}");
        assert_eq!(out.lines().count(), 12, "{game}: {out}");
        assert!(err.contains("Its token, shown only once"), "{err}");
    }
}

/// Returns the path of a certificate of the server's own tests.
fn certificate(name: &str) -> String {
    format!("{}/../crates/server/tests/server/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn bot_connects_over_tls_only_to_trusted_servers() {
    let (chain, key) = (certificate("one.pem"), certificate("one-key.pem"));
    let server = TestServer::start(&["--tls-certificate", &chain, "--tls-key", &key]);
    let url = server.url.replace("http://", "https://");
    let bot = |trusted: &str| {
        let mut bot = Command::new(assert_cmd::cargo::cargo_bin("chautari"));
        bot.env("SSL_CERT_FILE", certificate(trusted)).env_remove("SSL_CERT_DIR");
        bot.args(["bot", "creeper", "--server", &url, "--name", "secure", "--nodes", "100"]);
        bot
    };
    let run = bot("one.pem").args(["--event", "mirror", "--max-actions", "4", "--json"]).output().unwrap();
    let (out, err) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success() && out.lines().count() == 4, "{out}{err}");
    let run = bot("one.pem").args(["--idle-timeout", "1s"]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // An untrusted server is rejected with the reason.
    let mut refused = bot("two.pem").stderr(Stdio::piped()).spawn().unwrap();
    let line = BufReader::new(refused.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    refused.kill().unwrap();
    refused.wait().unwrap();
    assert!(line.contains("certificate") && line.contains("trying again"), "{line}");
}

#[test]
fn bot_rejects_impossible_options() {
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
