//! Requests and their responses as data, in the files under `transcripts/`.
//!
//! `>` is the body of a request, `!` the move that the engine chose. The next line is the result: `= think` with the
//! position to search, or `<` with the status and the body of the response. `#` begins a comment.
//! `CHAUTARI_UPDATE=1` updates the responses.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::Path;

use chautari_game::conformance::transcripts;
use chautari_obx::{Evaluated, ObxRequest, ObxResponse, PendingSearch, Refusal};

fn shown(answer: &Result<ObxResponse, Refusal>) -> String {
    match answer {
        Ok(answer) => format!("< 200 {}", serde_json::to_string(answer).unwrap()),
        Err(refusal) => format!("< {} {}", refusal.status(), refusal.body()),
    }
}

fn talk(text: &str) -> String {
    let (mut went, mut pending) = (String::new(), None::<PendingSearch>);
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let reply = match kind {
            "<" | "=" => continue,
            "" | "#" => None,
            ">" => Some(match ObxRequest::read(rest.as_bytes()).and_then(ObxRequest::evaluate) {
                Ok(Evaluated::NeedsSearch(search)) => {
                    let limit = search.limit.time.map_or("its own time".to_owned(), |t| format!("{t:?}"));
                    let level = search.level.number();
                    let line = format!("= think about {}; level {level}; {limit}", search.position());
                    pending = Some(search);
                    line
                }
                Ok(Evaluated::Answered(answer)) => shown(&Ok(answer)),
                Err(refusal) => shown(&Err(refusal)),
            }),
            "!" => Some(shown(&pending.take().unwrap().conclude(rest))),
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
