//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use std::time::Duration;

use chautari_game::{Score, Thought};

use crate::{Frames, Reply, Session};

/// Checks that replies do not depend on how the stream is cut, and that each is one line of JSON.
pub fn talk(data: &[u8]) {
    let whole = listen(data.chunks(data.len().max(1)));
    let bytes = listen(data.chunks(1));
    assert_eq!(whole, bytes, "the talk depends on how it was cut");
}

fn listen<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let (mut frames, mut session, mut said) = (Frames::new(), Session::new(), Vec::new());
    for frame in chunks.flat_map(|chunk| frames.push(chunk)).collect::<Vec<_>>() {
        let mut replies = session.receive(frame);
        while let Some(task) = replies.iter().find_map(|reply| match reply {
            Reply::Think(task) => Some(task.clone()),
            _ => None,
        }) {
            replies.retain(|reply| !matches!(reply, Reply::Think(_)));
            note(&replies, &mut said);
            // The fuzzer tests the session, not the engine, so any legal move will do.
            let mut record = task.start.as_deref().map_or_else(
                || chautari_game::AnyGame::start(&chautari_gomoku::Gomoku),
                |start| {
                    chautari_game::AnyGame::read_position(&chautari_gomoku::Gomoku, start)
                        .expect("the task begins at a position")
                },
            );
            for text in &task.moves {
                record.play(text).expect("the task holds legal moves");
            }
            let best = record.offers().first().map(|offer| offer.text.clone());
            let thought = Thought {
                best,
                score: Score::Draw,
                depth: 1,
                nodes: 1,
                time: Duration::ZERO,
                line: Vec::new(),
                others: Vec::new(),
            };
            replies = session.thought(Ok(thought));
        }
        note(&replies, &mut said);
        if replies.iter().any(|reply| matches!(reply, Reply::Close)) {
            break;
        }
    }
    said
}

fn note(replies: &[Reply], said: &mut Vec<String>) {
    for reply in replies {
        if let Reply::Say(text) = reply {
            assert!(!text.contains('\n'), "a message is one line: {text}");
            let message: serde_json::Value = serde_json::from_str(text).expect("a message is JSON");
            assert!(message["type"].is_string(), "a message has a type: {text}");
            said.push(text.clone());
        }
    }
}
