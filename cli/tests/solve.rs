//! `solve` and `probe` from outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A folder that goes away with its tables.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("chautari-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn chautari(command: &str, folder: &Path) -> Command {
    let mut chautari = Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
    chautari.args(command.split(' ')).arg("--dir").arg(folder);
    chautari
}

/// Runs it and returns the exit code, what it said and what it complained about.
fn run(command: &str, folder: &Path) -> (i32, String, String) {
    let output = chautari(command, folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn solved_counted_verified_and_probed() {
    let folder = Folder::new("probe");
    let (code, out, err) =
        run("solve baghchal --captures 1 --phase sliding --stats --verify --json", &folder.0);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("sliding 0, tigers to move: 1000000 values follow"), "{out}");
    let counts = json_lines(&out[out.find('{').unwrap()..]);
    assert_eq!(counts.len(), 2);
    assert_eq!((&counts[0]["turn"], &counts[0]["positions"]), (&"tigers".into(), &33_481.into()));
    assert!(counts[0]["longest"]["goats"].is_u64());

    // The corner is empty, and a goat stands between it and a tiger.
    let position = "XGTGG/GGGGG/GGTGG/GGGGG/TGGGT t c0";
    let mut probe = chautari("probe baghchal:captures=1 --json", &folder.0);
    let output = probe.args(["--position", position]).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["value"], serde_json::json!({"winner": "tigers", "plies": 1}));
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().any(|m| m["move"] == "mC1A1(B1)" && m["value"]["plies"] == 0));
    assert!(moves.is_sorted_by_key(|m| m["move"].as_str().unwrap().to_owned()));

    // The start is not known from the sliding phase alone.
    let (code, out, _) = run("probe baghchal --captures 1 --json", &folder.0);
    assert_eq!((code, &json_lines(&out)[0]["value"]), (0, &Value::Null));
    // Nor is anything under other rules.
    let (code, _, err) = run("probe baghchal-compulsory --captures 1", &folder.0);
    assert_eq!(code, 2);
    assert!(err.contains("chautari solve"), "{err}");
}

