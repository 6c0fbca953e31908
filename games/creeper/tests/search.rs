//! Claims of the search against exhaustive search, and robustness on random positions.

use std::ops::ControlFlow;

use chautari_creeper::{Creeper, Move, Position};
use chautari_game::{EngineOptions, Game, Level, Limit, Position as _, Record, Score, Thought};

use crate::reference;
use crate::spec::{record, table};
use reference::positions::{Rng, nearly_joined, not_yet_shut_in, scattered, shut_in};

fn think(record: &Record<Creeper>, limit: &Limit) -> Thought<Move> {
    let mut engine = Creeper.engine(&EngineOptions { hash: 1, ..EngineOptions::default() });
    engine.think(record, limit, &mut |_| ControlFlow::Continue(()))
}

fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::default() }
}

/// Returns a random eventful position.
fn sharp(rng: &mut Rng) -> Record<Creeper> {
    let mut state = if rng.once_in(3) { scattered(rng) } else { nearly_joined(rng) };
    if !rng.once_in(5) {
        state.turn = reference::enemy(state.turn);
    }
    record(&state.text())
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
    let mut rng = Rng::new(0x1234_5678_9abc_def1);
    let (mut wins, mut losses, mut far) = (0, 0, 0);
    for _ in 0..1500 {
        let record = sharp(&mut rng);
        let position = record.position();
        let thought = think(&record, &Limit { depth: Some(4), ..Limit::default() });
        match thought.score {
            Score::Win(plies @ ..=4) => {
                assert!(wins_within(position, plies), "{position} is not won in {plies}");
                assert!(plies == 0 || !wins_within(position, plies - 1), "{position} is won before {plies}");
                wins += 1;
                far += u32::from(plies > 1);
            }
            Score::Loss(plies @ ..=4) => {
                assert!(loses_within(position, plies), "{position} is not lost in {plies}");
                assert!(
                    plies == 0 || !loses_within(position, plies - 1),
                    "{position} is lost before {plies}"
                );
                losses += 1;
                far += u32::from(plies > 1);
            }
            _ => assert!(!wins_within(position, 3), "{position} is won in 3 and nobody saw it"),
        }
    }
    assert!(
        wins > 200 && losses > 200 && far > 60,
        "{wins} wins and {losses} losses, {far} of them far, are too few to mean anything"
    );
}

#[test]
fn any_position_is_no_trouble() {
    let mut rng = Rng::new(0x0dd_ba11);
    let kinds = [scattered, nearly_joined, shut_in, not_yet_shut_in];
    for round in 0..4000 {
        let record = record(&kinds[round % 4](&mut rng).text());
        let level = Level::new(1 + rng.below(10) as u8).unwrap();
        let mut engine = Creeper.engine(&EngineOptions { hash: 0, level, ..EngineOptions::default() });
        let limit = nodes(1 + rng.below(300) as u64);
        let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
        let position = record.position();
        assert_eq!(thought.best.is_none(), position.outcome().is_some(), "{position}");
        let mut at = *position;
        for &m in &thought.line {
            assert_eq!(at.check(m), Ok(()), "{position}: {:?}", thought.line);
            at.apply(m);
        }
        assert_eq!(thought.best, thought.line.first().copied());
    }
}

#[test]
fn finished_games_have_their_score() {
    for row in table("accept.txt").iter().filter(|row| row[1] == "softserve") {
        let record = record(&row[2]);
        let thought = think(&record, &nodes(100));
        let Some(outcome) = record.outcome() else { continue };
        let expected = match outcome.winner {
            None => Score::Draw,
            Some(side) if side == record.position().turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
        };
        assert_eq!((thought.best, thought.score), (None, expected), "{}", row[2]);
    }
}

#[test]
fn a_win_is_taken_and_a_threat_is_met() {
    let mut rng = Rng::new(77);
    let (mut taken, mut met) = (0, 0);
    for _ in 0..2000 {
        let record = sharp(&mut rng);
        let position = record.position();
        if position.outcome().is_some() {
            continue;
        }
        let after = position.after(think(&record, &nodes(2_000)).best.unwrap());
        if wins_within(position, 1) {
            assert!(loses_within(&after, 0), "{position}");
            taken += 1;
        } else if wins_within(&after, 1) {
            assert!(loses_within(position, 2), "{position}: the threat could be met");
        } else {
            met += 1;
        }
    }
    assert!(taken > 100 && met > 200, "{taken} {met}");
}

#[test]
fn a_draw_by_repetition_is_seen_coming() {
    let mut record = Record::new(Creeper);
    for text in ["c7d7", "c1d1", "d7c7", "d1c1", "c7d7", "c1d1", "d7c7"] {
        chautari_game::AnyRecord::play(&mut record, text).unwrap();
    }
    // d1c1 draws at once, so the score cannot be below a draw.
    let thought = think(&record, &nodes(20_000));
    assert!(matches!(thought.score, Score::Guess(value) if value >= 0), "{:?}", thought.score);
}
