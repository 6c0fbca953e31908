//! `chautari new-bot`: the bots it writes run, and say what they do.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::binary::{ask, scratch};
use crate::test_server::TestServer;
use chautari_testing::skipped;
use serde_json::json;

/// A game that ends soon: at the first capture.
const GAME: &str = "baghchal:captures=1";

/// Writes a bot for a server.
fn new_bot(language: &str, server: &str) -> PathBuf {
    let folder = scratch(&format!(
        "new-{language}-{}",
        thread::current().name().unwrap_or_default().replace("::", "-")
    ))
    .join("bot");
    let target = folder.to_str().unwrap();
    let name = format!("my-{language}");
    let answer = ask(&["new-bot", language, &name, "--game", GAME, "--server", server, "--folder", target]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{}", answer.out);
    assert!(answer.out.contains("level 1"), "{}", answer.out);
    folder
}

/// Runs a command of a README in the folder of a bot. Returns its output, which must mean success.
fn run(folder: &Path, line: &str) -> String {
    let output = command(folder, line).output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{line}: {text}");
    text
}

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new("sh");
    let program = assert_cmd::cargo::cargo_bin!("chautari");
    command.args(["-c", line]).current_dir(folder).env("CHAUTARI", program).env("CHAUTARI_TABLES", "none");
    command
}

/// Returns the first line that a command prints, then kills it.
fn first_line(folder: &Path, line: &str) -> String {
    let mut command = command(folder, &format!("exec {line} 2>&1"));
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    first
}

#[test]
fn python_bot_plays_and_comes_back_as_the_same_bot() {
    let server = TestServer::start(&[]);
    let folder = new_bot("python", &server.url);
    run(&folder, "python3 -m unittest");
    let first = run(&folder, "python3 bot.py --local");
    for expected in ["Registered my-python", "waiting for matches", "Against level 1", "my-python is on"] {
        assert!(first.contains(expected), "`{expected}` is missing: {first}");
    }
    assert!(first.contains(" plays m"), "{first}");
    assert!([": won as", ": lost as", ": drawn as"].iter().any(|result| first.contains(result)), "{first}");
    let second = run(&folder, "python3 bot.py --local");
    assert!(!second.contains("Registered") && second.contains(" as goats: "), "{second}");
    let (status, bot) = server.request("GET", "/api/v1/bots/my-python", None);
    assert_eq!((status, &bot["name"]), (200, &json!("my-python")));
    // Without its token, the name belongs to another bot.
    fs::remove_file(folder.join("tokens.json")).unwrap();
    let output = command(&folder, "python3 bot.py").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("my-python cannot be registered"), "{text}");
}

#[test]
fn python_bot_reports_refused_moves() {
    let server = TestServer::start(&[]);
    let folder = new_bot("python", &server.url);
    let bot = fs::read_to_string(folder.join("bot.py")).unwrap();
    let wrong =
        bot.replace("return random.choice(moves)", "return \"Z9\" if wrong and wrong.pop() else moves[0]");
    let wrong = wrong.replace("def choose", "wrong = [True]\n\n\ndef choose");
    assert_ne!(bot, wrong);
    fs::write(folder.join("bot.py"), wrong).unwrap();
    let text = run(&folder, "python3 bot.py --local");
    let lines: Vec<_> = text.lines().filter(|line| line.contains("Z9") || line.contains(" plays ")).collect();
    assert!(
        lines[0].contains("your move was refused: Z9: ") && lines[1].contains("move 1, goats plays m"),
        "{text}"
    );
    assert_eq!(lines.iter().filter(|line| line.contains("Z9")).count(), 1, "{text}");
}

#[test]
fn shell_bot_plays_locally_and_on_a_server() {
    let server = TestServer::start(&[]);
    let folder = new_bot("shell", &server.url);
    assert!(run(&folder, "./test.sh").starts_with("passed: m"));
    let local = run(&folder, "./play --local");
    assert!(local.contains('2') && !local.contains("illegal") && !local.contains("broke down"), "{local}");
    // It registers, and then waits; the next start is the same bot, which plays.
    let idle = run(&folder, "./play --idle-timeout 1ms");
    assert!(idle.contains("waiting for matches and invitations"), "{idle}");
    let token = fs::read_to_string(folder.join("token")).unwrap();
    let seats =
        json!({"goats": {"kind": "bot", "name": "my-shell"}, "tigers": {"kind": "engine", "level": 1}});
    let (status, begun) =
        server.request("POST", "/api/v1/matches", Some(&json!({"game": GAME, "seats": seats})));
    assert_eq!(status, 201, "{begun}");
    // A match can end at the first capture, before the second move.
    let played = run(&folder, "./play --max-actions 2 --idle-timeout 5s");
    assert!(played.contains("goats plays"), "{played}");
    assert_eq!(fs::read_to_string(folder.join("token")).unwrap(), token);
}

#[test]
fn rust_bot_compiles_and_plays_a_legal_move() {
    let folder = new_bot("rust", "http://127.0.0.1:8080");
    run(&folder, "cargo test --offline --quiet");
    let moves =
        run(&folder, "printf 'isready\\ngo movetime 1\\nquery gameover\\n' | cargo run --offline --quiet");
    let lines: Vec<_> = moves.lines().collect();
    assert!(
        matches!(lines[..], ["readyok", best, "response false"] if best.starts_with("bestmove m")),
        "{moves}"
    );
}

#[test]
fn typescript_bot_passes_its_tests() {
    let folder = new_bot("typescript", "http://127.0.0.1:8080");
    let version = Command::new("node").arg("--version").output();
    let version =
        version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let numbers: Vec<u32> =
        version.trim().trim_start_matches('v').split('.').map_while(|part| part.parse().ok()).collect();
    if numbers < vec![22, 18] {
        return skipped(&format!("the TypeScript bot of new-bot: Node {version:?} does not run TypeScript"));
    }
    run(&folder, "node --test");
    let first = first_line(&folder, "env CHAUTARI_SERVER=http://127.0.0.1:1 node bot.ts");
    assert!(first.starts_with("No answer from http://127.0.0.1:1 ("), "{first}");
}

#[test]
fn wrong_address_is_named_at_once() {
    let python = new_bot("python", "http://127.0.0.1:1");
    let first = first_line(&python, "python3 bot.py");
    assert!(first.starts_with("No answer from http://127.0.0.1:1 ("), "{first}");
    assert!(first.contains("trying again in 0.5 s"), "{first}");
    let shell = new_bot("shell", "http://127.0.0.1:1");
    let first = first_line(&shell, "./play");
    assert!(
        first.contains("no answer from http://127.0.0.1:1") && first.contains("trying again in"),
        "{first}"
    );
}

#[test]
fn existing_folders_and_bad_names_are_refused() {
    let folder = scratch("new-refused");
    let taken = ask(&["new-bot", "shell", "my-bot", "--folder", folder.to_str().unwrap()]);
    assert_eq!(taken.code, 2);
    assert!(taken.err.contains("exists already"), "{}", taken.err);
    let bad = ask(&["new-bot", "shell", "../bot"]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("cannot be the name of a bot"), "{}", bad.err);
}
