//! What was learnt and travels with every program.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use chautari_games::GAMES;

#[test]
fn all_that_was_learnt_is_small() {
    let mut learnt = Vec::new();
    for game in GAMES {
        // A profile shares the folder of its game.
        let Ok(files) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(game.info().id)) else {
            continue;
        };
        for file in files.map(Result::unwrap) {
            let name = file.file_name().into_string().unwrap();
            if name.ends_with(".nnue") || name == "judgement.txt" {
                learnt.push((game.info().id, file.metadata().unwrap().len()));
            }
        }
    }
    let games: Vec<&str> = learnt.iter().map(|&(id, _)| id).collect();
    assert_eq!(games, ["baghchal", "banchess", "creeper", "gomoku"]);
    let bytes: u64 = learnt.iter().map(|&(_, bytes)| bytes).sum();
    assert!(bytes < 3_000_000, "{bytes} bytes: {learnt:?}");
}
