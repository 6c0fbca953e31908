//! Native search speed, which `npm/speed` compares with the module's. `native_speed GAME NODES TIMES` runs TIMES searches
//! of NODES nodes and prints the best speed in nodes per second of processor time. The searches share a process, as they
//! do in the module, so that only the first one pays for the allocation of memory.

use std::ops::ControlFlow;
use std::time::Instant;

use chautari_wasm::Dispatcher;
use serde_json::{Value, json};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<u64>().ok();
    let (Some(game), Some(nodes), Some(times)) =
        (args.first(), args.get(1).and_then(number), args.get(2).and_then(number))
    else {
        eprintln!("native_speed GAME NODES TIMES");
        std::process::exit(2)
    };
    let request = json!({"ask": "think", "line": {"game": game}, "nodes": nodes, "hash": 16}).to_string();
    let (mut dispatcher, began) = (Dispatcher::default(), Instant::now());
    let mut best: f64 = 0.0;
    for _ in 0..times {
        let before = spent(began);
        let response = dispatcher.handle(&request, &mut |_| ControlFlow::Continue(()));
        let response: Value = serde_json::from_str(&response).unwrap_or_default();
        let Some(visited) = response["nodes"].as_f64() else {
            eprintln!("{response}");
            std::process::exit(1)
        };
        best = best.max(visited / (spent(began) - before));
    }
    println!("{best:.0}");
}

/// Returns the processor time of this process in seconds, or the wall-clock time on systems that do not report it.
fn spent(began: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |n| n / 1e9)
}
