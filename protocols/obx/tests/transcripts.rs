//! Requests and their answers as data: each file under `transcripts/` holds some.
//!
//! `>` is the body of a request, `!` the move the engine chose where it was asked. Behind each stands
//! what follows: `= think` with what about, or `<` with the status and the body of the answer. `#`
//! begins a comment. `CHAUTARI_WRITE_TRANSCRIPTS=1` writes the answers anew, to be read before they
//! are kept.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::fs;
use std::path::Path;

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
    let mut held = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let went = talk(&text);
        if std::env::var_os("CHAUTARI_WRITE_TRANSCRIPTS").is_some() {
            fs::write(&path, &went).unwrap();
            held += 1;
            continue;
        }
        assert_eq!(went, text, "{} went otherwise:\n{went}", path.display());
        held += 1;
    }
    assert!(held >= 3, "only {held} transcripts");
}
