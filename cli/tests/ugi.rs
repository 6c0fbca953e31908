//! `chautari ugi` from the point of view of a graphical interface.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use chautari_game::{AnyGame, AnyRecord};
use chautari_games::GAMES;

use crate::binary::ask_with;

/// A UGI session with the program.
struct Session {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Session {
    fn new(game: &str) -> Session {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
            .args(["ugi", game, "--hash", "1", "--tables", "none"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Session { child, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// Reads up to the next line with this prefix and returns the rest of it.
    fn expect(&mut self, prefix: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the end came before `{prefix}`");
            if let Some(rest) = line.strip_prefix(prefix) {
                return rest.trim().to_owned();
            }
        }
    }

    fn end(mut self) {
        drop(self.to);
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn engine_responds_while_it_thinks() {
    let mut session = Session::new("baghchal");
    session.say("ugi");
    assert_eq!(session.expect("option name Hash"), "type spin default 1 min 1 max 4096");
    session.expect("ugiok");
    session.say("position startpos moves mC3");
    session.say("go infinite");
    session.expect("info depth 2 ");
    session.say("isready");
    session.expect("readyok");
    session.say("query p1turn");
    assert_eq!(session.expect("response"), "false");
    session.say("go depth 1");
    session.expect("info string error: The engine is thinking");
    session.say("stop");
    assert!(session.expect("bestmove").starts_with('m'));
    session.say("setoption name Threads value 2");
    session.say("setoption name Hash value 2");
    session.say("uginewgame");
    session.say("go movetime 30");
    assert!(session.expect("bestmove").starts_with('m'));
    session.say("go p1time 1000 p2time 1000");
    assert!(session.expect("bestmove").starts_with('m'));
    session.end();
}

#[test]
fn readyok_comes_after_loading() {
    // The reply waits for the engine and what it loads; so does the end of the input.
    for game in ["baghchal-compulsory", "banchess", "creeper", "gomoku"] {
        let answer = ask_with(b"isready\nisready\nposition startpos\ngo nodes 50\n", &["ugi", game]);
        let lines: Vec<_> = answer.out.lines().collect();
        let best = lines.iter().position(|line| line.starts_with("bestmove ")).unwrap();
        let info = lines.iter().position(|line| line.starts_with("info depth ")).unwrap();
        assert_eq!(lines[..2], ["readyok", "readyok"], "{game}: {lines:?}");
        assert!(info > 1 && best == lines.len() - 1, "{game}: {lines:?}");
    }
}

#[test]
fn engine_quits_while_it_thinks() {
    for last_words in ["quit\n", ""] {
        let answer = ask_with(format!("go infinite\n{last_words}").as_bytes(), &["ugi", "baghchal"]);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""));
        let answered = answer.out.contains("bestmove m");
        assert_eq!(
            answered,
            last_words.is_empty(),
            "closing the input still yields the move, `quit` does not"
        );
    }
}

#[test]
fn malformed_input_does_not_end_the_session() {
    let mut input = b"hello\n\xff\xfe\n\0\nposition fen \x07\ngo backwards\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\nposition startpos moves mB1 mB1\nisready\n");
    let answer = ask_with(&input, &["ugi", "baghchal"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let lines: Vec<_> = answer.out.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error: ")).count(), 7, "{lines:?}");
    assert!(lines.contains(&"info string error: A line has at most 65536 bytes."));
    assert_eq!((lines[5], lines.last()), ("bestmove none", Some(&"readyok")));
}

/// Plays a pseudo-random game and asks for a move at every fifth position and at the end.
fn check_random_game(game: &dyn AnyGame, seed: usize, session: &mut Session) -> Box<dyn AnyRecord> {
    let mut record = game.start();
    for step in 0..120 {
        let offers = record.offers();
        if step % 5 == 0 || offers.len() < 2 {
            session.say(&format!("position startpos moves {}", record.moves().join(" ")));
            session.say("go nodes 30");
            let best = session.expect("bestmove");
            let offered = offers.iter().any(|offer| offer.text == best);
            assert!(offered || (best == "none" && offers.is_empty()), "{best} at {}", record.position());
        }
        let Some(offer) = offers.get((step + seed).wrapping_mul(7919) % offers.len().max(1)) else { break };
        record.play(&offer.text).unwrap();
    }
    record
}

#[test]
fn bestmove_is_legal_in_every_game() {
    for game in GAMES {
        let mut session = Session::new(game.info().id);
        for seed in 0..3 {
            let end = check_random_game(*game, seed, &mut session);
            session.say("query gameover");
            assert_eq!(session.expect("response"), end.outcome().is_some().to_string());
        }
        session.end();
    }
}
