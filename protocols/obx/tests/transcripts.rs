//! Requests and their answers as data: each file under `transcripts/` holds some.
//!
//! `>` is the body of a request, `!` the move the engine chose where it was asked. Behind each stands
//! what follows: `= think` with what about, or `<` with the status and the body of the answer. `#`
//! begins a comment. `CHAUTARI_UPDATE=1` writes the answers anew.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::Path;

use chautari_game::conformance::transcripts;
use chautari_obx::{Answer, Ask, Considered, Pondering, Refusal};

fn told(answer: &Result<Answer, Refusal>) -> String {
    match answer {
        Ok(answer) => format!("< 200 {}", serde_json::to_string(answer).unwrap()),
        Err(refusal) => format!("< {} {}", refusal.status(), refusal.body()),
    }
}

fn talk(text: &str) -> String {
    let (mut went, mut pending) = (String::new(), None::<Pondering>);
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let reply = match kind {
            "<" | "=" => continue,
            "" | "#" => None,
            ">" => Some(match Ask::read(rest.as_bytes()).and_then(Ask::consider) {
                Ok(Considered::Think(pondering)) => {
                    let limit = pondering.limit.time.map_or("its own time".to_owned(), |t| format!("{t:?}"));
                    let level = pondering.level.number();
                    let line = format!("= think about {}; level {level}; {limit}", pondering.position());
                    pending = Some(pondering);
                    line
                }
                Ok(Considered::Answered(answer)) => told(&Ok(answer)),
                Err(refusal) => told(&Err(refusal)),
            }),
            "!" => Some(told(&pending.take().unwrap().conclude(rest))),
            _ => panic!("{line}"),
        };
        writeln!(went, "{line}").unwrap();
        if let Some(reply) = reply {
            writeln!(went, "{reply}").unwrap();
        }
    }
    went
}

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let held = transcripts::run(&folder, talk).unwrap_or_else(|e| panic!("{e}"));
    assert!(held >= 3, "only {held} transcripts");
}
