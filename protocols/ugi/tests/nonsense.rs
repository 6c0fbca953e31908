//! Property tests: malformed input never breaks a session, and every `go` gets one `bestmove`.

use chautari_game::{EngineOptions, Score, Thought};
use chautari_games::GAMES;
use chautari_ugi::{Frame, Reply, Session};
use proptest::collection::vec;
use proptest::prelude::*;

const WORDS: &[&str] = &[
    "ugi",
    "isready",
    "setoption",
    "name",
    "Hash",
    "Threads",
    "Level",
    "value",
    "uginewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "stop",
    "query",
    "p1turn",
    "gameover",
    "result",
    "quit",
    "0",
    "1",
    "-7",
    "18446744073709551615",
    "mB1",
    "mA1C1(B1)",
    "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #",
    "é",
    "\t",
    "\u{0}",
    "\r",
];

/// Lines that are half sense: words of the protocol in any order, or anything at all.
fn line() -> impl Strategy<Value = String> {
    let words = vec(proptest::sample::select(WORDS), 0..8).prop_map(|words| words.join(" "));
    prop_oneof![3 => words, 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn nothing_breaks_it(game in 0..GAMES.len(), lines in vec(line(), 0..30)) {
        let mut session = Session::new(GAMES[game].boxed(), EngineOptions::default());
        let thought = Thought {
            best: None, score: Score::Draw, depth: 0, nodes: 0, time: std::time::Duration::ZERO, line: vec![], others: vec![],
        };
        for line in lines {
            let asked = line.split_whitespace().next() == Some("go");
            let mut replies = session.receive(&Frame::Line(line));
            if replies.iter().any(|reply| matches!(reply, Reply::Think(_))) {
                replies.extend(session.finished(&Ok(thought.clone())));
            }
            let mut answers = 0;
            for reply in &replies {
                if let Reply::Say(text) = reply {
                    prop_assert!(!text.contains(char::is_control), "{text:?}");
                    answers += usize::from(text.starts_with("bestmove "));
                }
            }
            prop_assert_eq!(answers, usize::from(asked));
        }
    }
}

#[test]
fn move_texts_hold_no_blanks() {
    for game in GAMES {
        let mut record = game.start();
        // A walk that is the same every time and goes deep enough to meet every kind of move.
        for step in 0..200_usize {
            let offers = record.offers();
            for offer in &offers {
                assert!(!offer.text.contains(char::is_whitespace), "{}: {}", game.info().id, offer.text);
            }
            let Some(offer) = offers.get(step.wrapping_mul(7919) % offers.len().max(1)) else { break };
            record.play(&offer.text).unwrap();
        }
        assert!(record.len() > 10, "{}", game.info().id);
    }
}
