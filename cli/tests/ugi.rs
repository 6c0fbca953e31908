//! `chautari ugi` as the program at the other end of the pipe meets it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use binary::ask_with;
use chautari_game::{AnyGame, AnyRecord};
use chautari_games::GAMES;

struct Talk {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Talk {
    fn new(game: &str) -> Talk {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("chautari"))
            .args(["ugi", game, "--hash", "1", "--tables", "none"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// The rest of the next line that begins so.
    fn hear(&mut self, begins: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the end came before `{begins}`");
            if let Some(rest) = line.strip_prefix(begins) {
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
fn it_answers_while_it_thinks() {
    let mut talk = Talk::new("baghchal");
    talk.say("ugi");
    assert_eq!(talk.hear("option name Hash"), "type spin default 1 min 1 max 4096");
    talk.hear("ugiok");
    talk.say("position startpos moves mC3");
    talk.say("go infinite");
    talk.hear("info depth 2 ");
    talk.say("isready");
    talk.hear("readyok");
    talk.say("query p1turn");
    assert_eq!(talk.hear("response"), "false");
    talk.say("go depth 1");
    talk.hear("info string error: The engine is thinking");
    talk.say("stop");
    assert!(talk.hear("bestmove").starts_with('m'));
    talk.say("setoption name Threads value 2");
    talk.say("setoption name Hash value 2");
    talk.say("uginewgame");
    talk.say("go movetime 30");
    assert!(talk.hear("bestmove").starts_with('m'));
    talk.say("go p1time 1000 p2time 1000");
    assert!(talk.hear("bestmove").starts_with('m'));
    talk.end();
}

#[test]
fn it_leaves_while_it_thinks() {
    for last_words in ["quit\n", ""] {
        let answer = ask_with(format!("go infinite\n{last_words}").as_bytes(), &["ugi", "baghchal"]);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""));
        let answered = answer.out.contains("bestmove m");
        assert_eq!(answered, last_words.is_empty(), "whoever hangs up still gets the answer");
    }
}

#[test]
fn nonsense_does_not_end_it() {
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

/// Asks for a move at every position of a walk, down to the last.
fn walk(game: &dyn AnyGame, seed: usize, talk: &mut Talk) -> Box<dyn AnyRecord> {
    let mut record = game.start();
    for step in 0..120 {
        let offers = record.offers();
        if step % 5 == 0 || offers.len() < 2 {
            talk.say(&format!("position startpos moves {}", record.moves().join(" ")));
            talk.say("go nodes 30");
            let best = talk.hear("bestmove");
            let offered = offers.iter().any(|offer| offer.text == best);
            assert!(offered || (best == "none" && offers.is_empty()), "{best} at {}", record.position());
        }
        let Some(offer) = offers.get((step + seed).wrapping_mul(7919) % offers.len().max(1)) else { break };
        record.play(&offer.text).unwrap();
    }
    record
}

#[test]
fn there_is_a_legal_move_wherever_there_is_one() {
    for game in GAMES {
        let mut talk = Talk::new(game.info().id);
        for seed in 0..3 {
            let end = walk(*game, seed, &mut talk);
            talk.say("query gameover");
            assert_eq!(talk.hear("response"), end.outcome().is_some().to_string());
        }
        talk.end();
    }
}
