//! `bench`: a deterministic node count per game, with a signature of the search, and its speed.

use std::io::Write;
use std::ops::ControlFlow;

use chautari_game::{EngineOptions, Limit};
use serde::Serialize;

use crate::output::{CommandResult, Failure};
use crate::registry::games;

/// Number of moves played in each game.
const PLIES: usize = 12;

#[derive(Serialize)]
struct BenchLine {
    game: &'static str,
    nodes: u64,
    signature: String,
    seconds: f64,
    nodes_per_second: f64,
}

/// Plays the first moves of each game with one thread and a fixed number of nodes per move. The signature is a hash of
/// every move, score and node count; only a change of rules or search can change it.
pub(super) fn run(nodes_per_move: u64, json: bool, out: &mut dyn Write) -> CommandResult {
    for game in games() {
        let info = game.info();
        let mut engine = game.engine(&EngineOptions { threads: 1, hash: 16, ..EngineOptions::default() });
        let limit = Limit { nodes: Some(nodes_per_move), ..Limit::default() };
        let (mut nodes, mut seconds, mut signature) = (0, 0.0, 0xcbf2_9ce4_8422_2325_u64);
        let mut record = game.start();
        while record.len() < PLIES && record.outcome().is_none() {
            let moves = record.moves();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let thought = engine
                .think(None, &moves, &limit, &mut |_| ControlFlow::Continue(()))
                .map_err(|e| Failure::bad_text("The engine failed.", &e, json))?;
            nodes += thought.nodes;
            seconds += thought.time.as_secs_f64();
            let best = thought.best.unwrap_or_default();
            for byte in format!("{} {best} {} {};", record.len(), thought.score, thought.nodes).bytes() {
                signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            record.play(&best).map_err(|e| Failure::bad_text("The engine's move was refused.", &e, json))?;
        }
        let line = BenchLine {
            game: info.id,
            nodes,
            signature: format!("{signature:016x}"),
            seconds,
            nodes_per_second: nodes as f64 / f64::max(seconds, 1e-9),
        };
        if json {
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            let speed = line.nodes_per_second / 1e6;
            writeln!(out, "{:<20} {nodes:>10} nodes  {}  {speed:>7.2} M nodes/s", line.game, line.signature)?;
        }
        out.flush()?;
    }
    Ok(())
}
