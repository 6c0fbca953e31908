//! Replays the fuzzing corpus without a fuzzer.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use chautari_game::conformance::fuzz::replay;

#[test]
fn the_corpus_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/banchess_sync");
    assert!(replay(&folder, chautari_banchess_sync::fuzz::frames).unwrap() > 1, "the corpus is gone");
}
