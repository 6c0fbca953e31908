//! `solve`, `probe` and the other commands that use tables and proofs, from outside.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A temporary folder, deleted when dropped.
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

/// Prepares a command with `--dir`.
fn chautari(command: &str, folder: &Path) -> Command {
    let mut chautari = Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
    chautari.args(command.split(' ')).arg("--dir").arg(folder);
    chautari
}

/// Runs a command with `--dir`; returns its exit code, standard output and standard error.
fn run(command: &str, folder: &Path) -> (i32, String, String) {
    let output = chautari(command, folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn bagh_chal_is_solved_counted_verified_and_probed() {
    let folder = Folder::new("probe");
    let (code, out, err) =
        run("solve baghchal --captures 1 --phase sliding --stats --verify --json", &folder.0);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("sliding 0, tigers to move: 1000000 values agree"), "{out}");
    let counts = json_lines(&out[out.find('{').unwrap()..]);
    assert_eq!(counts.len(), 2);
    assert_eq!((&counts[0]["turn"], &counts[0]["positions"]), (&"tigers".into(), &33_481.into()));
    assert!(counts[0]["longest"]["goats"].is_u64());

    // A tiger can capture by jumping over a goat into the empty corner.
    let position = "XGTGG/GGGGG/GGTGG/GGGGG/TGGGT t c0";
    let mut probe = chautari("probe baghchal:captures=1 --json", &folder.0);
    let output = probe.args(["--position", position]).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["value"], serde_json::json!({"winner": "tigers", "plies": 1}));
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().any(|m| m["move"] == "mC1A1(B1)" && m["value"]["plies"] == 0));
    assert!(moves.is_sorted_by_key(|m| m["move"].as_str().unwrap().to_owned()));

    // Human output uses human notation and the names of the sides.
    let mut probe = chautari("probe baghchal:captures=1", &folder.0);
    let output = probe.args(["--position", position]).output().unwrap();
    let read = String::from_utf8(output.stdout).unwrap();
    assert!(read.contains("\n  Tigers: won in 1 ply\n"), "{read}");
    assert!(read.contains("\n  C1×A1        Tigers: won\n") && !read.contains("mC1A1"), "{read}");

    // The sliding phase alone does not determine the value of the start.
    let (code, out, _) = run("probe baghchal --captures 1 --json", &folder.0);
    assert_eq!((code, &json_lines(&out)[0]["value"]), (0, &Value::Null));
    // There are no tables for other rules.
    let (code, _, err) = run("probe baghchal-compulsory --captures 1", &folder.0);
    assert_eq!(code, 2);
    assert!(err.contains("chautari solve"), "{err}");
}

