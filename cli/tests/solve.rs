//! `solve` and `probe` from outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
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

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::new("refused");
    for command in ["solve baghchal --captures 0", "solve baghchal --captures 21", "probe bagchal"] {
        let (code, _, err) = run(command, &folder.0);
        assert_eq!(code, 2, "{command}: {err}");
    }
}
