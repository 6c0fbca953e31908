//! Sessions as data: each file under `transcripts/` is one client.
//!
//! `>` is a line of the client, `>|` the same without its line feed, `>x N T` the text T sent N times. `!` is
//! the result of a search: a cell and its microseconds, or `failed` and the reason. The lines after it are
//! the replies: `<` a message, `=` another reply. A board of 362 characters is shown as the numbers of the
//! marked cells. `#` begins a comment. `CHAUTARI_UPDATE=1` updates the replies.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use chautari_game::conformance::transcripts;
use chautari_game::{Score, Thought};
use chautari_gomoku_tcp::{Frames, Reply, Session, Task};

fn thought(text: &str) -> Result<Thought<String>, String> {
    match text.split_once(' ').unwrap() {
        ("failed", why) => Err(why.to_owned()),
        (cell, micros) => Ok(Thought {
            best: Some(cell.to_owned()),
            score: Score::Guess(0),
            depth: 1,
            nodes: 1,
            time: Duration::from_micros(micros.parse().unwrap()),
            line: Vec::new(),
            others: Vec::new(),
        }),
    }
}

/// Replaces the boards in a message by readable ones.
fn shorten(message: &str) -> String {
    let mut text = String::new();
    for part in message.split('"') {
        let board = part.strip_suffix("\\n").filter(|bits| bits.len() == 361);
        match board {
            None => text += part,
            Some(bits) => {
                let cells: Vec<_> = bits.bytes().rev().enumerate().filter(|(_, bit)| *bit == b'1').collect();
                text += &cells.iter().map(|(cell, _)| cell.to_string()).collect::<Vec<_>>().join(" ");
            }
        }
        text.push('"');
    }
    text.pop();
    text
}

fn describe(task: &Task) -> String {
    let mut text = format!("= think from {}", task.start.as_deref().unwrap_or("the start"));
    write!(text, "; moves {}; depth {}", task.moves.join(" "), task.limit.depth.unwrap()).unwrap();
    if let Some(time) = task.limit.time {
        write!(text, "; time {}", time.as_millis()).unwrap();
    }
    text
}

/// Runs a transcript, with its input cut into pieces of this many bytes. Returns the updated transcript.
fn talk(text: &str, piece: usize) -> String {
    let (mut frames, mut session, mut went) = (Frames::new(), Session::new(), String::new());
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let received = match kind {
            "<" | "=" => continue,
            "" | "#" | "!" => Vec::new(),
            ">" => format!("{rest}\n").into_bytes(),
            ">|" => rest.as_bytes().to_vec(),
            ">x" => {
                let (count, text) = rest.split_once(' ').unwrap();
                text.repeat(count.parse().unwrap()).into_bytes()
            }
            _ => panic!("{line}"),
        };
        let mut replies = Vec::new();
        for bytes in received.chunks(piece) {
            replies.extend(frames.push(bytes).into_iter().flat_map(|frame| session.receive(frame)));
        }
        if kind == "!" {
            replies = session.thought(thought(rest));
        }
        writeln!(went, "{line}").unwrap();
        for reply in replies {
            let reply = match reply {
                Reply::Say(text) => format!("< {}", shorten(&text)),
                Reply::Think(task) => describe(&task),
                Reply::Close => "= close".to_owned(),
            };
            writeln!(went, "{reply}").unwrap();
        }
    }
    went
}

#[test]
fn every_transcript_holds_however_it_is_cut() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    for piece in [usize::MAX, 1, 2, 7] {
        let held = transcripts::run(&folder, |text| talk(text, piece));
        let held = held.unwrap_or_else(|e| panic!("in pieces of {piece}: {e}"));
        assert!(held >= 7, "only {held} transcripts");
    }
}

#[test]
fn a_message_is_exactly_this() {
    let mut session = Session::new();
    let mut say = |text: &str| -> Vec<String> {
        let frames = Frames::new().push(text.as_bytes());
        let replies = frames.into_iter().flat_map(|frame| session.receive(frame));
        replies.filter_map(|reply| if let Reply::Say(text) = reply { Some(text) } else { None }).collect()
    };
    say(r#"{"type":"start","cpu":true,"player":"white","depth":7}"#);
    let empty = "0".repeat(361);
    // Cell 123 is the character 360 − 123 from the left.
    let white = format!("{}1{}", "0".repeat(237), "0".repeat(123));
    let expected = format!(
        "{{\"b_captures\":0,\"black_board\":\"{empty}\\n\",\"cpu\":true,\"illegal\":false,\
         \"illegal_board\":\"{empty}\\n\",\"player\":\"black\",\"type\":\"game_state\",\
         \"type2\":\"player_move\",\"w_captures\":0,\"white_board\":\"{white}\\n\",\"winner\":\"no\"}}"
    );
    assert_eq!(say(r#"{"type":"move","move":123}"#), [expected]);
}
