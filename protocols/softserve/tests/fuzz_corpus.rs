//! What fuzzing has found and been seeded with holds, without a fuzzer.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

#[test]
fn the_corpus_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/softserve");
    let mut replayed = 0;
    for entry in fs::read_dir(folder).unwrap() {
        chautari_softserve::fuzz::bodies(&fs::read(entry.unwrap().path()).unwrap());
        replayed += 1;
    }
    assert!(replayed > 1, "the corpus is gone");
}
