//! The levels, as far as a few quick games can tell; `bench/ladder` measures them all.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use std::fs;
use std::path::Path;

use binary::json;
use chautari_game::Level;
use chautari_games::GAMES;

/// Points of the first in ten games, the same every time.
fn points(game: &str, first: &str, second: &str) -> f64 {
    let words = ["--games", "10", "--nodes", "2000", "--hash", "2", "--json"];
    let words = [&["match", game, "--first", first, "--second", second], &words[..]].concat();
    json(&words).last().unwrap()["points"].as_f64().unwrap()
}

#[test]
fn a_regular_beats_a_newcomer() {
    for game in GAMES {
        let points = points(game.info().id, "level:5", "level:1");
        assert!(points >= 7.0, "{}: {points} of 10", game.info().id);
    }
}

#[test]
fn a_newcomer_beats_chance() {
    // Where captures are compulsory chance plays the tigers well; docs/LEVELS.md has the numbers.
    for game in GAMES.iter().filter(|game| game.info().id != "baghchal-compulsory") {
        let points = points(game.info().id, "level:1", "random");
        assert!(points >= 8.5, "{}: {points} of 10", game.info().id);
    }
}

#[test]
fn the_page_tells_every_level() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/LEVELS.md");
    let page = fs::read_to_string(page).unwrap();
    for level in Level::all() {
        let row = format!("| {} | {} | {} |", level.number(), level.name(), level.about());
        assert!(page.contains(&row), "docs/LEVELS.md lacks `{row}`");
    }
}
