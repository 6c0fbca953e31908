//! Short matches between built-in engines, UGI programs and faulty programs.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use chautari_games::GAMES;
use serde_json::{Value, json as value};

use crate::binary::{ask, json, scratch};

/// Plays a match with these additional arguments; returns its games and its total.
fn play(game: &str, first: &str, second: &str, more: &[&str]) -> (Vec<Value>, Value) {
    let mut args = vec!["match", game, "--first", first, "--second", second, "--json"];
    args.extend(more);
    let mut lines = json(&args);
    let total = lines.pop().unwrap();
    (lines, total)
}

/// Writes a UGI engine as a shell script that executes `go` as its answer to `go`. Each process appends its id to
/// [`processes`].
fn shell_engine(folder: &Path, go: &str) -> String {
    let script = folder.join("engine.sh");
    let text = format!(
        "echo $$ >> {}
         while read word rest; do case $word in
            ugi) echo ugiok;;
            isready) echo readyok;;
            go) {go};;
            quit) exit;;
         esac; done",
        processes(folder).display()
    );
    fs::write(&script, text).unwrap();
    format!("cmd:sh {}", script.display())
}

fn processes(folder: &Path) -> PathBuf {
    folder.join("processes")
}

fn started(folder: &Path) -> Vec<String> {
    fs::read_to_string(processes(folder)).unwrap().lines().map(str::to_owned).collect()
}

/// Asserts that no process of the engine is left running.
fn assert_no_process_left(folder: &Path) {
    for process in started(folder) {
        assert!(!Path::new("/proc").join(&process).exists(), "{process} is left running");
    }
}

#[test]
fn engine_beats_random_and_matches_are_reproducible() {
    let more = ["--games", "6", "--nodes", "2000", "--seed", "3"];
    let (games, total) = play("baghchal", "level:10", "random", &more);
    assert_eq!((games.len(), &total["games"], &total["losses"]), (6, &6.into(), &0.into()), "{total}");
    assert!(total["points"].as_f64().unwrap() >= 5.0, "{total}");
    assert!(total["superiority"].as_f64().unwrap() > 0.9, "{total}");
    assert_eq!(total["sides"]["goats"]["games"], 3);
    let together = play("baghchal", "level:10", "random", &[&more[..], &["--concurrency", "3"]].concat());
    assert_eq!((games, total), together, "the result must not depend on --concurrency");
}

#[test]
fn sides_are_exchanged_and_openings_differ() {
    let (games, _) = play("baghchal", "greedy", "random", &["--games", "4", "--depth", "1", "--plies", "3"]);
    let opening = |game: &Value| game["moves"].as_array().unwrap()[..3].to_vec();
    assert_eq!(games[0]["players"], value!({"goats": "greedy", "tigers": "random"}));
    assert_eq!(games[1]["players"], value!({"goats": "random", "tigers": "greedy"}));
    assert_eq!((&games[1]["first"], &games[1]["opening"]), (&"tigers".into(), &3.into()));
    assert_eq!(opening(&games[0]), opening(&games[1]));
    assert_ne!(opening(&games[1]), opening(&games[2]));
}

#[test]
fn saved_games_replay_to_the_same_outcome() {
    let folder = scratch("saved");
    let file = folder.join("games.jsonl");
    let name = file.to_str().unwrap();
    let more = ["--games", "3", "--depth", "1", "--save", name];
    let (games, _) = play("baghchal:captures=2", "greedy", "mcts:20", &more);
    let saved = fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = saved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, games);
    for game in &games {
        let mut args = vec!["replay", "baghchal:captures=2", "--json", "--position"];
        args.push(game["start"].as_str().unwrap());
        args.extend(game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()));
        assert_eq!(json(&args).last().unwrap()["outcome"], game["outcome"]);
    }
    let again = ask(&["match", "baghchal", "--first", "random", "--second", "random", "--save", name]);
    assert_eq!((again.code, again.out.as_str()), (2, ""));
    assert!(again.err.contains("cannot be written"), "{}", again.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), saved, "an existing file is not overwritten");
}

