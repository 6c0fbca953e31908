//! The command line from outside: arguments, output and exit codes.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;

use serde_json::Value;

use crate::binary::{ask, ask_with, json, scratch};

const START: &str = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #";

#[test]
fn games_lists_profiles_sides_and_dialects() {
    let games = json(&["games", "--json"]);
    let ids: Vec<_> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids[..2], ["baghchal", "baghchal-compulsory"]);
    assert_eq!(games[0]["sides"], serde_json::json!(["goats", "tigers"]));
    assert_eq!(games[0]["dialects"][0]["id"], "obx");
    assert_eq!(games[0]["rules"][0]["name"], "captures");
    assert!(ask(&["games"]).out.contains("baghchal-compulsory"));
}

#[test]
fn perft_counts() {
    let lines = json(&["perft", "baghchal", "5", "--json"]);
    assert_eq!(lines.len(), 1);
    assert_eq!((&lines[0]["depth"], &lines[0]["nodes"]), (&5.into(), &1_304_788.into()));
    assert!(lines[0]["seconds"].as_f64().unwrap() >= 0.0);
    let divided = json(&["perft", "baghchal", "3", "--divide", "--json"]);
    let sum: u64 = divided[..21].iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
    assert_eq!((sum, &divided[21]["nodes"]), (5052, &5052.into()));
    assert_eq!(json(&["perft", "baghchal", "0", "--json"])[0]["nodes"], 1);
    assert_eq!(json(&["perft", "baghchal:captures=1", "3", "--json"])[0]["nodes"], 4800);
    assert!(ask(&["perft", "baghchal", "4"]).out.contains("68204"));
}

#[test]
fn moves_are_sorted_and_have_resulting_positions() {
    let lines = json(&["moves", "baghchal", "--json"]);
    assert_eq!((&lines[0]["position"], &lines[0]["turn"]), (&START.into(), &"goats".into()));
    assert_eq!(lines[0]["outcome"], Value::Null);
    let moves = lines[0]["moves"].as_array().unwrap();
    let texts: Vec<_> = moves.iter().map(|m| m["move"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), 21);
    assert!(texts.is_sorted());
    assert_eq!(moves[0]["position"], "TXXXT/GXXXX/XXXXX/XXXXX/TXXXT t c0 mA2 #g1");
}

#[test]
fn moves_reads_one_position_per_line() {
    let text = format!("{START}\n\nXXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c5 - -\n");
    for words in
        [&["moves", "baghchal", "-", "--json"][..], &["moves", "baghchal", "--position", "-", "--json"]]
    {
        let answer = ask_with(text.as_bytes(), words);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let lines: Vec<Value> = answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1]["outcome"], serde_json::json!({"winner": "tigers", "reason": "captures"}));
        assert_eq!(lines[1]["moves"], serde_json::json!([]));
    }
    let answer = ask_with(b"nonsense\n", &["moves", "baghchal", "-"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("Line 1"), "{}", answer.err);
}

#[test]
fn moves_are_listed_in_human_notation() {
    let listed = ask(&["moves", "gomoku"]).out;
    assert!(listed.contains("\n  Black to place, 361 legal moves\n"), "{listed}");
    assert!(listed.contains("\n  K10  ") && !listed.contains("\n  180  "), "{listed}");
    let first = &json(&["moves", "gomoku", "--json"])[0]["moves"][0];
    assert_eq!((&first["move"], &first["human"]), (&"0".into(), &"A19".into()));
    let listed = ask(&["moves", "creeper"]).out;
    assert!(listed.contains("\n  Teal to move, "), "{listed}");
}

#[test]
fn replay_shows_each_ply() {
    let lines = json(&["replay", "baghchal", "mB1", "mA1C1(B1)", "--json"]);
    assert_eq!((&lines[1]["ply"], &lines[1]["turn"]), (&2.into(), &"tigers".into()));
    assert_eq!(lines[1]["move"], "mA1C1(B1)");
    assert_eq!(lines[1]["position"], "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1(B1) #t1");
    assert!(lines[1]["legal"].as_array().unwrap().contains(&"mA1C1(B1)".into()));
    assert_eq!(lines[1].get("san"), None);
    assert_eq!(ask_with(b"mB1\nmA1C1(B1)\n", &["replay", "baghchal", "-"]).code, 0);
    // Human output uses the names of the sides, JSON the ids.
    let shown = ask(&["replay", "creeper", "a6b5"]).out;
    assert!(shown.starts_with("   1  Teal  "), "{shown}");
    assert_eq!(json(&["replay", "creeper", "a6b5", "--json"])[0]["turn"], "x");
}

