//! `perft`: counts the leaves of the move tree.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use crate::input;
use crate::output::CommandResult;

#[derive(Serialize)]
struct CountLine {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct DivideLine<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    nodes: u64,
}

pub(super) fn run(
    game: &str,
    depth: u32,
    position: Option<&str>,
    divide: bool,
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let game = input::game(game)?;
    let record = input::position(&*game, position, json)?;
    // In human output show the smaller depths too, while the last one is being counted.
    let first = if json || divide { depth } else { depth.min(1) };
    for depth in first..=depth {
        let clock = Instant::now();
        let nodes = if divide {
            let mut counts = record.divide(depth);
            counts.sort();
            for (text, nodes) in &counts {
                if json {
                    writeln!(out, "{}", serde_json::to_string(&DivideLine { text, nodes: *nodes })?)?;
                } else {
                    writeln!(out, "{text:<12} {nodes:>16}")?;
                }
            }
            counts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            record.perft(depth)
        };
        let seconds = clock.elapsed().as_secs_f64();
        if json {
            writeln!(out, "{}", serde_json::to_string(&CountLine { depth, nodes, seconds })?)?;
        } else {
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            writeln!(out, "depth {depth:>2} {nodes:>18} leaves {seconds:>9.3} s {speed:>9.1} M leaves/s")?;
        }
        out.flush()?;
    }
    Ok(())
}
