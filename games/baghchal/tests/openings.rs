//! The opening names against games of the engines.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use chautari_baghchal::Baghchal;
use chautari_game::{AnyGame, EngineOptions, Level, Limit};

/// Nine in ten games of each level begin with a named opening.
#[test]
fn most_engine_games_have_a_named_opening() {
    let (mut named, mut all) = (BTreeMap::new(), 0);
    for level in 1..=9 {
        for game in 0..GAMES {
            all += 1;
            if let Some(name) = begun(level, game) {
                *named.entry(name).or_insert(0) += 1;
            }
        }
    }
    println!("{named:?} of {all}");
    assert_eq!(named.len(), 3, "{named:?}");
    assert!(named.values().sum::<u64>() * 10 >= 8 * all, "{named:?} of {all}");
}

/// The number of games per level.
const GAMES: u64 = 12;

/// Returns the opening of a game between two engines of a level.
fn begun(level: u8, game: u64) -> Option<&'static str> {
    let mut record = AnyGame::start(&Baghchal::OPTIONAL);
    let limit = Limit { nodes: Some(2000), ..Limit::default() };
    for ply in 0..5 {
        let level = Level::new(level).expect("a level");
        let options = EngineOptions { level, hash: 1, seed: 1000 * game + ply, ..EngineOptions::default() };
        let mut engine = AnyGame::engine(&Baghchal::OPTIONAL, &options);
        let moves = record.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let thought = engine.think(None, &moves, &limit, &mut |_| ControlFlow::Continue(())).ok()?;
        record.play(&thought.best?).ok()?;
    }
    record.opening()
}
