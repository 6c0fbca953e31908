//! Sessions as data: each file under `transcripts/` is a session with one engine.
//!
//! The first line is `game NAME`. Then `>` is a line of the runner, `>>` another frame (`too-long`,
//! `not-text`, `end`), `!` a result of the driver (`loaded`, `better` or `finished` with an information line
//! and further lines after `|`, or `failed`). The lines after it are the replies: `<` a line, `=` another
//! reply. `#` begins a comment. `CHAUTARI_UPDATE=1` updates the replies.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use chautari_game::conformance::transcripts;
use chautari_game::{EngineOptions, Fault, Score, Thought, Variation};
use chautari_ugi::{Frame, Reply, Session, Task};

/// Reads what information lines say.
fn thoughts(text: &str) -> Thought<String> {
    let mut lines = text.split(" | ").map(thought);
    let first = lines.next().unwrap();
    let others = lines.map(|Thought { score, line, .. }| Variation { score, line }).collect();
    Thought { others, ..first }
}

fn thought(text: &str) -> Thought<String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let number = |name: &str| -> i64 {
        let at = words.iter().position(|word| *word == name).unwrap();
        words[at + 1].parse().unwrap()
    };
    let score = match words.iter().find(|word| ["cp", "win", "loss", "draw"].contains(word)) {
        Some(&"cp") => Score::Guess(number("cp") as i32),
        Some(&"win") => Score::Win(number("win") as u32),
        Some(&"loss") => Score::Loss(number("loss") as u32),
        _ => Score::Draw,
    };
    let line: Vec<String> =
        words.iter().skip_while(|word| **word != "pv").skip(1).map(ToString::to_string).collect();
    Thought {
        best: line.first().cloned(),
        score,
        depth: number("depth") as u32,
        nodes: number("nodes") as u64,
        time: Duration::from_millis(number("time") as u64),
        line,
        others: Vec::new(),
    }
}

fn describe(task: &Task) -> String {
    let mut text = format!("= think from {}", task.start.as_deref().unwrap_or("the start"));
    let mut part = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            write!(text, "; {name} {value}").unwrap();
        }
    };
    part("moves", Some(task.moves.join(" ")).filter(|moves| !moves.is_empty()));
    part("time", task.limit.time.map(|time| time.as_millis().to_string()));
    part("aim", task.limit.aim.map(|aim| aim.as_millis().to_string()));
    part("lines", Some(task.limit.lines).filter(|&lines| lines > 1).map(|lines| lines.to_string()));
    part("depth", task.limit.depth.map(|depth| depth.to_string()));
    part("nodes", task.limit.nodes.map(|nodes| nodes.to_string()));
    if task.means != EngineOptions::default() {
        let EngineOptions { level, threads, hash, .. } = task.means;
        part("level", Some(level.number().to_string()));
        part("threads", Some(threads.to_string()));
        part("hash", Some(hash.to_string()));
    }
    text
}

fn answer(session: &mut Session, kind: &str, rest: &str) -> Vec<Reply> {
    match (kind, rest) {
        (">", line) => session.receive(&Frame::Line(line.to_owned())),
        (">>", "too-long") => session.receive(&Frame::TooLong),
        (">>", "not-text") => session.receive(&Frame::NotText),
        (">>", "end") => session.receive(&Frame::End),
        ("!", "loaded") => session.loaded(),
        ("!", "failed") => session.finished(&Err(Fault::Unsupported("No.".to_owned()))),
        ("!", rest) => match rest.split_once(' ') {
            Some(("better", info)) => session.better(&thoughts(info)),
            Some(("finished", info)) => session.finished(&Ok(thoughts(info))),
            _ => panic!("{kind} {rest}"),
        },
        _ => panic!("{kind} {rest}"),
    }
}

fn talk(text: &str) -> String {
    let (mut went, mut session) = (String::new(), None::<Session>);
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let replies = match kind {
            "<" | "=" => continue,
            "" | "#" => Vec::new(),
            "game" => {
                session = Some(Session::new(chautari_games::find(rest).unwrap(), EngineOptions::default()));
                Vec::new()
            }
            _ => answer(session.as_mut().expect("the game comes first"), kind, rest),
        };
        writeln!(went, "{line}").unwrap();
        for reply in replies {
            let reply = match reply {
                Reply::Say(text) => format!("< {text}"),
                Reply::Think(task) => describe(&task),
                Reply::Load(_) => "= load".to_owned(),
                Reply::Stop => "= stop".to_owned(),
                Reply::Forget => "= forget".to_owned(),
                Reply::Quit => "= quit".to_owned(),
            };
            writeln!(went, "{reply}").unwrap();
        }
    }
    went
}

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let held = transcripts::run(&folder, talk).unwrap_or_else(|e| panic!("{e}"));
    assert!(held >= 4, "only {held} transcripts");
}
