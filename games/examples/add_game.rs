//! A game of your own in a registry of your own: `cargo run --example add_game`.
//!
//! `games/sprint` is an example small enough to read in one go: rules in `position.rs`, notation in
//! `text.rs`, name and engine in `lib.rs`. Every `Game` is an `AnyGame`; in a registry, it gets the command
//! line, an engine, a server and the conformance kit without further code.

use std::error::Error;

use chautari_game::{AnyGame, EngineOptions, Limit};
use chautari_sprint::Sprint;

/// A registry of the same form as ours.
static MINE: &[&dyn AnyGame] = &[&Sprint];

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", first_moves("sprint")?);
    Ok(())
}

/// Returns the first three plies of its engine playing against itself.
pub fn first_moves(name: &str) -> Result<String, Box<dyn Error>> {
    let game = chautari_game::find(MINE, name)?;
    let mut record = game.start();
    let mut engine = game.engine(&EngineOptions { hash: 1, ..EngineOptions::default() });
    for _ in 0..3 {
        let moves = record.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let limit = Limit { nodes: Some(500), ..Limit::default() };
        let thought = engine.think(None, &moves, &limit, &mut |_| std::ops::ControlFlow::Continue(()))?;
        record.play(&thought.best.ok_or("the game is over")?)?;
    }
    Ok(record.moves().join(" "))
}
