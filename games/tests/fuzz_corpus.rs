//! Replays the fuzzing corpus without a fuzzer.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use chautari_game::AnyGame;
use chautari_game::conformance::fuzz;
use chautari_games::GAMES;

fn replay(target: &str, body: fn(&[&dyn AnyGame], &[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let replayed = fuzz::replay(&folder, |data| body(GAMES, data)).unwrap();
    assert!(replayed > 0, "{} is empty", folder.display());
}

#[test]
fn texts() {
    replay("text", fuzz::text);
}

#[test]
fn lines_of_play() {
    replay("play", fuzz::play);
}
