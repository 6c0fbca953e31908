//! Matches: what wins games stays. Run by name, with `--ignored --nocapture`.

use std::time::Duration;

use chautari_game::Side;
use chautari_search::Mcts;

use super::*;
use crate::search::tests::Dice;

type Player = Box<dyn Engine<Banchess>>;

fn quiet(_: &Thought<Action>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A game begun by some actions at random, still undecided.
pub(crate) fn opening(dice: &mut Dice, plies: usize) -> Record<Banchess> {
    loop {
        let mut record = Record::new(Banchess);
        for _ in 0..plies {
            let choices = record.position().moves();
            if let Some(&choice) = choices.get(dice.below(choices.len().max(1))) {
                record.play(choice).unwrap();
            }
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Points of the first player in half points: two games from each opening, the sides swapped.
fn compete(mut players: [(Player, Limit); 2], pairs: usize, seed: u64) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..2 * pairs {
        let mut record = opening(&mut Dice(seed + 977 * (game as u64 / 2)), 12);
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

fn thinker(weights: Weights, experiment: u32) -> Player {
    let means = Means { hash: 4, ..Means::default() };
    let mut thinker = Thinker::with(&means, weights);
    thinker.experiment = experiment;
    Box::new(thinker)
}

#[test]
#[ignore = "takes minutes"]
fn variants() {
    let base = Weights::OURS;
    let none = crate::eval::Worth(0, 0);
    let mut list: Vec<(&str, Weights, u32)> = vec![
        ("same", base, 0),
        ("no-futile", base, 1),
        ("ext-all", base, 2),
        ("ext-none", base, 4),
        ("ext-two", base, 6),
        ("rfp60", base, 8),
        ("lmr-more", base, 16),
        ("lmr-early", base, 32),
        ("prune-more", base, 64),
        ("pressed12", Weights { pressed: 12, ..base }, 0),
        ("tempo25", Weights { tempo: 25, ..base }, 0),
        ("tempo0", Weights { tempo: 0, ..base }, 0),
        ("no-bishops", Weights { bishops: none, ..base }, 0),
        ("no-open", Weights { open_file: none, ..base }, 0),
        ("no-centre", Weights { centre: [none; 6], ..base }, 0),
        ("no-hanging", Weights { hanging: 0, ..base }, 0),
        ("hanging50", Weights { hanging: 50, ..base }, 0),
        ("no-pressed", Weights { pressed: 0, ..base }, 0),
        ("no-firm", Weights { firm: none, ..base }, 0),
        ("no-zone", Weights { zone: [none; 2], ..base }, 0),
        ("no-flight", Weights { flight: [none; 3], ..base }, 0),
        ("no-check", Weights { check: [none; 4], ..base }, 0),
        ("no-mobility", Weights { mobility: [none; 6], ..base }, 0),
        ("no-passed", Weights { passed: none, ..base }, 0),
        ("no-shield", Weights { shield: none, ..base }, 0),
        ("no-structure", Weights { doubled: none, isolated: none, ..base }, 0),
    ];
    let mut more = base;
    more.zone.iter_mut().for_each(|w| *w = crate::eval::Worth(w.0 * 2, w.1 * 2));
    list.push(("zone2", more, 0));
    let mut more = base;
    more.flight.iter_mut().for_each(|w| *w = crate::eval::Worth(w.0 * 2, w.1 * 2));
    list.push(("flight2", more, 0));
    let mut more = base;
    more.check.iter_mut().for_each(|w| *w = crate::eval::Worth(w.0 * 2, w.1 * 2));
    list.push(("check2", more, 0));
    let mut more = base;
    more.mobility.iter_mut().for_each(|w| *w = crate::eval::Worth(w.0 * 2, w.1 * 2));
    list.push(("mobility2", more, 0));
    let wanted = std::env::var("VARIANTS").unwrap_or_default();
    let nodes = Limit { nodes: Some(number("NODES", 3000)), ..Limit::default() };
    for (name, weights, experiment) in list {
        if !wanted.split(',').any(|want| want == name) {
            continue;
        }
        let players = [(thinker(weights, experiment), nodes.clone()), (thinker(base, 0), nodes.clone())];
        let result = compete(players, number("PAIRS", 50) as usize, number("SEED", 1) * 1_000_003);
        println!("{name}: {result:?}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn against_playouts() {
    let time = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
    let playouts = Limit { nodes: Some(20_000), ..Limit::default() };
    let ours: Player = Box::new(Thinker::new(&Means::default()));
    let players = [(ours, time), (Box::new(Mcts::new(64, 5)) as Player, playouts)];
    println!("{:?}", compete(players, number("PAIRS", 10) as usize, number("SEED", 1) * 7919));
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let means = Means { hash: 64, ..Means::default() };
    let mut dice = Dice(77);
    let begun = std::time::Instant::now();
    let mut nodes = 0;
    for _ in 0..10 {
        let record = opening(&mut dice, 20);
        let limit = Limit { nodes: Some(300_000), ..Limit::default() };
        let thought = Thinker::new(&means).think(&record, &limit, &mut quiet);
        nodes += thought.nodes;
        println!("{} {} {:?}", thought.depth, thought.score, thought.line);
    }
    println!("{nodes} nodes in {:?}", begun.elapsed());
}

#[test]
fn playouts_are_beaten() {
    let nodes = |nodes| Limit { nodes: Some(nodes), ..Limit::default() };
    let ours: Player = Box::new(Thinker::new(&Means { hash: 4, ..Means::default() }));
    let playouts: Player = Box::new(Mcts::new(4, 5));
    let [won, _, lost] = compete([(ours, nodes(3000)), (playouts, nodes(300))], 3, 7919);
    assert!(won >= 5 && lost == 0, "won {won} and lost {lost} of 6");
}
