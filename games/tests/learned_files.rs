//! The size of the learned files embedded in every program.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use chautari_games::GAMES;

#[test]
fn learned_files_are_small() {
    let mut learnt = Vec::new();
    for game in GAMES {
        // Profiles share the folder of their game.
        let Ok(files) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(game.info().id)) else {
            continue;
        };
        for file in files.map(Result::unwrap) {
            if ["network.nnue", "eval_weights.txt"].iter().any(|name| file.file_name() == *name) {
                learnt.push((game.info().id, file.metadata().unwrap().len()));
            }
        }
    }
    assert!(!learnt.is_empty(), "no game has anything that was learnt");
    let bytes: u64 = learnt.iter().map(|&(_, bytes)| bytes).sum();
    assert!(bytes < 3_000_000, "{bytes} bytes: {learnt:?}");
}
