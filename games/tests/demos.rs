//! The games that the first page plays through are games: every move in them is legal.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use chautari_games::GAMES;

#[test]
fn every_demo_can_be_played() {
    let mut played = Vec::new();
    for game in GAMES {
        let id = game.info().id;
        // A profile shares the folder of its game, and a game may do without.
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(id).join("demo.txt");
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let mut record = game.start();
        for text in text.split_whitespace() {
            record.play(text).unwrap_or_else(|fault| panic!("{id}, {text}: {fault}"));
        }
        assert!(record.len() >= 20, "{id}: {} plies are hardly a game", record.len());
        played.push(id);
    }
    assert_eq!(played, ["baghchal", "banchess", "creeper", "gomoku"]);
}
