//! The principal variations of engines.

use std::ops::ControlFlow;

use chautari_game::{EngineOptions, Limit, Rng, Score};
use chautari_games::GAMES;

/// A variation is as long as the search was deep, whichever thread found it. With two threads the hash table
/// may have lost the end of one.
#[test]
fn line_is_as_long_as_the_search_is_deep() {
    const DEPTH: usize = 8;
    for game in GAMES {
        let name = game.info().id;
        for threads in [1, 2] {
            let (mut wanted, mut told) = (0, 0);
            for opening in 0..8 {
                let mut rng = Rng::new(opening);
                let mut record = game.start();
                while record.len() < 4 {
                    let (m, _) = rng.pick(&record.divide(1)).expect("no game is over that soon");
                    record.play(&m).expect("the move is listed");
                }
                let moves = record.moves();
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                let mut engine = game.engine(&EngineOptions { threads, hash: 4, ..EngineOptions::default() });
                let limit = Limit { depth: Some(DEPTH as u32), ..Limit::default() };
                let watch = &mut |_: &_| ControlFlow::Continue(());
                let thought = engine.think(None, &moves, &limit, watch).expect("the moves are legal");
                for m in &thought.line {
                    record.play(m).unwrap_or_else(|e| panic!("{name}, {threads} threads: {m}: {e}"));
                }
                if matches!(thought.score, Score::Guess(_)) {
                    wanted += DEPTH;
                    told += thought.line.len().min(DEPTH);
                }
            }
            let least = if threads == 1 { wanted } else { wanted * 9 / 10 };
            assert!(told >= least, "{name}, {threads} threads: {told} of {wanted} plies");
        }
    }
}
