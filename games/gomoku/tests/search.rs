//! Claims of the engine against exhaustive search, and its playing strength.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{Engine, EngineOptions, Game, Limit, Position as _, Record, Rng, Score, Side};
use chautari_gomoku::{Gomoku, Position};
use chautari_search::Mcts;

use crate::play::{loses_within, nodes, play, record, think, wins_within};

fn small() -> EngineOptions {
    EngineOptions { hash: 1, ..EngineOptions::default() }
}

/// Returns the last positions of quick games.
fn middles(games: std::ops::Range<u64>) -> Vec<Position> {
    let mut engines = [small(), small()].map(|options| Gomoku.engine(&options));
    let [black, white] = &mut engines;
    games
        .flat_map(|number| {
            let limit = nodes(300 + 100 * (number % 7));
            let played = play(number, [(black, limit.clone()), (white, limit)]);
            let all: Vec<_> = played.positions().copied().collect();
            all[all.len().saturating_sub(14)..].to_vec()
        })
        .filter(|position| position.outcome().is_none())
        .collect()
}

/// Replays claimed wins.
#[derive(Default)]
struct Replay(HashSet<(Position, u32)>);

impl Replay {
    /// Replays a claimed win against every defence: the engine must keep claiming it within the remaining
    /// plies, and win. A defence that allows an immediate win needs no search.
    fn check(&mut self, engine: &mut dyn Engine<Gomoku>, position: &Position, plies: u32, limit: &Limit) {
        if !self.0.insert((*position, plies)) {
            return;
        }
        let thought = think(engine, &record(*position), limit);
        let Score::Win(claimed) = thought.score else {
            panic!("{position:?}: no longer claimed: {thought:?}")
        };
        assert!(claimed <= plies, "{position:?}: {claimed} plies, not {plies}");
        let after = position.after(thought.best.unwrap());
        if let Some(outcome) = after.outcome() {
            assert_eq!(outcome.winner, Some(position.turn()));
            return;
        }
        assert!(claimed > 1, "{position:?} should be over after {thought:?}");
        for defence in &after.legal() {
            let next = after.after(defence);
            match next.outcome() {
                Some(outcome) => assert_eq!(outcome.winner, Some(position.turn()), "{after:?} {defence}"),
                None if wins_within(&next, 1) => {}
                None => self.check(engine, &next, claimed - 2, limit),
            }
        }
    }
}

#[test]
fn every_claimed_win_is_replayed_against_every_defence() {
    let mut engine = Gomoku.engine(&small());
    let limit = nodes(10_000);
    let (mut wins, mut losses, mut replay) = ([0; 4], 0, Replay::default());
    for position in middles(0..12) {
        match think(&mut *engine, &record(position), &limit).score {
            Score::Win(plies) => {
                let depth = (plies / 2).min(3) as usize;
                wins[depth] += 1;
                if wins[depth] <= [10, 10, 4, 1][depth] {
                    replay.check(&mut *engine, &position, plies, &limit);
                }
            }
            Score::Loss(plies) => {
                losses += 1;
                assert!(plies > 2 || loses_within(&position, plies), "{position:?} is not lost in {plies}");
            }
            _ => assert!(!wins_within(&position, 1), "{position:?} is won and nobody saw it"),
        }
    }
    println!("wins in 1, 3, 5, more: {wins:?}; losses: {losses}; replayed: {}", replay.0.len());
    assert!(
        wins.iter().all(|&wins| wins >= 2) && losses >= 10,
        "{wins:?} {losses} are too few to mean anything"
    );
}

#[test]
fn engine_handles_every_legal_position() {
    let mut rng = Rng::new(1);
    let mut engine = Gomoku.engine(&small());
    for _ in 0..60 {
        let mut record = Record::new(Gomoku);
        let rows = 2 + rng.below(17) as u16;
        loop {
            if rng.below(12) == 0 || record.outcome().is_some() {
                let thought = think(&mut *engine, &record, &nodes(1 + rng.below(60) as u64));
                assert_eq!(thought.best.is_none(), record.outcome().is_some());
                assert!(thought.best.is_none_or(|best| record.check(best).is_ok()));
            }
            let moves = record.position().moves();
            let dense: Vec<_> = moves.iter().filter(|m| m.row() < rows && m.column() < rows).collect();
            let Some(&m) = dense.get(rng.below(dense.len().max(1))).copied().or(moves.first()) else {
                break;
            };
            if record.play(m).is_err() {
                break;
            }
        }
    }
}

/// Monte Carlo search does not measure depth; with only a depth limit it once never ended.
#[test]
fn monte_carlo_ends_by_its_depth() {
    let record = Record::new(Gomoku);
    for depth in [1, 2] {
        let limit = Limit { depth: Some(depth), ..Limit::default() };
        let thought =
            Engine::<Gomoku>::think(
                &mut Mcts::new(4, 1),
                &record,
                &limit,
                &mut |_| ControlFlow::Continue(()),
            );
        assert!(thought.best.is_some() && thought.depth >= depth, "{depth}: {thought:?}");
    }
}

#[test]
fn monte_carlo_is_beaten() {
    for number in 0..2 {
        let mut full = Gomoku.engine(&small());
        let mut plain: Box<dyn Engine<Gomoku>> = Box::new(Mcts::new(4, number));
        let (ours, theirs) = ((&mut full, nodes(3_000)), (&mut plain, nodes(1_000)));
        let (side, engines) =
            if number == 0 { (Side::One, [ours, theirs]) } else { (Side::Two, [theirs, ours]) };
        assert_eq!(play(number, engines).outcome().unwrap().winner, Some(side));
    }
}

#[test]
#[ignore = "takes minutes: how much stronger than Monte Carlo"]
fn full_strength_beats_monte_carlo() {
    let (games, mut points) = (20, 0);
    for game in 0..games {
        let mut full = Gomoku.engine(&EngineOptions::default());
        let mut plain: Box<dyn Engine<Gomoku>> = Box::new(Mcts::new(64, game));
        let time = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
        let (ours, theirs) = ((&mut full, time), (&mut plain, nodes(20_000)));
        let (side, engines) =
            if game % 2 == 0 { (Side::One, [ours, theirs]) } else { (Side::Two, [theirs, ours]) };
        points += u64::from(play(game / 2, engines).outcome().unwrap().winner == Some(side));
        println!("{points} of {}", game + 1);
    }
    assert!(10 * points >= 9 * games, "{points} of {games}");
}
