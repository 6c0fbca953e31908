//! Runs every command with Sprint, a game that exists only in tests, to check that no command lists the games itself.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json as value};

use crate::binary::{Answer, scratch};
use chautari_testing::skipped;

/// Returns the path of the program with Sprint, an example built beside the program.
fn program() -> PathBuf {
    let chautari = assert_cmd::cargo::cargo_bin!("chautari");
    let found = chautari
        .parent()
        .unwrap()
        .join("examples/with_sprint")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(found.exists(), "{} is built together with the tests", found.display());
    found
}

fn ask(input: &str, words: &[&str]) -> Answer {
    let mut command = Command::new(program());
    let output = command.env("CHAUTARI_TABLES", "none").args(words).write_stdin(input).output().unwrap();
    Answer {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json(words: &[&str]) -> Vec<Value> {
    let answer = ask("", words);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{words:?}");
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn sprint_is_listed_counted_and_replayed() {
    assert!(ask("", &["--help"]).out.contains("sprint"));
    let games = json(&["games", "--json"]);
    assert_eq!(games.last().unwrap()["id"], "sprint");
    assert!(ask("", &["moves", "sprit"]).err.contains("sprint"), "a typo gets a suggestion");
    assert_eq!(json(&["perft", "sprint", "2", "--json"])[0]["nodes"], 169);
    assert_eq!(json(&["moves", "sprint", "--json"])[0]["moves"].as_array().unwrap().len(), 13);
    let plies = json(&["replay", "sprint", "c1c2", "a5a4", "--json"]);
    assert_eq!(plies[1]["position"], ".pppp/p..../...../..P../PP.PP w");
    // Sprint has neither check nor a second notation, so both fields are absent.
    assert_eq!((plies[1].get("san"), plies[1].get("check")), (None, None));
    let refused = ask("", &["replay", "sprint", "c1c4", "--json"]);
    assert_eq!(refused.code, 1);
    let error: Value = serde_json::from_str(&refused.err).unwrap();
    assert!(error["error"]["code"].is_string(), "{error}");
    let moves = ask("", &["convert", "sprint", "--from", "moves", "--to", "lines", "c1c2 a5a4"]);
    assert_eq!(moves.out.lines().count(), 3, "{}", moves.err);
}

#[test]
fn sprint_is_drawn() {
    let folder = scratch("sprint-pictures");
    assert!(ask("", &["show", "sprint"]).out.contains('P'));
    for (option, name, head) in
        [("--svg", "a.svg", &b"<svg"[..]), ("--png", "a.png", b"\x89PNG"), ("--gif", "a.gif", b"GIF8")]
    {
        let file = folder.join(name);
        let answer = ask("", &["show", "sprint", "c1c2", option, file.to_str().unwrap()]);
        assert_eq!(answer.code, 0, "{option}: {}", answer.err);
        assert!(fs::read(&file).unwrap().starts_with(head), "{option}");
    }
}

#[test]
fn sprint_is_played() {
    let game = ask("c1c2\nmoves\nundo\nquit\n", &["play", "sprint", "--level", "1"]);
    assert_eq!(game.code, 0, "{}", game.err);
    let thought = json(&["think", "sprint", "--nodes", "500", "--json"]);
    assert!(thought.last().unwrap()["move"].is_string(), "{thought:?}");
    let program = program();
    let apart = format!("cmd:{} ugi sprint", program.display());
    let total = json(&[
        "match", "sprint", "--first", "level:4", "--second", &apart, "--games", "2", "--nodes", "50",
        "--json",
    ]);
    let endings = total.last().unwrap()["endings"].as_object().unwrap().clone();
    assert!(endings.keys().all(|code| ["arrived", "stuck"].contains(&code.as_str())), "{endings:?}");
    let engines = ["--engine", "level:2", "--engine", "random", "--engine", "greedy"];
    let places = json(&[&["tournament", "sprint", "--nodes", "50", "--json"], &engines[..]].concat());
    assert_eq!(places.len(), 3);
    let line = ask("", &["bench", "--nodes", "50"]).out;
    assert!(line.contains("sprint"), "{line}");
}

#[test]
fn sprint_has_help_completion_and_ugi() {
    let rules = ask("", &["help", "sprint"]);
    assert!(rules.code == 0 && rules.out.starts_with("# Sprint"), "{}{}", rules.out, rules.err);
    for shell in ["bash", "zsh", "fish"] {
        assert!(ask("", &["completions", shell]).out.contains("sprint"), "{shell}");
    }
    let said = ask("ugi\nposition startpos moves c1c2\ngo nodes 50\nquit\n", &["ugi", "sprint"]);
    assert!(said.code == 0 && said.out.contains("ugiok"), "{}{}", said.out, said.err);
    let puzzles = ask("", &["puzzles", "sprint", "--count", "1"]);
    assert!(puzzles.code == 0 && puzzles.out.lines().count() == 1, "{}{}", puzzles.out, puzzles.err);
}

/// The page contains the built-in games; one more must not break the export.
#[test]
fn page_is_exported_with_a_fifth_game() {
    let folder = scratch("sprint-page");
    let page = ask("", &["page", folder.to_str().unwrap()]);
    if page.code != 0 {
        assert!(page.err.contains("was built without the games"), "{}", page.err);
        skipped("export of the page with a fifth game: the program was built without the games");
        return;
    }
    assert!(folder.join("index.html").exists(), "{}", page.out);
}

/// Commands that Sprint does not support fail with a message, which must not advise an unsupported command.
#[test]
fn unsupported_commands_are_rejected() {
    let folder = scratch("sprint-nothing");
    let place = folder.to_str().unwrap();
    for words in [
        &["probe", "sprint", "--tables", place][..],
        &["explore", "sprint", "--tables", place],
        &["solve", "sprint", "--tables", place],
        &["prove", "sprint"],
        &["puzzle", "sprint"],
        &["verify-tables", place],
    ] {
        let answer = ask("", words);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{words:?}: {}", answer.err);
        assert!(answer.err.starts_with("chautari: "), "{words:?}: {}", answer.err);
        assert!(
            !answer.err.contains("solve sprint"),
            "{words:?} advises an unsupported command: {}",
            answer.err
        );
    }
    assert!(Path::new(place).read_dir().unwrap().next().is_none(), "no file was created");
}

#[test]
fn sprint_is_served() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut server = std::process::Command::new(program())
        .args([
            "serve",
            "--listen=127.0.0.1:0",
            "--database=sqlite::memory:",
            "--gomoku=off",
            "--tables=none",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(server.stderr.take().unwrap()).lines();
    let said = log.find_map(|line| Some(line.ok()?.split_once("127.0.0.1:")?.1.to_owned()));
    let port: String = said.unwrap_or_default().chars().take_while(char::is_ascii_digit).collect();
    let url = format!("http://127.0.0.1:{port}");
    let bot = ask(
        "",
        &[
            "bot",
            "sprint",
            "--server",
            &url,
            "--api",
            "softserve",
            "--name",
            "one",
            "--event",
            "mirror",
            "--max-actions",
            "4",
            "--json",
        ],
    );
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(bot.code, 0, "{}", bot.err);
    let lines: Vec<Value> = bot.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["game_id"]), (4, &value!(1)));
}
