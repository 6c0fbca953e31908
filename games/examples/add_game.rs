//! A game of your own beside ours: `cargo run --example add_game`.
//!
//! `games/sprint` is one, small enough to read in one go and made for this: rules in `position.rs`, how it is written in
//! `text.rs`, its name and engine in `lib.rs`. Whatever implements `Game` is an `AnyGame`; put into a list, it has the
//! command line, an engine, a server and the conformance kit without another line.

use std::error::Error;

use chautari_game::{AnyGame, EngineOptions, Limit};
use chautari_sprint::Sprint;

/// Your registry: ours has the same form.
static MINE: &[&dyn AnyGame] = &[&Sprint];

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", first_moves("sprint")?);
    Ok(())
}

/// What its engine plays against itself, three plies long.
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
