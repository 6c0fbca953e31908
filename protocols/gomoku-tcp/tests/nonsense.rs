//! Property tests: malformed input never breaks a session, and cutting the stream differently changes no
//! reply.

use chautari_gomoku_tcp::fuzz;
use proptest::collection::vec;
use proptest::prelude::*;

const PIECES: &[&str] = &[
    r#"{"type":"start","cpu":true,"player":"white","depth":7}"#,
    r#"{"type":"start","cpu":false}"#,
    r#"{"type":"move","move":180}"#,
    r#"{"type":"move","move":181}"#,
    r#"{"type":"move","move":-1}"#,
    r#"{"type":"move","move":1e99}"#,
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ":",
    ",",
    "type",
    "move",
    "start",
    "\n",
    "\r\n",
    " ",
    "0",
    "-",
    "1e5",
    "null",
    "é",
    "\u{0}",
];

/// Half sense: pieces of messages in any order, or anything at all.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(proptest::sample::select(PIECES), 0..30).prop_map(|pieces| pieces.concat().into_bytes());
    prop_oneof![4 => pieces, 1 => vec(any::<u8>(), 0..300)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn nothing_breaks_it(stream in stream()) {
        fuzz::talk(&stream);
    }
}
