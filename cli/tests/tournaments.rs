//! Tournaments: formats, resuming after a kill, CSV and PGN, resource limits.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::binary::{ask, json, scratch};

/// Plays a tournament and returns its standings.
fn play(game: &str, engines: &[&str], more: &[&str]) -> Vec<Value> {
    let mut words = vec!["tournament", game, "--json", "--nodes", "50"];
    words.extend(engines.iter().flat_map(|engine| ["--engine", engine]));
    words.extend(more);
    json(&words)
}

fn games_of(places: &[Value]) -> u64 {
    let sum = |name: &str| places.iter().map(|place| place[name].as_u64().unwrap()).sum::<u64>();
    sum("wins") + sum("draws") + sum("losses")
}

#[test]
fn every_format_plays_all_its_games() {
    let engines = ["level:3", "greedy", "random", "random"];
    for (format, meetings) in [("round-robin", 6), ("double-round-robin", 12), ("swiss", 4), ("gauntlet", 3)]
    {
        let places = play("baghchal", &engines, &["--format", format, "--games", "2"]);
        assert_eq!(places.len(), 4, "{format}");
        // Every game counts for both players.
        assert_eq!(games_of(&places), meetings * 2 * 2, "{format}: {places:?}");
        assert!(places.is_sorted_by(|one, two| one["points"].as_f64() >= two["points"].as_f64()));
    }
    let places = play("baghchal", &engines, &["--concurrency", "3"]);
    let names: Vec<_> = places.iter().map(|place| place["engine"].as_str().unwrap()).collect();
    assert!(names.contains(&"random") && names.contains(&"random (2)"), "{names:?}");
}

#[test]
fn killed_tournament_resumes_with_the_same_result() {
    let folder = scratch("killed-tournament");
    let file = folder.join("games.jsonl");
    let words = ["tournament", "gomoku", "--engine", "level:1", "--engine", "random", "--engine", "greedy"];
    let more = ["--nodes", "200", "--games", "4", "--json", "--resume", file.to_str().unwrap()];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(words)
        .args(more)
        .env("CHAUTARI_TABLES", "none")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&file).unwrap_or_default().lines().count();
    for _ in 0..6000 {
        // The header and some games.
        if lines() >= 4 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&file).unwrap();
    assert!(before.lines().count() >= 4, "{before}");
    // A kill can leave an incomplete line.
    fs::write(&file, format!("{before}{{\"round\":0,\"bo")).unwrap();
    let resumed = json(&[&words[..], &more].concat());
    assert_eq!(lines(), 1 + 12);
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(&before), "finished games are not played again");
    // All games are played, so the standings come from the file.
    assert_eq!(json(&[&words[..], &more].concat()), resumed);
    assert_eq!(games_of(&resumed), 24);
    let other = ask(&[&words[..6], &more].concat());
    assert_eq!(other.code, 2);
    assert!(other.err.contains("this file holds another tournament"), "{}", other.err);
    assert!(
        other.err.contains("--engine was level:1, random, greedy and is level:1, random"),
        "{}",
        other.err
    );
    // Options that affect the games cannot be changed.
    let openings = folder.join("openings.txt");
    fs::write(&openings, "180 181\n").unwrap();
    for (changed, says) in [
        (&["--depth", "2"][..], "--depth was nothing and is 2"),
        (&["--time", "1s"], "--time was nothing and is 1000ms"),
        (&["--clock", "1s+0.1s"], "--clock was nothing and is 1000ms+100ms"),
        (&["--plies", "5"], "--plies was 4 and is 5"),
        (&["--openings", openings.to_str().unwrap()], "--plies was 4 and is nothing"),
        (&["--threads", "2"], "--threads was 1 and is 2"),
        (&["--hash", "8"], "--hash was 16 and is 8"),
        (&["--memory", "900"], "--memory was nothing and is 900"),
        (&["--seed", "9"], "--seed was 1 and is 9"),
    ] {
        let other = ask(&[&words[..], &more, changed].concat());
        assert!(other.code == 2 && other.err.contains(says), "{changed:?}: {}", other.err);
    }
    let mut slower = more;
    slower[1] = "300";
    let other = ask(&[&words[..], &slower].concat());
    assert!(other.code == 2 && other.err.contains("--nodes was 200 and is 300"), "{}", other.err);
    assert_eq!(lines(), 1 + 12);
}