#[test]
fn replay_reports_why_a_move_is_illegal() {
    let answer = ask(&["replay", "baghchal", "mB1", "mA1B1", "mC3", "--json"]);
    assert_eq!((answer.code, answer.out.lines().count()), (1, 1));
    let error: Value = serde_json::from_str(&answer.err).unwrap();
    assert_eq!(
        error,
        serde_json::json!({"error": {"code": "occupied", "text": "B1 is occupied.", "points": [1]}})
    );
    let answer = ask(&["replay", "baghchal", "mB1", "mA1B1"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("Move 2 (`mA1B1`): B1 is occupied."), "{}", answer.err);
    assert_eq!(ask(&["replay", "baghchal", "mB1", "hello"]).code, 2);
}

#[test]
fn convert_handles_dialects_and_whole_games() {
    let text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1";
    assert_eq!(
        ask(&["convert", "baghchal", "--to", "obx@", text]).out,
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1\n"
    );
    let lines = ask(&["convert", "baghchal", "--from", "moves", "--to", "lines", "mC3", "mA1B1"]);
    assert_eq!(lines.out.lines().count(), 3);
    let moves =
        ask_with(lines.out.as_bytes(), &["convert", "baghchal", "--from", "lines", "--to", "moves", "-"]);
    assert_eq!((moves.code, moves.out.as_str()), (0, "mC3 mA1B1\n"));
    let moves = ask(&["convert", "baghchal", "--moves", "--to", "obx@", "c3", "a1b1"]);
    assert_eq!(moves.out, "mC3 mA1B1\n");
    // Empty input is an error, so that an unset shell variable does not look like success.
    for nothing in [ask(&["convert", "baghchal", ""]), ask_with(b"\n \n", &["convert", "baghchal", "-"])] {
        assert_eq!((nothing.code, nothing.err.contains("no text")), (2, true), "{}", nothing.err);
    }
    let unknown = ask(&["convert", "baghchal", "--to", "pgn", text]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("obx@"), "{}", unknown.err);
}

#[test]
fn show_draws_the_board() {
    let drawn = ask(&["show", "baghchal", "mB1", "mA1C1(B1)"]).out;
    assert!(drawn.contains("1  ·───x──[T]──·───T"), "{drawn}");
    assert!(drawn.contains("goats captured: 1 of 5"), "{drawn}");
    assert!(!drawn.contains('\x1b'), "no colour without a terminal");
    let scene = &json(&["show", "baghchal", "--json"])[0];
    assert_eq!(scene["scene"]["board"]["points"].as_array().unwrap().len(), 25);
    assert_eq!(scene["scene"]["board"]["lines"].as_array().unwrap().len(), 56);
    assert_eq!(scene["offers"].as_array().unwrap().len(), 21);
}

#[test]
fn play_accepts_moves_and_commands() {
    let talk = b"help\nmC3\nmA1C3\nwhat\nmA1B1\nundo\nposition\nmoves\nundo\nundo\n\xff\nquit\n";
    let answer = ask_with(talk, &["play", "baghchal"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    for expected in [
        "take the last move back",
        "C3 is occupied.",
        "Type help",
        "Took back A1–B1.",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1",
        "12 legal moves",
        "There is nothing to take back.",
        "That was not text.",
    ] {
        assert!(answer.out.contains(expected), "{expected} is not in\n{}", answer.out);
    }
}

#[test]
fn play_accepts_human_notation() {
    let talk = b"C3\na1-b2\nA1xC1\nrules\n\x1b[A\nquit\n";
    let answer = ask_with(talk, &["play", "baghchal"]);
    for expected in ["Type a move such as B1", "Tigers> ", "Four tigers", "Goats: Place a goat"] {
        assert!(answer.out.contains(expected), "{expected} is not in\n{}", answer.out);
    }
    assert!(!answer.out.contains('\x1b'), "control characters are replaced");
    assert!(!answer.out.contains("```"), "code fences are removed");
    let answer = ask_with(b"e4\nNf3\n", &["play", "banchess"]);
    assert!(answer.out.contains("Black: Ban one of White's moves"), "{}", answer.out);
    assert_eq!(ask(&["replay", "gomoku", "K10", "l11", "200"]).code, 0);
    let lines = json(&["replay", "banchess", "e4", "d4", "d7d5", "--json"]);
    assert_eq!((&lines[0]["move"], &lines[0]["human"]), (&"b:e2e4".into(), &"✗e4".into()));
    assert_eq!((&lines[1]["move"], &lines[1]["human"]), (&"m:d2d4".into(), &"d4".into()));
}

#[test]
fn play_against_the_engine() {
    let answer =
        ask_with(b"mC3\nhint\nundo\nposition\n", &["play", "baghchal", "--level", "2", "--time", "50ms"]);
    for expected in ["The engine plays ", "Perhaps ", "Took back C3.", START] {
        assert!(answer.out.contains(expected), "{expected} is not in\n{}", answer.out);
    }
    let tigers =
        ask_with(b"quit\n", &["play", "baghchal", "--level", "2", "--side", "tigers", "--time", "50ms"]);
    assert!(tigers.out.contains("The engine plays "), "{}", tigers.out);
    let bans = ask_with(b"b:e2e4\n", &["play", "banchess", "--level", "1", "--time", "50ms"]);
    assert_eq!(bans.out.matches("The engine plays").count(), 2, "White moves and bans: {}", bans.out);
    assert_eq!(ask(&["play", "baghchal", "--level", "11"]).code, 2);
    assert_eq!(ask(&["play", "baghchal", "--level", "1", "--side", "lions"]).code, 2);
}

#[test]
fn play_saves_and_loads() {
    let file = scratch("play").join("game");
    let name = file.to_str().unwrap();
    let talk = format!("mC3\nsave {name}\nmA1B1\nsave {name}\nload {name}.none\nquit\n");
    let answer = ask_with(talk.as_bytes(), &["play", "baghchal"]);
    assert!(answer.out.contains("cannot be read"), "{}", answer.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mC3 mA1B1\n");
    let answer = ask_with(b"position\n", &["play", "baghchal", "--load", name]);
    assert!(answer.out.contains("mA1B1 #t1"), "{}", answer.out);
    let stranger = ask_with(format!("save {name}\n").as_bytes(), &["play", "baghchal"]);
    assert!(stranger.out.contains("cannot be written"), "an unrelated game must not be overwritten");
    fs::write(&file, "mC3 mC3").unwrap();
    assert_eq!(ask(&["play", "baghchal", "--load", name]).code, 2);
}

#[cfg(unix)]
#[test]
fn terminal_input_has_editing_and_history() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal.py");
    let program = assert_cmd::cargo::cargo_bin!("chautari");
    let output = std::process::Command::new("python3").arg(script).arg(program).output().unwrap();
    let (shown, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{shown}");
    assert!(!shown.contains("^["), "arrow keys must not be echoed as text: {shown:?}");
}

#[test]
fn play_ends_with_the_game() {
    let answer = ask_with(b"mB1\nmA1C1(B1)\nmC3\n", &["play", "baghchal:captures=1"]);
    assert!(answer.out.contains("Tigers won: enough goats are captured."), "{}", answer.out);
    assert!(answer.out.contains("The game is over"), "{}", answer.out);
}

#[test]
fn every_command_supports_every_game() {
    for game in json(&["games", "--json"]) {
        let id = game["id"].as_str().unwrap();
        let listed = &json(&["moves", id, "--json"])[0];
        let first = listed["moves"][0]["move"].as_str().unwrap();
        let count = listed["moves"].as_array().unwrap().len();
        assert_eq!(json(&["perft", id, "1", "--json"])[0]["nodes"], count, "{id}");
        let ply = &json(&["replay", id, first, "--json"])[0];
        assert_eq!(ply["position"], listed["moves"][0]["position"], "{id}");
        assert!(ask(&["show", id, first]).out.contains(": "), "{id}");
        for dialect in game["dialects"].as_array().unwrap() {
            let name = dialect["id"].as_str().unwrap();
            let there = ask(&["convert", id, "--from", "moves", "--to", name, first]);
            // The `pieces` dialect cannot express every position; it has no bans, for example.
            if name == "pieces" && there.code != 0 {
                assert!(there.err.contains("The pieces alone"), "{id}: {}", there.err);
                continue;
            }
            assert_eq!(there.code, 0, "{id} {name}: {}", there.err);
            let back = ask_with(there.out.as_bytes(), &["convert", id, "--from", name, "-"]);
            // A board set up by hand has no last move.
            if name == "pieces" {
                let again = ask_with(back.out.as_bytes(), &["convert", id, "--to", name, "-"]);
                assert_eq!(again.out, there.out, "{id} {name}: {}", again.err);
            } else {
                assert_eq!(
                    back.out.trim_end(),
                    ply["position"].as_str().unwrap(),
                    "{id} {name}: {}",
                    back.err
                );
            }
        }
        let talk = format!("{first}\nundo\nquit\n");
        let answer = ask_with(talk.as_bytes(), &["play", id]);
        let human = ply["human"].as_str().unwrap();
        assert!(answer.out.contains(&format!("Took back {human}.")), "{id}: {}", answer.out);
    }
}

#[test]
fn ban_chess_is_replayed_with_san_and_check() {
    let moves = ["b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4"];
    let lines = json(&[&["replay", "banchess", "--json"][..], &moves].concat());
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["move"], &last["san"], &last["check"]),
        (&"m:d8h4#".into(), &"Qh4#".into(), &true.into())
    );
    assert_eq!((&last["ply"], &last["turn"]), (&8.into(), &"black".into()));
    assert_eq!(last["outcome"], serde_json::json!({"winner": "black", "reason": "checkmate-by-move"}));
    let refused = ask(&["replay", "banchess", "b:e2e4", "m:e2e4", "--json"]);
    assert_eq!(refused.code, 1);
    let error: Value = serde_json::from_str(&refused.err).unwrap();
    assert_eq!(error["error"]["code"], "banned");
}

#[test]
fn gomoku_moves_convert_between_cells_and_grid() {
    assert_eq!(ask(&["convert", "gomoku", "--moves", "--to", "grid", "180", "181"]).out, "K10 L10\n");
    assert_eq!(ask(&["convert", "gomoku", "--moves", "--from", "grid", "K10", "L10"]).out, "180 181\n");
    // Without --from both notations are accepted.
    assert_eq!(ask(&["convert", "gomoku", "--moves", "K10", "181"]).out, "180 181\n");
    assert_eq!(ask(&["convert", "gomoku", "--moves", "--from", "grid", "180"]).code, 2);
    let refused = ask(&["replay", "gomoku", "180", "180", "--json"]);
    assert_eq!(refused.code, 1);
    assert_eq!(ask(&["replay", "gomoku", "361"]).code, 1);
}

#[test]
fn bad_input_exits_2_with_advice() {
    for (words, expected) in [
        (&["perft", "baghchl", "3"][..], "Did you mean `baghchal`?"),
        (&["perft", "zzz", "3"], "There are: baghchal"),
        (&["perft", "baghchal:captures=0", "3"], "from 1 to 20"),
        (&["perft", "baghchal:speed=1", "3"], "`captures`"),
        (&["perft", "baghchal", "many"], "invalid value"),
        (&["perft", "baghchal"], "required"),
        (&["moves", "baghchal", "--position", "TXXXT"], "offset 5"),
        (&["moves", "baghchal", "--position", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g c6 - #"], "four tigers"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["convert", "baghchal", "--position", START, START], "--moves"),
        (&["think", "baghchal", "--threads", "100000"], "not in 1..=256"),
        (&["think", "baghchal", "--hash", "0"], "not in 1..=4096"),
        (&["think", "baghchal", "--time", "1e19"], "a hundred years"),
        (
            &["match", "baghchal", "--first", "random", "--second", "random", "--threads", "100000"],
            "not in 1..=256",
        ),
        (&["puzzle", "gomoku", "--theme", "foo"], "themes are: "),
        (&["solve", "gomoku"], "banchess"),
        (&["show", "baghchal", "--json", "--svg", "-"], "standard output"),
    ] {
        let answer = ask(words);
        assert_eq!(answer.code, 2, "{words:?}");
        assert!(answer.err.contains(expected), "{words:?}: {}", answer.err);
        assert_eq!(answer.out, "", "{words:?}");
    }
    let all = ask(&["moves", "baghchal", "--json", "--position", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g c6 - #"]);
    let error: Value = serde_json::from_str(&all.err).unwrap();
    assert_eq!(
        (&error["error"]["code"], &error["more"][0]["code"]),
        (&"tiger-count".into(), &"too-many-captured".into())
    );
}

/// `CLICOLOR_FORCE` disables the stripping of escape sequences from the output, so the errors must not contain any.
#[test]
fn errors_do_not_repeat_control_characters() {
    let folder = scratch("bells");
    for words in [
        &["replay", "gomoku", "\x1b[2J"][..],
        &["replay", "gomoku", "K10\x07\u{9b}2J"],
        &["perft", "\x1b[2J", "1"],
        &["play", "gomoku", "--load", "\x1b[2J"],
        &["convert", "gomoku", "--from", "\x1b[2J", "180"],
    ] {
        let mut chautari = std::process::Command::new(assert_cmd::cargo::cargo_bin!("chautari"));
        let output = chautari.env("CLICOLOR_FORCE", "1").args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.starts_with("chautari: "), "{words:?}: {said:?}");
        assert!(said.contains('\u{fffd}'), "{words:?}: {said:?}");
        assert!(!said.trim_end_matches('\n').contains(char::is_control), "{words:?}: {said:?}");
    }
    let talk = format!("save {}/none/\x1b[2J\nload \x1b[2J\nquit\n", folder.display());
    let mut play = assert_cmd::Command::cargo_bin("chautari").unwrap();
    let play = play.env("CLICOLOR_FORCE", "1").args(["play", "gomoku"]).write_stdin(talk).output().unwrap();
    let said = String::from_utf8(play.stdout).unwrap();
    assert!(said.contains("cannot be written") && said.contains("cannot be read"), "{said:?}");
    assert!(!said.contains("\x1b[2J"), "{said:?}");
}

#[test]
fn closed_output_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(["perft", "baghchal", "5", "--divide"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(ask(&["man"]).out.contains(".TH chautari"));
    let folder = scratch("man");
    let answer = ask(&["man", folder.to_str().unwrap()]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let help = ask(&["--help"]).out;
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<_> = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(names.contains(&"perft") && names.contains(&"man"), "{help}");
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        let page = fs::read_to_string(folder.join(format!("chautari-{name}.1"))).expect(name);
        assert!(page.contains(&format!("chautari-{name}")), "{page}");
    }
    assert!(folder.join("chautari.1").exists());
}

#[test]
fn position_is_read_from_standard_input() {
    let position = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1";
    for words in [
        &["show", "baghchal", "--position", "-"][..],
        &["perft", "baghchal", "1", "--position", "-"],
        &["think", "baghchal", "--depth", "1", "--position", "-", "--tables", "none"],
        &["replay", "baghchal", "--position", "-", "-"],
        &["convert", "baghchal", "--moves", "--position", "-", "mA1B1"],
    ] {
        let mut chautari = assert_cmd::Command::cargo_bin("chautari").unwrap();
        let output = chautari.args(words).write_stdin(format!("{position}\nmA1B1\n")).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let mut chautari = assert_cmd::Command::cargo_bin("chautari").unwrap();
    let output = chautari.args(["show", "baghchal", "--position", "-"]).write_stdin("").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn manual_pages_list_variables_and_games() {
    let folder = scratch("man-variables");
    assert_eq!(ask(&["man", folder.to_str().unwrap()]).code, 0);
    let page = |name: &str| fs::read_to_string(folder.join(format!("chautari-{name}.1"))).unwrap();
    assert!(page("serve").contains("CHAUTARI_ENGINE_TIME"));
    assert!(page("perft").contains("such as baghchal"));
}

/// Returns what bash suggests for the last word with the printed script.
fn completed(words: &[&str]) -> Vec<String> {
    let script = scratch(&format!("completions-{}", words.join("-"))).join("chautari.bash");
    fs::write(&script, ask(&["completions", "bash"]).out).unwrap();
    let line = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let ask = format!(
        "source '{}'; COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'; COMP_WORDS=({line}); COMP_CWORD={}; _chautari chautari '{last}' '{before}'; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.len() - 1
    );
    let output = std::process::Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn completions_cover_commands_games_levels_and_files() {
    assert_eq!(completed(&["chautari", "pup"]), [""; 1], "there is no such command");
    assert_eq!(completed(&["chautari", "perf"]), ["perft"]);
    assert_eq!(completed(&["chautari", "perft", "ban"]), ["banchess"]);
    assert_eq!(completed(&["chautari", "play", "gomoku", "--level", ""]).len(), 10);
    assert_eq!(completed(&["chautari", "match", "gomoku", "--first", "rand"]), ["random"]);
    assert_eq!(completed(&["chautari", "match", "gomoku", "--first", "level", ":"]), ["1", "5", "10"]);
    assert_eq!(completed(&["chautari", "match", "gomoku", "--first", "level", ":", "1"]), ["1", "10"]);
    assert_eq!(completed(&["chautari", "restore", ""]), [""; 1], "files are offered by bash itself");
    assert_eq!(completed(&["chautari", "help", "tourn"]), ["tournament"]);
    assert_eq!(completed(&["chautari", "help", "level"]), ["levels"]);
    let file = scratch("completed-files").join("a-game.json");
    fs::write(&file, "").unwrap();
    let begun = file.to_str().unwrap().strip_suffix("game.json").unwrap();
    assert_eq!(completed(&["chautari", "play", "gomoku", "--load", begun]), [file.to_str().unwrap()]);
    for shell in ["zsh", "fish"] {
        assert!(ask(&["completions", shell]).out.contains("baghchal-compulsory"), "{shell}");
    }
    for shell in ["elvish", "powershell"] {
        assert!(ask(&["completions", shell]).out.contains("perft"), "{shell}");
    }
}

#[test]
fn help_explains_commands_games_and_topics() {
    assert!(ask(&["--help"]).out.contains("baghchal-compulsory"));
    assert!(ask(&["help"]).out.contains("Usage: chautari"));
    assert!(ask(&["help", "perft"]).out.contains("Usage: chautari perft"));
    assert!(ask(&["help", "levels"]).out.contains("newcomer"));
    assert!(ask(&["help", "engines"]).out.contains("mcts:PLAYOUTS"));
    let notations = ask(&["help", "notations"]).out;
    assert!(notations.contains(START) && notations.contains("pgn"), "{notations}");
    let rules = ask(&["help", "baghchal"]).out;
    assert!(rules.starts_with("# Bagh Chal") && !rules.contains("```"), "{rules}");
    let unknown = ask(&["help", "levles"]);
    assert_eq!((unknown.code, unknown.err.contains("levels")), (2, true), "{}", unknown.err);
}

#[test]
fn version_names_commit_and_features() {
    assert_eq!(ask(&["-V"]).out, format!("chautari {}\n", env!("CARGO_PKG_VERSION")));
    let long = ask(&["--version"]).out;
    assert!(long.contains("commit ") && long.contains("features serve"), "{long}");
}

#[test]
fn show_writes_pictures_of_limited_size() {
    let kinds = [("--svg", &b"<svg"[..]), ("--png", b"\x89PNG"), ("--gif", b"GIF89a")];
    for (option, head) in kinds {
        let path = scratch("pictures").join(option);
        let words = ["show", "baghchal", "mC3", "mA1B1", "--size", "64", option, path.to_str().unwrap()];
        assert_eq!(ask(&words).code, 0);
        assert!(fs::read(&path).unwrap().starts_with(head), "{option}");
    }
    let piped = ask(&["show", "baghchal", "--svg", "-"]);
    assert!(piped.code == 0 && piped.out.starts_with("<svg") && !fs::exists("-").unwrap(), "{}", piped.err);
    let refused = ask(&["show", "baghchal", "--size", "9"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("16 to 2048 pixels"), "{}", refused.err);
}

#[test]
fn too_long_line_does_not_end_the_game() {
    let typed = format!("K10\n{}\nK11\nposition\n", "x".repeat(10_000));
    let played = ask_with(typed.as_bytes(), &["play", "gomoku"]);
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.contains("That line was too long."), "{}", played.out);
    // The next line was played.
    let record = ask_with(b"K10\nK11\nposition\n", &["play", "gomoku"]);
    assert_eq!(played.out.lines().last(), record.out.lines().last());
}
