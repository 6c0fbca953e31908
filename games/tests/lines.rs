//! What an engine expects to be played.

use std::ops::ControlFlow;

use chautari_game::{Dice, Limit, Means, Score};
use chautari_games::GAMES;

/// Whichever thread found it, and in whatever window: a line to the depth that was searched, by the rules.
#[test]
fn a_line_is_as_long_as_the_search_was_deep() {
    const DEPTH: u32 = 8;
    for game in GAMES {
        let name = game.info().id;
        for opening in 0..8 {
            let mut dice = Dice::new(opening);
            let mut record = game.start();
            while record.len() < 4 {
                let (m, _) = dice.pick(&record.divide(1)).expect("no game is over that soon");
                record.play(&m).expect("the move is listed");
            }
            let moves = record.moves();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            for threads in [1, 2] {
                let mut engine = game.engine(&Means { threads, hash: 4, ..Means::default() });
                let limit = Limit { depth: Some(DEPTH), ..Limit::default() };
                let watch = &mut |_: &_| ControlFlow::Continue(());
                let thought = engine.think(None, &moves, &limit, watch).expect("the moves are legal");
                let mut after = game.start();
                for m in moves.iter().copied().chain(thought.line.iter().map(String::as_str)) {
                    after.play(m).unwrap_or_else(|e| panic!("{name}, {threads} threads: {m}: {e}"));
                }
                let long = thought.line.len() as u32 >= DEPTH || !matches!(thought.score, Score::Guess(_));
                assert!(long, "{name}, opening {opening}, {threads} threads: {:?}", thought.line);
            }
        }
    }
}
