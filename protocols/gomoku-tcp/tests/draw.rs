//! A drawn game. A transcript of it would contain 361 states.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use chautari_game::{Position as _, Record};
use chautari_gomoku::{BLACK, Cell, Gomoku, WHITE};
use chautari_gomoku_tcp::{Frame, Reply, Session};
use serde_json::{Value, json};

/// Two alternating rows of a full board without five in a row.
const ROWS: [&[u8; 19]; 2] = [b"xxxoooxxxoooxxxooox", b"oooxxxoooxxxoooxxxo"];

/// A cell where the side to move belongs by the pattern, and takes nothing. Every third column comes
/// first: laid out from one edge to the other, captures and double-threes get in the way.
fn next(record: &Record<Gomoku>) -> Cell {
    let position = record.position();
    let belongs = |cell: &Cell| {
        let black = ROWS[usize::from(cell.row() % 2)][usize::from(cell.column())] == b'x';
        black == (position.turn() == BLACK) && position.captures_at(*cell).is_empty()
    };
    let cells = position.legal();
    let cell = cells.iter().filter(belongs).min_by_key(|cell| cell.column() * 6 % 19);
    cell.expect("the pattern can be laid out stone by stone")
}

fn say(session: &mut Session, message: &Value) -> Vec<Reply> {
    session.receive(Frame::Message(message.to_string().into_bytes()))
}

#[test]
fn a_draw_is_told_once_and_nothing_comes_after_it() {
    let (mut session, mut record) = (Session::new(), Record::new(Gomoku));
    say(&mut session, &json!({"type": "start", "cpu": false}));
    for stones in 1..=Cell::COUNT {
        let cell = next(&record);
        record.play(cell).unwrap();
        let replies = say(&mut session, &json!({"type": "move", "move": cell.number()}));
        let Reply::Say(state) = &replies[0] else { panic!("{replies:?}") };
        let state: Value = serde_json::from_str(state).unwrap();
        assert_eq!((&state["winner"], &state["illegal"]), (&json!("no"), &json!(false)), "{stones}");
        if stones < Cell::COUNT {
            assert!(matches!(replies[1], Reply::Think(_)), "{replies:?}");
            session.thought(Err("nobody thinks here".to_owned()));
        } else {
            assert_eq!(replies.len(), 1, "there is no second message: {replies:?}");
        }
    }
    assert_eq!(record.outcome().unwrap().winner, None);
    assert_eq!([BLACK, WHITE].map(|side| record.position().pairs(side)), [0, 0]);
    let replies = say(&mut session, &json!({"type": "move", "move": 180}));
    let [Reply::Say(state)] = &replies[..] else { panic!("{replies:?}") };
    let state: Value = serde_json::from_str(state).unwrap();
    assert_eq!((&state["illegal"], &state["winner"]), (&json!(true), &json!("no")));
    assert!(state["reason"].as_str().unwrap().starts_with("The game is over"), "{state}");
}