#[test]
fn many_positions_come_from_standard_input() {
    let folder = Folder::new("stdin");
    assert_eq!(run("solve baghchal --captures 1 --phase sliding", &folder.0).0, 0);
    let mut child = chautari("probe baghchal --captures 1 --json -", &folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "XGTGG/GGGGG/GGTGG/GGGGG/TGGGT t c0\n\nXGTGG/GGGGG/GGTGG/GGGGG/TGGGT g c0\nnonsense\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json_lines(&String::from_utf8(output.stdout).unwrap()).len(), 2);
    assert!(String::from_utf8(output.stderr).unwrap().contains("\"code\":\"syntax\""));
}

#[test]
fn killed_at_any_instant_it_goes_on() {
    let (whole, killed) = (Folder::new("whole"), Folder::new("killed"));
    let command = "solve baghchal-compulsory --captures 4 --phase sliding";
    assert_eq!(run(command, &whole.0).0, 0);
    for milliseconds in [0, 100, 300, 600, 1000, 1500] {
        let mut child = chautari(command, &killed.0).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(run(command, &killed.0).0, 0);
    let names = |folder: &Folder| {
        let mut names: Vec<_> =
            fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    // Four tables and the lock; nothing unfinished is left behind.
    assert_eq!(names(&whole).len(), 5);
    assert_eq!(names(&whole), names(&killed));
    for table in names(&whole) {
        let read = |folder: &Folder| fs::read(folder.0.join(&table)).unwrap();
        assert!(read(&whole) == read(&killed), "{} differs", table.display());
    }
}

#[test]
fn a_damaged_table_is_an_error() {
    let folder = Folder::new("damaged");
    assert_eq!(run("solve baghchal --captures 1 --phase sliding", &folder.0).0, 0);
    let path = folder.0.join("baghchal-1-sliding-0.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (code, out, err) = run("probe baghchal --captures 1", &folder.0);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("damaged"), "{err}");
    // Solving makes it again.
    let (code, _, err) = run("solve baghchal --captures 1 --phase sliding", &folder.0);
    assert_eq!(code, 0);
    assert!(err.contains("It is made again."), "{err}");
    assert_eq!(run("probe baghchal --captures 1", &folder.0).0, 0);
}

/// Asks for the position again and again, so that there are prompts for news to come before.
fn play_until(folder: &Path, wanted: &str) -> String {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(["play", "baghchal:captures=2", "--tables"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = child.stderr.take().unwrap();
    let (sender, lines) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            text.push_str(&String::from_utf8_lossy(&bytes[..count]));
            let _ = sender.send(text.clone());
        }
        text
    });
    for _ in 0..1200 {
        writeln!(to, "position").unwrap();
        if lines.try_iter().any(|text| text.contains(wanted)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    writeln!(to, "quit").unwrap();
    assert!(child.wait().unwrap().success());
    reader.join().unwrap()
}

#[test]
fn play_makes_tables_in_the_background_and_says_so() {
    let folder = Folder::new("play");
    let err = play_until(&folder.0, "are ready");
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].contains("are being made") && lines[0].contains("in the background"), "{err}");
    assert!(lines[1].contains("are ready"), "{err}");
    assert!(folder.0.join("baghchal-2-sliding-0.table").exists());
    // The second time there is nothing to say.
    let talk = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(["play", "baghchal:captures=2", "--tables"])
        .arg(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((talk.status.code(), String::from_utf8(talk.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn engines_use_the_tables_they_are_given() {
    let folder = Folder::new("engines");
    let with = |words: &[&str]| {
        let mut chautari = Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
        let output = chautari.args(words).arg("--tables").arg(&folder.0).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let contest = ["match", "baghchal:captures=1", "--first", "tables", "--second", "random", "--games", "2"];
    let (code, _, err) = with(&contest);
    assert_eq!(code, 2);
    assert!(err.contains("chautari solve baghchal"), "{err}");
    let (code, _, err) = with(&["match", "gomoku", "--first", "tables", "--second", "random"]);
    assert_eq!(code, 2, "{err}");

    assert_eq!(run("solve baghchal --captures 1 --phase sliding", &folder.0).0, 0);
    // A draw that no search of one node would know to be one.
    let position = "GTGXG/TGGTG/TGGGG/GGGGG/GGGGG g c0";
    let think = ["think", "baghchal:captures=1", "-p", position, "--nodes", "1", "--json"];
    let (code, out, err) = with(&think);
    assert_eq!((code, err.as_str()), (0, ""));
    let thought = json_lines(&out).pop().unwrap();
    let probe = &json_lines(&run_at(position, &folder.0))[0]["value"];
    let kind = match (&probe["winner"], "goats") {
        (Value::Null, _) => "draw",
        (winner, side) => {
            if winner == side {
                "win"
            } else {
                "loss"
            }
        }
    };
    assert_eq!(thought["score"]["kind"], kind, "{probe}");
    if kind != "draw" {
        assert_eq!(thought["score"]["value"], probe["plies"]);
    }
    let (code, out, err) = with(&contest);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("score"), "{out}");

    // Damage is said, and done without.
    let path = folder.0.join("baghchal-1-sliding-0.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (code, _, err) = with(&think);
    assert_eq!(code, 0);
    assert!(err.contains("damaged") && err.contains("does without"), "{err}");
}

/// What `probe` says of a position of the game that one capture wins.
fn run_at(position: &str, folder: &Path) -> String {
    let mut probe = chautari("probe baghchal:captures=1 --json", folder);
    String::from_utf8(probe.args(["--position", position]).output().unwrap().stdout).unwrap()
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::new("refused");
    for command in ["solve baghchal --captures 0", "solve baghchal --captures 21", "probe bagchal"] {
        let (code, _, err) = run(command, &folder.0);
        assert_eq!(code, 2, "{command}: {err}");
    }
}
