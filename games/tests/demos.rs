//! The demo games of the start page consist of legal moves.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use chautari_games::GAMES;

use chautari_testing::skipped;

#[test]
fn every_demo_can_be_played() {
    let mut played = 0;
    for folder in Path::new(env!("CARGO_MANIFEST_DIR")).read_dir().unwrap().map(|entry| entry.unwrap().path())
    {
        let id = folder.file_name().unwrap().to_str().unwrap();
        let Ok(text) = std::fs::read_to_string(folder.join("demo.txt")) else {
            // A demo is optional.
            if GAMES.iter().any(|game| game.info().id == id) {
                skipped(&format!("a demo of {id}: there is none"));
            }
            continue;
        };
        let mut record = chautari_games::find(id).unwrap().start();
        for text in text.split_whitespace() {
            record.play(text).unwrap_or_else(|fault| panic!("{id}, {text}: {fault}"));
        }
        assert!(record.len() >= 20, "{id}: {} plies are hardly a game", record.len());
        played += 1;
    }
    assert!(played > 0, "there is no demo");
}
