//! Searches by the same code as it is, for `npm/speed` to set beside the module: `speed GAME NODES TIMES` prints the
//! nodes a second of processor time of the best of them. They share a process, as the module's do: the first pays for
//! memory that the others find there.

use std::ops::ControlFlow;
use std::time::Instant;

use chautari_wasm::Desk;
use serde_json::{Value, json};

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<u64>().ok();
    let (Some(game), Some(nodes), Some(times)) =
        (said.first(), said.get(1).and_then(number), said.get(2).and_then(number))
    else {
        eprintln!("speed GAME NODES TIMES");
        std::process::exit(2)
    };
    let question = json!({"ask": "think", "line": {"game": game}, "nodes": nodes, "hash": 16}).to_string();
    let (mut desk, began) = (Desk::default(), Instant::now());
    let mut best: f64 = 0.0;
    for _ in 0..times {
        let before = spent(began);
        let answer = desk.answer(&question, &mut |_| ControlFlow::Continue(()));
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        let Some(visited) = answer["nodes"].as_f64() else {
            eprintln!("{answer}");
            std::process::exit(1)
        };
        best = best.max(visited / (spent(began) - before));
    }
    println!("{best:.0}");
}

/// Processor time of this process, in seconds; where the system does not tell it, time on the wall.
fn spent(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |n| n / 1e9)
}
