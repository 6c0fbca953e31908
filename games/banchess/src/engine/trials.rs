//! Matches: what wins games stays. Run by name, with `--ignored --nocapture`.

use std::time::Duration;

use chautari_game::{Rng, Side};
use chautari_search::Mcts;

use super::*;
use crate::eval::Tapered;

type Player = Box<dyn Engine<Banchess>>;

fn quiet(_: &Thought<Action>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A game begun by some actions at random, still undecided.
pub(crate) fn opening(rng: &mut Rng, plies: usize) -> Record<Banchess> {
    loop {
        let mut record = Record::new(Banchess);
        for _ in 0..plies {
            let choices = record.position().moves();
            if let Some(&choice) = choices.get(rng.below(choices.len().max(1))) {
                record.play(choice).unwrap();
            }
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Games the first player won, drew and lost: two from each opening, the sides swapped.
fn compete(mut players: [(Player, Limit); 2], pairs: usize, seed: u64) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..2 * pairs {
        let mut record = opening(&mut Rng::stream(seed, game as u64 / 2), 12);
        while record.outcome().is_none() && record.moves().len() < 500 {
            let first = (record.position().turn() == Side::One) == (game % 2 == 0);
            let (player, limit) = &mut players[usize::from(!first)];
            let thought = player.think(&record, limit, &mut quiet);
            record.play(thought.best.unwrap()).unwrap();
        }
        let winner = record.outcome().and_then(|outcome| outcome.winner);
        match winner {
            None => results[1] += 1,
            Some(side) if (side == Side::One) == (game % 2 == 0) => results[0] += 1,
            Some(_) => results[2] += 1,
        }
    }
    results
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Each term of the evaluation against its absence: `VARIANTS=zone,flight PAIRS=100 NODES=1500`.
#[test]
#[ignore = "takes minutes"]
fn without_terms() {
    let ours = Weights::OURS;
    let none = Tapered(0, 0);
    let variants = [
        ("hanging", Weights { hanging: 0, ..ours }),
        ("pressed", Weights { pressed: 0, ..ours }),
        ("firm", Weights { firm: none, ..ours }),
        ("zone", Weights { zone: [none; 2], ..ours }),
        ("flight", Weights { flight: [none; 3], ..ours }),
        ("check", Weights { check: [none; 4], ..ours }),
        ("mobility", Weights { mobility: [none; 6], ..ours }),
        ("centre", Weights { centre: [none; 6], ..ours }),
        ("passed", Weights { passed: none, ..ours }),
        ("shield", Weights { shield: none, ..ours }),
        ("structure", Weights { doubled: none, isolated: none, ..ours }),
    ];
    let wanted = std::env::var("VARIANTS").unwrap_or_default();
    let limit = Limit { nodes: Some(number("NODES", 1500)), ..Limit::default() };
    let player = |weights| -> Player {
        Box::new(BanchessEngine::with(&EngineOptions { hash: 4, ..EngineOptions::default() }, weights))
    };
    for (name, weights) in variants.iter().filter(|(name, _)| wanted.split(',').any(|want| want == *name)) {
        let players = [(player(weights), limit.clone()), (player(&ours), limit.clone())];
        let [won, drawn, lost] = compete(players, number("PAIRS", 50) as usize, number("SEED", 1));
        println!("without {name}: won {won}, drew {drawn}, lost {lost}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn against_playouts() {
    let time = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
    let playouts = Limit { nodes: Some(20_000), ..Limit::default() };
    let ours: Player = Box::new(BanchessEngine::new(&EngineOptions::default()));
    let players = [(ours, time), (Box::new(Mcts::new(64, 5)) as Player, playouts)];
    println!("{:?}", compete(players, number("PAIRS", 10) as usize, number("SEED", 1) * 7919));
}

#[test]
fn playouts_are_beaten() {
    let nodes = |nodes| Limit { nodes: Some(nodes), ..Limit::default() };
    let ours: Player = Box::new(BanchessEngine::new(&EngineOptions { hash: 4, ..EngineOptions::default() }));
    let playouts: Player = Box::new(Mcts::new(4, 5));
    let [won, _, lost] = compete([(ours, nodes(3000)), (playouts, nodes(300))], 3, 7919);
    assert!(won >= 5 && lost == 0, "won {won} and lost {lost} of 6");
}
