//! A quick check of the levels with a few games; `bench/ladder` measures them all.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::Path;

use chautari_game::Level;
use chautari_games::GAMES;

use crate::binary::json;

/// Returns the points of the first engine in ten deterministic games.
fn points(game: &str, first: &str, second: &str) -> f64 {
    let words = ["--games", "10", "--nodes", "2000", "--hash", "2", "--json"];
    let words = [&["match", game, "--first", first, "--second", second], &words[..]].concat();
    json(&words).last().unwrap()["points"].as_f64().unwrap()
}

#[test]
fn level_5_beats_level_1() {
    for game in GAMES {
        let points = points(game.info().id, "level:5", "level:1");
        assert!(points >= 7.0, "{}: {points} of 10", game.info().id);
    }
}

#[test]
fn level_1_beats_random() {
    // With compulsory captures random moves are good for the tigers; see docs/LEVELS.md.
    for game in GAMES.iter().filter(|game| game.info().id != "baghchal-compulsory") {
        let points = points(game.info().id, "level:1", "random");
        assert!(points >= 8.5, "{}: {points} of 10", game.info().id);
    }
}

#[test]
fn levels_page_lists_every_level() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/LEVELS.md");
    let page = fs::read_to_string(page).unwrap();
    for level in Level::all() {
        let row = format!("| {} | {} | {} |", level.number(), level.name(), level.about());
        assert!(page.contains(&row), "docs/LEVELS.md lacks `{row}`");
    }
}
