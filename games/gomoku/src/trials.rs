//! Which judgement wins more games, and which search proves more wins.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chautari_game::{Engine, EngineOptions, Limit, Position as _, Record, Rng, Side};
use chautari_search::{AlphaBeta, Budget, Evaluator as _, Handicap};

use crate::eval::Handcrafted;
use crate::prove::{Attempt, prove};
use crate::{Cell, Gomoku};

/// Points of the first against the second, each of the openings with both colours.
fn trial(one: Handcrafted, two: Handcrafted, openings: u64, nodes: u64) -> f64 {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    let options = EngineOptions { hash: 2, ..EngineOptions::default() };
    let mut points = 0.0;
    for game in 0..2 * openings {
        let mut players =
            [one, two].map(|weights| AlphaBeta::<Gomoku, _>::new(weights, Handicap::NONE, &options));
        let mut record = opening(game / 2);
        let first = if game % 2 == 0 { Side::One } else { Side::Two };
        while record.outcome().is_none() {
            let player = &mut players[usize::from(record.position().turn() != first)];
            let thought = player.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
            let Some(best) = thought.best else { break };
            if record.play(best).is_err() {
                break;
            }
        }
        let winner = record.outcome().and_then(|outcome| outcome.winner);
        points += winner.map_or(0.5, |winner| f64::from(u8::from(winner == first)));
    }
    points
}

/// Some stones near the middle, the same for the same number.
fn opening(number: u64) -> Record<Gomoku> {
    let mut rng = Rng::stream(1, number);
    let mut record = Record::new(Gomoku);
    while record.moves().len() < 5 {
        if let Some(cell) = Cell::at(6 + rng.below(7) as u16, 6 + rng.below(7) as u16) {
            let _ = record.play(cell);
        }
    }
    record
}

#[test]
#[ignore = "takes minutes: for those who change the judgement"]
fn variants() {
    let best = Handcrafted::BEST;
    let variants = [
        ("fewer quiet moves", Handcrafted { max_quiet: 6, ..best }),
        ("more quiet moves", Handcrafted { max_quiet: 24, ..best }),
        ("dearer pairs", Handcrafted { pairs: best.pairs.map(|pairs| 2 * pairs), ..best }),
        ("cheaper pairs", Handcrafted { pairs: best.pairs.map(|pairs| pairs / 2), ..best }),
        ("no captures in sight", Handcrafted { capture: 0, capture_to_move: 0, ..best }),
        ("more captures in sight", Handcrafted { capture: 50, capture_to_move: 100, ..best }),
        ("flatter windows", Handcrafted { windows: [2, 6, 14], windows_to_move: [2, 8, 20], ..best }),
        ("steeper windows", Handcrafted { windows: [1, 10, 45], windows_to_move: [1, 14, 70], ..best }),
        ("no open threes", Handcrafted { open_three: 0, open_three_to_move: 0, ..best }),
    ];
    for (name, variant) in variants {
        println!("{name}: {} of 80", trial(variant, best, 40, 1500));
    }
}

/// Of the positions of games, those in which a win is proven by the search for threats alone, by proof numbers alone
/// and by both, in as much time: what the engine has for it when it thinks for a tenth of a second, and for one.
#[test]
#[ignore = "takes minutes: for those who change how wins are proven"]
fn proofs() {
    let (limit, options) = (
        Limit { nodes: Some(3000), ..Limit::default() },
        EngineOptions { hash: 2, ..EngineOptions::default() },
    );
    let mut found = [[0; 4]; 2];
    for game in 0..30 {
        let mut record = opening(game);
        let mut player = AlphaBeta::<Gomoku, _>::new(Handcrafted::BEST, Handicap::NONE, &options);
        while record.outcome().is_none() {
            for (slice, found) in [12, 125].map(Duration::from_millis).into_iter().zip(&mut found) {
                let (limit, spent) =
                    (Limit { time: Some(slice), ..Limit::default() }, AtomicBool::new(false));
                let mut budget = Budget::new(&limit, &spent);
                let by_threats = Handcrafted::BEST.prove(record.position(), u32::MAX, &mut budget).is_some();
                let by_numbers = matches!(prove(record.position(), slice), Attempt::Won(_));
                found[usize::from(by_threats) + 2 * usize::from(by_numbers)] += 1;
            }
            let thought = player.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
            let Some(best) = thought.best else { break };
            if record.play(best).is_err() {
                break;
            }
        }
    }
    for (slice, [neither, threats, numbers, both]) in ["12 ms", "125 ms"].into_iter().zip(found) {
        println!(
            "{slice}: threats alone {threats}, proof numbers alone {numbers}, both {both}, neither {neither}"
        );
    }
}
