//! What the engine claims is true.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use chautari_banchess::{Action, ActionType, Banchess, Position, Text};
use chautari_game::{Game, Level, Limit, Means, Notation, Position as _, Record, Score, Stop, Thought};

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

fn means(hash: usize) -> Means {
    Means { hash, ..Means::default() }
}

fn think(record: &Record<Banchess>, means: &Means, limit: &Limit) -> Thought<Action> {
    Banchess.engine(means).think(record, limit, &mut |_| ControlFlow::Continue(()))
}

fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::default() }
}

/// A game played at random for some plies, where it has not ended by then; captures more often than not.
fn random_record(plies: usize, dice: &mut Dice) -> Option<Record<Banchess>> {
    let mut record = Record::new(Banchess);
    for _ in 0..plies {
        let position = record.position();
        let choices = position.moves();
        let moving = position.action_type() == ActionType::Move;
        let takes = |choice: &&Action| moving && position.piece_on(choice.pair().to).is_some();
        let captures: Vec<Action> = choices.iter().filter(takes).copied().collect();
        let from = if !captures.is_empty() && dice.below(3) > 0 { captures } else { choices };
        record.play(*from.get(dice.below(from.len().max(1)))?).ok()?;
    }
    record.outcome().is_none().then_some(record)
}

/// Whether the side to act can force a win within so many plies, by trying everything.
fn wins_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn());
    }
    plies > 0 && position.moves().into_iter().any(|m| follows(position, m, plies - 1))
}

/// Whether the side that acts at this position wins by this action.
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
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let (mut wins, mut losses) = (0, 0);
    let mut engine = Banchess.engine(&means(4));
    for _ in 0..2500 {
        let plies = 30 + dice.below(120);
        let Some(record) = random_record(plies, &mut dice) else { continue };
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
    let thought = think(&record, &means(4), &nodes(100_000));
    // Ban, queen, and the ban of the last escape.
    assert_eq!(thought.score, Score::Loss(3));
    assert_eq!(thought.line.len(), 3);
}

#[test]
fn one_thread_and_a_node_limit_always_think_the_same() {
    let record = Record::new(Banchess);
    let once = || {
        let thought = think(&record, &means(4), &nodes(50_000));
        (thought.best, thought.score, thought.nodes, thought.line)
    };
    assert_eq!(once(), once());
    assert_eq!(once().2, 50_000);
}

#[test]
fn thinking_ends_in_time() {
    let record = Record::new(Banchess);
    for threads in [1, 2] {
        let mut engine = Banchess.engine(&Means { threads, ..Means::default() });
        let begun = Instant::now();
        let limit = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
        engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
        // The limit and 10 ms, with room for a machine that does other things too.
        assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());

        let stop = Stop::default();
        let limit = Limit { stop: stop.clone(), ..Limit::default() };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.stop();
            });
            let begun = Instant::now();
            let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
            assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
            assert!(thought.best.is_some());
        });
    }
}

/// Every position of random games to their end, at every level, with hardly any time.
#[test]
fn no_position_is_any_trouble() {
    let mut dice = Dice(99);
    for game in 0..30 {
        let mut record = Record::new(Banchess);
        loop {
            let level = Level::new(1 + dice.below(10) as u8).unwrap();
            let threads = 1 + dice.below(2);
            let means = Means { level, hash: 0, seed: game, threads, ..Means::default() };
            let limit = nodes(1 + dice.below(60) as u64);
            let thought = think(&record, &means, &limit);
            assert_eq!(thought.best, thought.line.first().copied());
            let mut line = record.clone();
            for &m in &thought.line {
                line.play(m).unwrap();
            }
            if record.outcome().is_some() {
                assert_eq!(thought.best, None);
                assert!(matches!(thought.score, Score::Draw | Score::Win(0) | Score::Loss(0)));
                break;
            }
            assert!(thought.best.is_some());
            let choices = record.position().moves();
            record.play(choices[dice.below(choices.len())]).unwrap();
        }
    }
}
