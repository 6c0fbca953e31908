//! `perft`: leaf counts and leaves a second.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use crate::{Done, input};

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
) -> Done {
    let game = input::game(game)?;
    let record = input::position(&*game, position, json)?;
    // People like to see the smaller counts while they wait; programs want the one they asked for.
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
