//! Claims of the engine against exhaustive search.

use std::ops::ControlFlow;

use chautari_banchess::{Action, ActionType, Banchess, Position, Text};
use chautari_game::{
    EngineKind, EngineOptions, Game, Limit, Notation, Position as _, Record, Rng, Score, Side,
};

fn options(hash: usize) -> EngineOptions {
    EngineOptions { hash, ..EngineOptions::default() }
}

/// Plays a random game for some plies, with many captures; `None` if it ends before.
fn random_record(plies: usize, rng: &mut Rng) -> Option<Record<Banchess>> {
    let mut record = Record::new(Banchess);
    for _ in 0..plies {
        let position = record.position();
        let choices = position.moves();
        let moving = position.action_type() == ActionType::Move;
        let takes = |choice: &&Action| moving && position.piece_on(choice.pair().to).is_some();
        let captures: Vec<Action> = choices.iter().filter(takes).copied().collect();
        let from = if !captures.is_empty() && rng.below(3) > 0 { captures } else { choices };
        record.play(*from.get(rng.below(from.len().max(1)))?).ok()?;
    }
    record.outcome().is_none().then_some(record)
}

/// Whether the side to act can force a win within `plies` plies, by exhaustive search.
fn wins_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn());
    }
    plies > 0 && position.moves().into_iter().any(|m| follows(position, m, plies - 1))
}

/// Whether the side to act wins by this action.
fn follows(position: &Position, m: Action, plies: u32) -> bool {
    let next = position.after(m);
    if next.turn() == position.turn() { wins_within(&next, plies) } else { loses_within(&next, plies) }
}

fn loses_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    plies > 0
        && position.moves().into_iter().all(|m| {
            let next = position.after(m);
            if next.turn() == position.turn() {
                loses_within(&next, plies - 1)
            } else {
                wins_within(&next, plies - 1)
            }
        })
}

#[test]
fn proven_distances_are_right() {
    let mut rng = Rng::new(1);
    let (mut wins, mut losses) = (0, 0);
    let mut engine = Banchess.engine(&options(4));
    for _ in 0..3500 {
        let plies = 30 + rng.below(120);
        let Some(record) = random_record(plies, &mut rng) else { continue };
        let limit = Limit { depth: Some(6), nodes: Some(3000), ..Limit::default() };
        let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
        let position = record.position();
        match thought.score {
            Score::Win(plies) if plies <= 4 => {
                assert!(wins_within(position, plies), "{position:?} is not won in {plies}");
                assert!(!wins_within(position, plies - 1), "{position:?} is won before {plies}");
                wins += 1;
            }
            Score::Loss(plies) if plies <= 4 => {
                assert!(loses_within(position, plies), "{position:?} is not lost in {plies}");
                assert!(!loses_within(position, plies - 1), "{position:?} is lost before {plies}");
                losses += 1;
            }
            _ => assert!(!wins_within(position, 2), "{position:?} is won in 2 and nobody saw it"),
        }
    }
    assert!(wins > 40 && losses > 10, "{wins} wins and {losses} losses are too few to mean anything");
}

#[test]
fn two_mates_are_one_too_many_to_ban() {
    let record = Text::Fen.read(Banchess, "8/8/8/2K5/k7/2Q5/8/1r6 w - - 0 1 1").unwrap();
    let limit = Limit { nodes: Some(100_000), ..Limit::default() };
    let thought = Banchess.engine(&options(4)).think(&record, &limit, &mut |_| ControlFlow::Continue(()));
    // Ban, queen move, and the ban of the last escape.
    assert_eq!(thought.score, Score::Loss(3));
    assert_eq!(thought.line.len(), 3);
}

#[test]
fn monte_carlo_is_beaten() {
    let nodes = |nodes| Limit { nodes: Some(nodes), ..Limit::default() };
    let ours = Banchess.engine(&options(4));
    let playouts = EngineOptions { kind: EngineKind::MonteCarlo, seed: 5, ..options(4) };
    let mut players = [(ours, nodes(3000)), (Banchess.engine(&playouts), nodes(300))];
    let (mut won, mut lost) = (0, 0);
    for game in 0..6 {
        let first = if game % 2 == 0 { Side::One } else { Side::Two };
        let mut rng = Rng::stream(7919, game / 2);
        let mut record = (0..100).find_map(|_| random_record(12, &mut rng)).unwrap();
        while record.outcome().is_none() && record.moves().len() < 500 {
            let (player, limit) = &mut players[usize::from(record.position().turn() != first)];
            let thought = player.think(&record, limit, &mut |_| ControlFlow::Continue(()));
            record.play(thought.best.unwrap()).unwrap();
        }
        match record.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == first => won += 1,
            Some(_) => lost += 1,
            None => {}
        }
    }
    assert!(won >= 5 && lost == 0, "won {won} and lost {lost} of 6");
}
