//! Games as data: each file under `transcripts/` is one session.
//!
//! The first line is `fen` with an optional position. Then `white`, `black` and `nobody` name the sender of a
//! frame; `since` with a ply requests missed actions, `sync`, `history`, `pgn` and `pgn-plain` the state. The
//! next line is the response, `<` with its status. `#` begins a comment. `CHAUTARI_UPDATE=1` updates the
//! responses.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::Path;

use chautari_banchess::Player;
use chautari_banchess_sync::{ClientMessage, Pgn, Session, sync_frame};
use chautari_game::conformance::transcripts;
use serde_json::json;

fn talk(text: &str) -> String {
    let (mut went, mut session) = (String::new(), None::<Session>);
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        if kind == "<" {
            continue;
        }
        writeln!(went, "{line}").unwrap();
        if kind == "fen" {
            match Session::begin(Some(rest).filter(|fen| !fen.is_empty())) {
                Ok(begun) => session = Some(begun),
                Err(fault) => writeln!(went, "< {fault}").unwrap(),
            }
            continue;
        }
        let mut send = |seat| {
            let session = session.as_mut().unwrap();
            let played = match ClientMessage::read(rest) {
                Ok(ClientMessage::SyncRequest) => return sync_frame(&session.sync()),
                Ok(ClientMessage::Hello(token)) => return format!("the seat of {token}"),
                Ok(ClientMessage::Action(frame, _)) => session.play(seat, &frame.action, frame.ply),
                Err(refusal) => Err(refusal),
            };
            match played {
                Ok(played) => format!("200 {}", serde_json::to_string(&played).unwrap()),
                Err(refusal) => format!("{} {}", refusal.status(), refusal.body()),
            }
        };
        let reply = match kind {
            "" | "#" => continue,
            "white" => send(Some(Player::White)),
            "black" => send(Some(Player::Black)),
            "nobody" => send(None),
            "since" => json!(session.as_ref().unwrap().since(rest.parse().unwrap())).to_string(),
            "sync" => serde_json::to_string(&session.as_ref().unwrap().sync()).unwrap(),
            "history" => json!(session.as_ref().unwrap().history()).to_string(),
            "pgn" => json!(session.as_ref().unwrap().pgn(Pgn::Signed)).to_string(),
            "pgn-plain" => json!(session.as_ref().unwrap().pgn(Pgn::Plain)).to_string(),
            _ => panic!("{line}"),
        };
        writeln!(went, "< {reply}").unwrap();
    }
    went
}

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let held = transcripts::run(&folder, talk).unwrap_or_else(|e| panic!("{e}"));
    assert!(held >= 3, "only {held} transcripts");
}
