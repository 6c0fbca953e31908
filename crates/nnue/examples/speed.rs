//! Measures the cost of an evaluation: `cargo run --release -p chautari-nnue --example speed`.

use std::hint::black_box;
use std::time::Instant;

use chautari_nnue::Network;

fn main() {
    let network = Network::<128>::random(768, 8);
    let (mut own, mut other) = (network.start(), network.start());
    time("update by two features", || {
        let mut update = network.update(&mut own);
        update.remove(black_box(1));
        update.add(black_box(2));
    });
    network.update(&mut other).add(3);
    time("evaluate", || {
        black_box(network.evaluate(black_box(&own), black_box(&other), 3, 0));
    });
}

fn time(what: &str, mut work: impl FnMut()) {
    const TIMES: u32 = 2_000_000;
    let best = (0..5).map(|_| {
        let begun = Instant::now();
        (0..TIMES).for_each(|_| work());
        begun.elapsed() / TIMES * 1000
    });
    println!("{what}: {:.1} ns", best.min().expect("it ran").as_nanos() as f64 / 1000.0);
}