#[test]
fn matches_work_in_every_game() {
    for game in GAMES {
        for first in ["level:1", "greedy", "mcts:2"] {
            let (games, total) = play(game.info().id, first, "random", &["--games", "2", "--nodes", "20"]);
            assert_eq!((games.len(), &total["games"]), (2, &2.into()));
            for lapse in ["time", "crash", "illegal-move"] {
                assert_eq!(total["endings"].get(lapse), None, "{}: {first}", game.info().id);
            }
        }
    }
}

#[test]
fn sprt_stops_the_match_when_decided() {
    let more = ["--games", "400", "--depth", "1", "--sprt", "0,200"];
    let (games, total) = play("baghchal", "greedy", "random", &more);
    assert_eq!(total["sprt"]["decision"], "accepted", "{total}");
    assert!(total["sprt"]["llr"].as_f64().unwrap() >= total["sprt"]["upper"].as_f64().unwrap());
    assert!(games.len() < 200, "{}", games.len());
    let (_, total) = play("baghchal", "random", "greedy", &more);
    assert_eq!(total["sprt"]["decision"], "rejected", "{total}");
}

#[test]
fn openings_are_read_from_a_file() {
    let file = scratch("openings").join("openings");
    let name = file.to_str().unwrap();
    let position = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1";
    fs::write(&file, format!("# two openings\n\n{position}\nmB1 mA1C1(B1)\n")).unwrap();
    let args = ["--games", "6", "--nodes", "10", "--openings", name];
    let (games, _) = play("baghchal", "random", "random", &args);
    assert_eq!((&games[1]["start"], &games[1]["opening"]), (&position.into(), &0.into()));
    assert_eq!((&games[3]["moves"][1], &games[3]["opening"]), (&"mA1C1(B1)".into(), &2.into()));
    assert_eq!(games[5]["start"], position, "openings repeat");
    for (text, complaint) in
        [("\nmB1 mA1B1\n", "line 2: At offset 4: B1 is occupied."), ("# nothing\n", "contains no openings")]
    {
        fs::write(&file, text).unwrap();
        let answer =
            ask(&["match", "baghchal", "--first", "random", "--second", "random", "--openings", name]);
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains(complaint), "{}", answer.err);
    }
}

#[test]
fn subprocess_plays_like_the_in_process_engine() {
    let apart = format!("cmd:{} ugi baghchal", assert_cmd::cargo::cargo_bin!("chautari").display());
    let (games, _) = play("baghchal", &apart, "level:10", &["--games", "2", "--nodes", "300"]);
    // The engines are identical, so with exchanged sides the games are too.
    assert_eq!(games[0]["moves"], games[1]["moves"]);
    assert_ne!(games[0]["players"], games[1]["players"]);
}

#[test]
fn example_bot_plays_legal_games() {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ugi_bot.py");
    let binary = assert_cmd::cargo::cargo_bin!("chautari").display();
    for game in ["baghchal", "baghchal:captures=2"] {
        let first = format!("cmd:python3 {} {game} {binary}", bot.display());
        let (games, total) = play(game, &first, "greedy", &["--games", "2", "--grace", "20s"]);
        assert_eq!(games.len(), 2);
        for game in games {
            let reason = game["outcome"]["reason"].as_str().unwrap();
            assert!(["captures", "trapped", "repetition"].contains(&reason), "{total}: {game}");
        }
    }
}

#[test]
fn example_bot_answers_queries() {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ugi_bot.py");
    let binary = assert_cmd::cargo::cargo_bin!("chautari");
    let input = "query p1turn\nquery gameover\nquery result\nposition startpos moves mB1\nquery p1turn\n\
        position fen TXXXT/GXXXX/XXXXX/XXXXX/TXXXT g c5 - -\nquery gameover\nquery result\nquery weather\nquit\n";
    let mut python = assert_cmd::Command::new("python3");
    let run = python.arg(bot).arg("baghchal").arg(binary).write_stdin(input).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<_> = text.lines().map(|line| line.trim_start_matches("response ")).collect();
    let unknown = "info string error: unknown query";
    assert_eq!(lines, ["true", "false", "none", "false", "true", "p2win", unknown], "{text}");
}

