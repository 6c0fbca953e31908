//! Claims of the search against exhaustive search.

use std::ops::ControlFlow;

use chautari_baghchal::{Baghchal, EvalWeights, Position};
use chautari_game::{Engine, EngineOptions, Game, Limit, Position as _, Record, Rng, Score, Side};
use chautari_search::{AlphaBeta, level};

/// Plays a random game for some plies; `None` if it ends before.
fn random_record(game: Baghchal, plies: usize, rng: &mut Rng) -> Option<Record<Baghchal>> {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let moves = record.position().moves();
        record.play(*moves.get(rng.below(moves.len().max(1)))?).ok()?;
    }
    record.outcome().is_none().then_some(record)
}

/// Whether the side to move can force a win within `plies` plies, by exhaustive search.
fn wins_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn());
    }
    plies > 0 && position.moves().into_iter().any(|m| loses_within(&position.after(m), plies - 1))
}

fn loses_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    plies > 0 && position.moves().into_iter().all(|m| wins_within(&position.after(m), plies - 1))
}

#[test]
fn proven_distances_are_right() {
    let mut rng = Rng::new(1);
    let (mut wins, mut losses) = (0, 0);
    for game in [Baghchal::OPTIONAL, Baghchal::COMPULSORY] {
        let mut engine = game.engine(&EngineOptions { hash: 4, ..EngineOptions::default() });
        for _ in 0..3000 {
            let plies = 10 + rng.below(60);
            let Some(record) = random_record(game, plies, &mut rng) else { continue };
            let limit = Limit { depth: Some(5), ..Limit::default() };
            let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
            let position = record.position();
            match thought.score {
                Score::Win(plies) if plies <= 5 => {
                    assert!(wins_within(position, plies), "{position:?} is not won in {plies}");
                    assert!(!wins_within(position, plies - 1), "{position:?} is won before {plies}");
                    wins += 1;
                }
                Score::Loss(plies) if plies <= 5 => {
                    assert!(loses_within(position, plies), "{position:?} is not lost in {plies}");
                    assert!(!loses_within(position, plies - 1), "{position:?} is lost before {plies}");
                    losses += 1;
                }
                _ => assert!(!wins_within(position, 3), "{position:?} is won in 3 and nobody saw it"),
            }
        }
    }
    assert!(wins > 300 && losses > 50, "{wins} wins and {losses} losses are too few to mean anything");
}

/// Returns how many of a hundred games are drawn by goats with a two-ply search against random tigers.
fn drawn_by_goats(contempt: i32) -> usize {
    let handicap = level::plies(2).with_contempt(contempt);
    let is_drawn = |number: &u64| {
        let (weights, options) = (
            EvalWeights::by_hand(Baghchal::COMPULSORY.capture()),
            EngineOptions { hash: 1, ..EngineOptions::default() },
        );
        let mut goats = AlphaBeta::<Baghchal, _>::new(weights, handicap, &options);
        let (mut tigers, mut record) = (Rng::stream(1, *number), Record::new(Baghchal::COMPULSORY));
        while record.outcome().is_none() {
            let m = if record.position().turn() == Side::One {
                goats.think(&record, &Limit::default(), &mut |_| ControlFlow::Continue(())).best
            } else {
                tigers.pick(&record.position().moves())
            };
            record.play(m.expect("the game goes on")).expect("the move is legal");
        }
        record.outcome().is_some_and(|outcome| outcome.winner.is_none())
    };
    (0..100).filter(is_drawn).count()
}

#[test]
fn contempt_avoids_repetition() {
    let (content, ambitious) = (drawn_by_goats(0), drawn_by_goats(400));
    assert!(ambitious * 2 < content, "{ambitious} draws with contempt, {content} without");
}
