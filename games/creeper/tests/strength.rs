//! The engine against plain Monte Carlo search.

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_creeper::Creeper;
use chautari_game::{Engine, EngineOptions, Game, Limit, Position as _, Record, Rng};
use chautari_search::Mcts;

/// Returns a game with some random moves, determined by `number`.
fn opening(number: u64) -> Record<Creeper> {
    let mut rng = Rng::stream(1, number);
    let mut record = Record::new(Creeper);
    for _ in 0..4 {
        let moves = record.position().moves();
        record.play(moves[rng.below(moves.len())]).expect("the move is legal");
    }
    record
}

/// Returns the engine's half points, with each opening played by both sides.
fn half_points(games: u64, engine_limit: &Limit, playouts: u64) -> u64 {
    let mut half_points = 0;
    for number in 0..games {
        let mut record = opening(number / 2);
        let mut engine = Creeper.engine(&EngineOptions::default());
        let mut mcts = Mcts::new(64, number);
        let mcts_limit = Limit { nodes: Some(playouts), ..Limit::default() };
        let engine_side = (number % 2) as usize;
        while record.outcome().is_none() {
            let ours = record.position().turn().index() == engine_side;
            let (player, limit): (&mut dyn Engine<Creeper>, _) =
                if ours { (&mut *engine, engine_limit) } else { (&mut mcts, &mcts_limit) };
            let thought = player.think(&record, limit, &mut |_| ControlFlow::Continue(()));
            record.play(thought.best.expect("the game goes on")).expect("the move is legal");
        }
        let gained = match record.outcome().and_then(|outcome| outcome.winner) {
            None => 1,
            Some(side) => 2 * u64::from(side.index() == engine_side),
        };
        half_points += gained;
        println!("game {number}: {gained} half points in {} plies", record.moves().len());
    }
    half_points
}

#[test]
fn few_nodes_beat_many_playouts() {
    let limit = Limit { nodes: Some(5_000), ..Limit::default() };
    let half_points = half_points(4, &limit, 1_000);
    assert!(half_points >= 7, "{half_points} of 8");
}

#[test]
#[ignore = "minutes: 100 ms a move against 20,000 playouts"]
fn full_strength_beats_monte_carlo() {
    let limit = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
    let half_points = half_points(40, &limit, 20_000);
    assert!(half_points >= 72, "{half_points} of 80");
}