#[test]
fn hanging_engine_loses_on_time_and_is_killed() {
    let folder = scratch("hanging");
    let engine = shell_engine(&folder, "exec sleep 1000");
    let more = ["--games", "2", "--time", "10ms", "--grace", "800ms"];
    let (games, total) = play("baghchal", &engine, "random", &more);
    assert_eq!((&total["losses"], &total["endings"]), (&2.into(), &value!({"time": 2})));
    assert_eq!(games[0]["outcome"], value!({"winner": "tigers", "reason": "time"}));
    assert_eq!(started(&folder).len(), 2, "the engine is restarted for the second game");
    assert_no_process_left(&folder);
}

#[test]
fn crashing_engine_loses() {
    let folder = scratch("crashing");
    let engine = shell_engine(&folder, "exit 7");
    let (games, total) = play("baghchal", "random", &engine, &["--games", "3", "--concurrency", "2"]);
    assert_eq!((&total["wins"], &total["endings"]), (&3.into(), &value!({"crash": 3})));
    assert_eq!(games[0]["text"], "the engine crashed: exit status: 7");
    assert_no_process_left(&folder);
}

#[test]
fn illegal_move_loses_with_the_reason() {
    let folder = scratch("illegal");
    let engine = shell_engine(&folder, "echo bestmove mA1A1");
    let opening = folder.join("opening");
    fs::write(&opening, "mC3").unwrap();
    let args = ["--games", "2", "--openings", opening.to_str().unwrap()];
    let (games, total) = play("baghchal", &engine, "random", &args);
    assert_eq!(total["endings"], value!({"illegal-move": 2}));
    assert_eq!(games[1]["outcome"], value!({"winner": "goats", "reason": "illegal-move"}));
    let text = games[1]["text"].as_str().unwrap();
    assert!(text.starts_with("`mA1A1` is not a legal move: "), "{text}");
    assert_eq!(started(&folder).len(), 1, "one process plays all games");
    assert_no_process_left(&folder);
    let answer = ask(&["match", "baghchal", "--first", &engine, "--second", "random", "--games", "1"]);
    assert_eq!(answer.code, 0);
    assert!(answer.err.contains("Game 1, cmd:sh"), "{}", answer.err);
    assert!(answer.out.contains("score      0 of 1 (+0 =0 -1)"), "{}", answer.out);
}

#[test]
fn interrupted_match_prints_its_total() {
    let folder = scratch("interrupted");
    let engine = shell_engine(&folder, "exec sleep 1000");
    let args = ["match", "baghchal", "--first", "random", "--second", &engine, "--json", "--games", "99"];
    let child = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
        .args(args)
        .args(["--time", "10ms", "--grace", "100ms"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut waited = 0;
    while waited < 2000 && fs::read_to_string(processes(&folder)).unwrap_or_default().lines().count() < 3 {
        std::thread::sleep(Duration::from_millis(10));
        waited += 1;
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let total: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(total["games"], text.lines().count() - 1);
    assert!((1..99).contains(&total["wins"].as_u64().unwrap()), "{total}");
    assert_no_process_left(&folder);
}

#[test]
fn invalid_options_are_rejected_before_the_first_game() {
    for (args, expected) in [
        (&["--first", "level:11"][..], "level:N (1 to 10)"),
        (&["--first", "cmd:/no/such/engine"], "/no/such/engine"),
        (&["--first", "cmd:true"], "cannot play: the engine crashed"),
        (&["--first", "random", "--sprt", "5,0"], "the smaller first"),
        (&["--first", "random", "--games", "0"], "0 is not in 1.."),
        (&["--first", "random", "--plies", "5000"], "5000 plies"),
        (&["--first", "random", "--openings", "/no/such/file"], "cannot be read"),
    ] {
        let answer = ask(&[&["match", "baghchal", "--second", "random"], args].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{args:?}");
        assert!(answer.err.contains(expected), "{args:?}: {}", answer.err);
    }
}
