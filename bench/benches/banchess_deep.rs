//! All leaf counts of Ban Chess, to depths that the tests omit. Takes about a minute.

use std::path::Path;
use std::time::Instant;

use chautari_banchess::Banchess;
use chautari_game::AnyGame;

fn main() {
    // `cargo test --benches` also runs this, without optimisation and without the flag.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/banchess/perft.txt");
    let table = std::fs::read_to_string(&path).expect("the table is part of the project");
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(" ; ").collect();
        let counts: Vec<u64> = fields[2].split(' ').map(|n| n.parse().expect("a leaf count")).collect();
        let start = match fields[1] {
            "start" => AnyGame::start(&Banchess),
            fen => Banchess.read_position(fen).expect("the position is legal"),
        };
        for (depth, &expected) in (1..).zip(&counts) {
            let begun = Instant::now();
            let found = start.perft(depth);
            assert_eq!(found, expected, "{} at depth {depth}", fields[1]);
            let rate = found as f64 / begun.elapsed().as_secs_f64() / 1e6;
            println!("{:75} depth {depth} {found:>13} {rate:7.0} million leaves a second", fields[1]);
        }
    }
}
