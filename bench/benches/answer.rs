//! The cost of an engine move at the weakest level on the server, from the request to the engine pool to its
//! result, for every game. The goal is 2 ms on an idle machine.

#![allow(clippy::unwrap_used, reason = "a benchmark may fail where it stands")]

use std::time::{Duration, Instant};

use chautari_compute::{Client, EnginePoolConfig, Engines, SearchRequest};
use chautari_game::{Level, Limit};
use chautari_games::GAMES;

const QUESTIONS: usize = 200;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let engines = Engines::start(&EnginePoolConfig::default()).unwrap();
    println!("{:>22} {:>10} {:>10} {:>8}", "game", "median ms", "99 % ms", "nodes");
    for game in GAMES {
        let mut times = Vec::with_capacity(QUESTIONS);
        let mut nodes = 0;
        for seed in 0..QUESTIONS as u64 {
            let question = SearchRequest {
                game: game.boxed(),
                start: None,
                moves: Vec::new(),
                level: Level::new(1).unwrap(),
                limit: Limit::default(),
                seed,
            };
            let begun = Instant::now();
            let thought = runtime.block_on(engines.think(Client::internal("bench"), question)).unwrap();
            times.push(begun.elapsed());
            nodes += thought.nodes;
        }
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{:>22} {:>10.2} {:>10.2} {:>8}",
            game.info().id,
            ms(times[QUESTIONS / 2]),
            ms(times[QUESTIONS * 99 / 100]),
            nodes / QUESTIONS as u64
        );
    }
}