#[test]
fn results_are_written_as_csv_and_pgn() {
    let folder = scratch("results");
    let (csv, pgn) = (folder.join("standings.csv"), folder.join("games.pgn"));
    let files = ["--csv", csv.to_str().unwrap(), "--pgn", pgn.to_str().unwrap(), "--plies", "2"];
    let places = play("banchess", &["greedy", "random"], &files);
    let text = fs::read_to_string(&csv).unwrap();
    let mut rows = text.split("\r\n");
    assert_eq!(rows.next(), Some("rank,engine,points,wins,draws,losses,rating,deviation"));
    assert!(rows.next().unwrap().starts_with(&format!("1,{},", places[0]["engine"])), "{text}");
    let text = fs::read_to_string(&pgn).unwrap();
    let games: Vec<&str> = text.split_inclusive("\n\n").collect::<Vec<_>>();
    assert_eq!(games.len(), 4, "tags and moves of two games: {text}");
    for game in games.chunks(2) {
        assert!(game[0].contains("[White \"") && game[0].contains("[Termination \""), "{text}");
        let game = game.concat();
        let read = ask(&["convert", "banchess", "--from", "pgn", "--to", "bcn", &game]);
        assert_eq!(read.code, 0, "{}: {game}", read.err);
    }
    play("baghchal", &["greedy", "random"], &files);
    let text = fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[Variant \"Bagh Chal\"]") && text.contains("\n1. m"), "{text}");
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{text}");
}

#[test]
fn sprt_stops_the_tournament_when_decided() {
    let more = ["--games", "400", "--sprt", "0,200"];
    for concurrency in ["1", "3"] {
        let mut lines =
            play("baghchal", &["greedy", "random"], &[&more[..], &["--concurrency", concurrency]].concat());
        let test = lines.pop().unwrap();
        assert_eq!(test["sprt"]["decision"], "accepted", "{test}");
        assert!(test["games"].as_u64().unwrap() < 200, "{test}");
    }
    let three = ["tournament", "baghchal", "--engine", "random", "--engine", "random", "--engine", "random"];
    let refused = ask(&[&three[..], &["--sprt", "0,5"]].concat());
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--sprt compares two engines"), "{}", refused.err);
}

/// Writes an engine that stores its resource limits in a file and then has no move.
fn limits_engine(folder: &Path) -> String {
    let script = folder.join("engine.sh");
    let limits = folder.join("limits");
    let text = format!(
        "while read word rest; do case $word in
            ugi) echo ugiok;;
            isready) echo readyok;;
            go) echo \"$(ulimit -v) $(nproc)\" > {}; echo bestmove none;;
            quit) exit;;
         esac; done",
        limits.display()
    );
    fs::write(&script, text).unwrap();
    format!("cmd:sh {}", script.display())
}

#[test]
#[cfg(target_os = "linux")]
fn programs_are_limited_in_memory_and_processors() {
    let folder = scratch("bounds");
    let engine = limits_engine(&folder);
    let bounds = ["--memory", "512", "--processors", "1", "--games", "2"];
    play("baghchal", &[&engine, "random"], &bounds);
    assert_eq!(fs::read_to_string(folder.join("limits")).unwrap().trim(), "524288 1");
    fs::remove_file(folder.join("limits")).unwrap();
    json(&[&["match", "baghchal", "--json", "--first", &engine, "--second", "random"], &bounds[..]].concat());
    assert_eq!(fs::read_to_string(folder.join("limits")).unwrap().trim(), "524288 1");
}