#[test]
fn probe_reads_positions_from_standard_input() {
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
fn killed_solver_resumes_bagh_chal() {
    let instants = [0, 100, 300, 600, 1000, 1500];
    assert_resumes_after_kills("solve baghchal-compulsory --captures 4 --phase sliding", &instants, 4);
}

#[test]
fn killed_solver_resumes_endings() {
    assert_resumes_after_kills("solve banchess --men 3", &[0, 50, 100, 150, 200, 300], 5);
}

/// Kills the solver this many milliseconds after each start; the final tables must equal those of an uninterrupted run.
fn assert_resumes_after_kills(command: &str, instants: &[u64], tables: usize) {
    let name = command.split(' ').nth(1).unwrap();
    let (whole, killed) = (Folder::new(&format!("whole-{name}")), Folder::new(&format!("killed-{name}")));
    assert_eq!(run(command, &whole.0).0, 0);
    for &milliseconds in instants {
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
    // The tables and the lock file, but no temporary files.
    assert_eq!(names(&whole).len(), tables + 1);
    assert_eq!(names(&whole), names(&killed));
    for table in names(&whole) {
        let read = |folder: &Folder| fs::read(folder.0.join(&table)).unwrap();
        assert!(read(&whole) == read(&killed), "{} differs", table.display());
    }
}

#[test]
fn damaged_table_is_reported_and_rebuilt() {
    let solve = "solve baghchal --captures 1 --phase sliding";
    assert_damage_is_repaired(solve, "baghchal-1-sliding-0.table", "probe baghchal --captures 1");
}

#[test]
fn damaged_ending_is_reported_and_rebuilt() {
    assert_damage_is_repaired("solve banchess --men 3", "banchess-KRK.table", "probe banchess");
}

/// Flips a bit of a table: `probe` must report it and `solve` rebuild the same file.
fn assert_damage_is_repaired(solve: &str, file: &str, probe: &str) {
    let folder = Folder::new(&format!("damaged-{file}"));
    assert_eq!(run(solve, &folder.0).0, 0);
    let path = folder.0.join(file);
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (code, out, err) = run(probe, &folder.0);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("damaged"), "{err}");
    let (code, _, err) = run(solve, &folder.0);
    assert_eq!(code, 0);
    assert!(err.contains("It will be rebuilt."), "{err}");
    assert_eq!(run(probe, &folder.0).0, 0);
    assert!(fs::read(&path).unwrap() == whole, "{file} differs");
}

/// Runs `play` until standard error contains `wanted`. Sends commands all the time, because messages are printed before
/// a prompt.
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
fn play_builds_tables_in_the_background() {
    let folder = Folder::new("play");
    let err = play_until(&folder.0, "are ready");
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].contains("Building") && lines[0].contains("in the background"), "{err}");
    assert!(lines[1].contains("are ready"), "{err}");
    assert!(folder.0.join("baghchal-2-sliding-0.table").exists());
    // The tables exist now, so the second run prints nothing.
    let talk = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(["play", "baghchal:captures=2", "--tables"])
        .arg(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((talk.status.code(), String::from_utf8(talk.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn engines_use_the_given_tables() {
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
    // A search of one node could not know the value of this position.
    let position = "GTGXG/TGGTG/TGGGG/GGGGG/GGGGG g c0";
    let think = ["think", "baghchal:captures=1", "-p", position, "--nodes", "1", "--json"];
    let (code, out, err) = with(&think);
    assert_eq!((code, err.as_str()), (0, ""));
    let thought = json_lines(&out).pop().unwrap();
    let probe = &json_lines(&probe_one_capture(position, &folder.0))[0]["value"];
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

    // A damaged table is reported and not used.
    let path = folder.0.join("baghchal-1-sliding-0.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (code, _, err) = with(&think);
    assert_eq!(code, 0);
    assert!(err.contains("damaged") && err.contains("plays without"), "{err}");
}

/// Probes a position of the game that one capture wins.
fn probe_one_capture(position: &str, folder: &Path) -> String {
    let mut probe = chautari("probe baghchal:captures=1 --json", folder);
    String::from_utf8(probe.args(["--position", position]).output().unwrap().stdout).unwrap()
}

#[test]
fn unsolvable_games_are_rejected() {
    let folder = Folder::new("refused");
    for command in ["solve baghchal --captures 0", "solve baghchal --captures 21", "probe bagchal"] {
        let (code, _, err) = run(command, &folder.0);
        assert_eq!(code, 2, "{command}: {err}");
    }
}

#[test]
fn endings_are_solved_counted_verified_and_probed() {
    let folder = Folder::new("endings");
    let (code, out, err) = run("solve banchess --men 3 --stats --verify --json", &folder.0);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("KQK: 10000 values agree"), "{out}");
    let counts = json_lines(&out[out.find('{').unwrap()..]);
    assert_eq!(counts.len(), 10);
    let rook = &counts[2];
    assert_eq!(
        (&rook["ending"], &rook["turn"], &rook["wins"]),
        (&"KRK".into(), &"white".into(), &175_144.into())
    );
    assert_eq!(rook["longest_win"]["plies"], 55);

    // Before a ban and with a ban in force.
    for (position, plies) in
        [("8/8/5k2/8/8/8/1R6/K7 w - - 0 1 1", 55), ("8/8/1k6/8/8/4K3/4Q3/8 w - - 0 1 2:e2g4", 14)]
    {
        let mut probe = chautari("probe banchess --json", &folder.0);
        let output = probe.args(["--position", position]).output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["value"], serde_json::json!({"winner": "white", "plies": plies}), "{position}");
    }
    // Solving one ending also builds those it leads to.
    let (code, out, err) = run("solve banchess --ending kpk --stats --verify --samples 3000", &folder.0);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.lines().filter(|line| line.starts_with("KPK")).count(), 3, "{out}");
    assert!(out.starts_with("KPK: 3000 values agree with those one ply later\n"), "{out}");
    for command in ["solve banchess --ending KKK", "solve banchess --phase all", "solve baghchal --men 3"] {
        assert_eq!(run(command, &folder.0).0, 2, "{command}");
    }
}

#[test]
fn notable_positions_are_listed() {
    let folder = Folder::new("list");
    let command = "solve baghchal --captures 1 --phase sliding --json --limit 3 --list";
    let (code, out, err) = run(&format!("{command} longest"), &folder.0);
    assert_eq!(code, 0, "{err}");
    let longest = json_lines(&out);
    assert_eq!(longest.len(), 6);
    assert!(longest[0]["plies"].as_u64() >= longest[2]["plies"].as_u64());
    let (_, out, _) = run(&format!("{command} unique"), &folder.0);
    let unique = json_lines(&out);
    let wins = unique.iter().filter(|line| line["winner"] == line["turn"]).count();
    let draws = unique.iter().filter(|line| line["winner"].is_null()).count();
    assert!(wins > 0 && draws > 0 && wins + draws == unique.len(), "{out}");
    for line in unique {
        // The listed move keeps the value, and no other does.
        let probed = &json_lines(&probe_one_capture(line["position"].as_str().unwrap(), &folder.0))[0];
        assert_eq!(probed["value"]["plies"], line["plies"]);
        let wins = |m: &&Value| m["value"]["winner"] == line["winner"];
        let moves = probed["moves"].as_array().unwrap();
        let wins: Vec<&Value> = moves.iter().filter(wins).map(|m| &m["move"]).collect();
        assert_eq!(wins, [&line["move"]]);
    }
}

#[test]
fn independent_verifier_accepts_tables_and_finds_errors() {
    let folder = Folder::new("verifier");
    for rules in ["baghchal", "baghchal-compulsory"] {
        assert_eq!(run(&format!("solve {rules} --captures 2 --phase sliding"), &folder.0).0, 0);
    }
    let verify = || {
        let mut verify = Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
        let output = verify.arg("verify-tables").arg(&folder.0).args(["--samples", "5000"]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = verify();
    assert_eq!((code, out.lines().count()), (0, 4), "{err}");
    assert!(out.lines().all(|line| line.ends_with("5120 values agree")), "{out}");

    // Wrong values in a file with correct checksums.
    let path = folder.0.join("baghchal-2-sliding-1.table");
    let bytes = fs::read(&path).unwrap();
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let list = 36 + number(28) + number(32);
    let end = list + 12 * number(24);
    let mut wrong = bytes.clone();
    for (start, stop) in (0..number(24)).map(|chunk| {
        let stop = |chunk: usize| number(list + 12 * chunk);
        (if chunk == 0 { end + 4 } else { stop(chunk - 1) }, stop(chunk))
    }) {
        // Lengthen every win by two plies.
        for distance in
            wrong[start..stop].iter_mut().filter(|distance| **distance % 2 == 1 && **distance < 250)
        {
            *distance += 2;
        }
    }
    let sums: Vec<u32> = (0..number(24))
        .map(|chunk| {
            let start = if chunk == 0 { end + 4 } else { number(list + 12 * (chunk - 1)) };
            crc32fast::hash(&wrong[start..number(list + 12 * chunk)])
        })
        .collect();
    for (chunk, sum) in sums.into_iter().enumerate() {
        wrong[list + 12 * chunk + 8..][..4].copy_from_slice(&sum.to_le_bytes());
    }
    let head = crc32fast::hash(&wrong[..end]);
    wrong[end..end + 4].copy_from_slice(&head.to_le_bytes());
    fs::write(&path, &wrong).unwrap();
    let (code, _, err) = verify();
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("but should be"), "{err}");

    // A valid table under the name of another.
    fs::copy(folder.0.join("baghchal-2-sliding-0.table"), &path).unwrap();
    let (code, _, err) = verify();
    assert_eq!((code, err.contains("baghchal-2-sliding-0.table")), (1, true), "{err}");

    // A damaged file.
    wrong[end + 10] ^= 1;
    fs::write(&path, &wrong).unwrap();
    let (code, _, err) = verify();
    assert_eq!(code, 1);
    assert!(err.contains("mismatch"), "{err}");
}

#[test]
fn explore_browses_moves_and_undoes_them() {
    let folder = Folder::new("explore");
    assert_eq!(run("solve baghchal --captures 1 --phase sliding", &folder.0).0, 0);
    let mut explore = chautari("explore baghchal --captures 1", &folder.0);
    let mut child = explore
        .args(["--position", "XGTGG/GGGGG/GGTGG/GGGGG/TGGGT g c0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"nonsense\n1\nundo\nA2-A1\nundo\nposition\nundo\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{out}");
    assert!(out.contains("replies hold") && out.contains("Goats to move: "), "{out}");
    // Moves are printed and accepted in human notation.
    assert!(out.contains("A2–A1") && !out.contains("  mA2A1"), "{out}");
    assert!(out.contains("This is the starting position."), "{out}");
}

#[test]
fn third_repetition_is_a_draw_despite_the_tables() {
    let folder = Folder::new("repetition");
    assert_eq!(run("solve baghchal --captures 1 --phase sliding", &folder.0).0, 0);
    let game = chautari_games::find("baghchal:captures=1").unwrap();
    let oracle = game.oracle(&folder.0).unwrap().unwrap();
    let start = "XGTGG/GGGGG/GGTGG/GGGGG/TGGGT g c0";
    let mut dice = chautari_game::Rng::new(1);
    // Play randomly until a position repeats for the third time.
    let moves = loop {
        let mut record = game.read_position(start).unwrap();
        while let Some(offer) = dice.pick(&record.offers()) {
            record.play(&offer.text).unwrap();
        }
        if record.outcome().is_some_and(|outcome| outcome.winner.is_none()) {
            break record.moves();
        }
    };
    let (last, before) = moves.split_last().unwrap();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let drawn = chautari_game::Exact { winner: None, plies: Some(0) };
    let verdict = oracle.probe(Some(start), &before).unwrap();
    let (_, value) = verdict.moves.iter().find(|(text, _)| text == last).unwrap();
    assert_eq!(*value, Some(drawn));
    let prospects = oracle.explore(Some(start), &before).unwrap();
    let prospect = prospects.iter().find(|prospect| prospect.text == *last).unwrap();
    assert_eq!((prospect.value, prospect.replies), (Some(drawn), 0));
}

#[test]
fn only_the_opponents_moves_count_as_replies() {
    let folder = Folder::new("answers");
    assert_eq!(run("solve banchess --ending KRK", &folder.0).0, 0);
    let game = chautari_games::find("banchess").unwrap();
    let oracle = game.oracle(&folder.0).unwrap().unwrap();
    // White moves and then bans; Black's replies come after both.
    let start = "8/8/5k2/8/8/8/4R3/K7 w - - 0 1 2:a1b1";
    for prospect in oracle.explore(Some(start), &[]).unwrap() {
        let mut record = game.read_position(start).unwrap();
        record.play(&prospect.text).unwrap();
        let replies = |ban: &str| {
            let mut record = record.fork();
            record.play(ban).unwrap();
            record.offers().len() as u32
        };
        let possible: Vec<u32> = record.offers().iter().map(|ban| replies(&ban.text)).collect();
        assert!(possible.contains(&prospect.replies), "{}: {possible:?}", prospect.text);
        assert_ne!(prospect.replies, possible.len() as u32, "{} has as many bans as replies", prospect.text);
    }
}

#[test]
fn proof_is_found_and_checked_independently() {
    let folder = Folder::new("proof");
    fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("proof.txt");
    let with = |words: &[&str]| {
        let mut chautari = Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
        let output = chautari.args(words).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let file = path.to_str().unwrap();
    // Black has an open three and is to move.
    let position = "19/19/19/19/19/19/19/19/19/7xxx9/19/19/8o1o8/19/19/19/12o6/19/19 b 0 0";
    let (code, out, err) = with(&["prove", "gomoku", "-p", position, "--out", file, "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(json_lines(&out)[0]["winner"], "black");
    // Moves are accepted and printed in human notation.
    let before = position.replace("7xxx9", "7xx10");
    let (code, out, err) = with(&["prove", "gomoku", "-p", &before, "K10", "a1"]);
    let first = out.strip_prefix("Black wins with ").and_then(|rest| rest.chars().next());
    assert_eq!((code, first.is_some_and(|c| c.is_ascii_uppercase())), (0, true), "{out}{err}");
    assert_eq!(with(&["prove", "gomoku", "K10", "K10"]).0, 1);
    let (code, out, err) = with(&["verify-proof", file]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("black wins"), "{out}");
    // Remove a reply, and make false claims.
    let text = fs::read_to_string(&path).unwrap();
    let answer = text.lines().find(|line| line.contains(" d ")).unwrap();
    let (short, _) = answer.rsplit_once(' ').unwrap();
    for changed in [text.replace(answer, short), text.replacen(" a ", " d ", 1), text.replacen('>', "!", 1)] {
        fs::write(&path, changed).unwrap();
        assert_eq!(with(&["verify-proof", file]).0, 1);
    }
    // A full board without replies, and texts that are not positions.
    let full: Vec<String> = (0..19)
        .map(|row| (0..19).map(|column| ["x", "x", "o", "o"][(column + 2 * (row % 2)) % 4]).collect())
        .collect();
    let full = full.join("/").replacen("xxo", "xx1", 1);
    for (position, nodes, why) in [
        (format!("{full} b 0 0"), "0 a 2:1\n1 d\n", "a draw"),
        ("xxxx357 b 0 0".to_owned(), "0 a 5!\n", "cannot be read"),
        (format!("{full}  0 0"), "0 a 2!\n", "cannot be read"),
        (format!("{} b 0 0", "9".repeat(40)), "0 a 2!\n", "cannot be read"),
    ] {
        fs::write(&path, format!("chautari proof 1\ngomoku {position}\n{nodes}")).unwrap();
        let (code, _, err) = with(&["verify-proof", file]);
        assert_eq!((code, err.contains(why)), (1, true), "{position}: {err}");
    }
    let start = "19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 0 0";
    let (code, out, _) = with(&["prove", "gomoku", "-p", start, "--time", "1s"]);
    assert_eq!(code, 1, "{out}");
}
