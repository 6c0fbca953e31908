//! The best move of a position: `cargo run --release --example ask_engine -- creeper`.

use std::error::Error;
use std::ops::ControlFlow;

use chautari_game::{EngineOptions, Level, Limit};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "baghchal".to_owned());
    println!("{}", best(&name, &[], 1_000_000)?);
    Ok(())
}

/// Returns the best move after `moves`, found with this many nodes.
pub fn best(name: &str, moves: &[&str], nodes: u64) -> Result<String, Box<dyn Error>> {
    let game = chautari_games::find(name)?;
    let mut engine = game.engine(&EngineOptions { level: Level::FULL, hash: 16, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    // The callback gets every improved result; returning `Break` stops the search.
    let thought = engine.think(None, moves, &limit, &mut |thought| {
        println!("depth {}: {} {}", thought.depth, thought.score, thought.line.join(" "));
        ControlFlow::Continue(())
    })?;
    Ok(thought.best.ok_or("the game is over")?)
}
