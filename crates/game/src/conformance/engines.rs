//! What every engine must hold, whatever its game, its level and how it thinks.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::laws::{Law, equal, require};
use crate::{Dice, Game, Level, Limit, Means, Mind, Mv, Position, Record, Score, Stop, Thought};

/// How late an engine may be: ten milliseconds, and as much again for a machine that is busy.
const LATE: Duration = Duration::from_millis(20);

/// How often it may be later than that, since a machine may be very busy.
const TRIES: usize = 30;

fn think<G: Game>(record: &Record<G>, means: &Means, limit: &Limit) -> Thought<Mv<G>> {
    record.game().engine(means).think(record, limit, &mut |_| ControlFlow::Continue(()))
}

fn nodes(nodes: usize) -> Limit {
    Limit { nodes: Some(nodes as u64), ..Limit::default() }
}

/// With hardly any nodes or memory, at any level: a legal move and a line that can be played, or the
/// result where the game is over.
pub(super) fn everywhere<G: Game>(record: &Record<G>) -> Law {
    let mut dice = Dice::nth(1, record.position().key().0);
    let mind = if dice.below(4) == 0 { Mind::MonteCarlo } else { Mind::Knowing };
    let level = Level::new(1 + dice.below(Level::COUNT) as u8).unwrap_or(Level::FULL);
    let (threads, seed) = (1 + dice.below(2), dice.roll());
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads };
    let means = Means { mind, level, hash: 0, threads, seed, tables: None };
    let most = 1 + dice.below(if mind == Mind::Knowing { 60 } else { 6 });
    let thought = think(record, &means, &nodes(most));
    let position = record.position();
    equal("the best move begins the line", thought.best, thought.line.first().copied())?;
    if let Some(outcome) = record.outcome() {
        let score = match outcome.winner {
            None => Score::Draw,
            Some(side) if side == position.turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
        };
        return equal("what is thought of the end", (thought.best, thought.score), (None, score));
    }
    require(thought.best.is_some(), || format!("{means:?} with {most} nodes has no move at {position:?}"))?;
    playable(position, &thought.line).map_err(|e| format!("{means:?} with {most} nodes: {e}"))
}

fn playable<P: Position>(position: &P, line: &[P::Move]) -> Law {
    let mut at = position.clone();
    for &m in line {
        at.check(m).map_err(|e| format!("{m:?} is expected: {e:?} at {at:?}"))?;
        at.apply(m);
    }
    Ok(())
}

/// Where a proven score stands among others.
fn rank(score: Score) -> Option<i64> {
    const WON: i64 = 1 << 40;
    match score {
        Score::Win(plies) => Some(2 * WON - i64::from(plies)),
        Score::Won => Some(WON),
        Score::Draw => Some(0),
        Score::Guess(_) => None,
        Score::Loss(_) | Score::Lost => rank(score.flip()).map(|rank| -rank),
    }
}

/// Several lines begin with different moves, all can be played, and no proven score stands below a worse one.
pub(super) fn several_lines<G: Game>(record: &Record<G>) -> Law {
    let shallow = Limit { depth: Some(2), ..Limit::default() };
    for (mind, limit) in [(Mind::Knowing, shallow), (Mind::MonteCarlo, nodes(60))] {
        let means = Means { mind, hash: 1, ..Means::default() };
        let thought = think(record, &means, &Limit { lines: 3, ..limit });
        let firsts: Vec<_> = thought.lines().filter_map(|(_, line)| line.first().copied()).collect();
        equal("the best move begins the first line", thought.best, firsts.first().copied())?;
        let different = firsts.iter().enumerate().all(|(i, m)| !firsts[..i].contains(m));
        require(different && firsts.len() <= 3, || format!("{firsts:?} are told for three moves"))?;
        let choices = record.position().moves().len().min(3);
        let all = record.outcome().is_some() || thought.depth == 0 || firsts.len() == choices;
        require(all, || format!("{means:?} tells {firsts:?} of {choices} moves at {:?}", record.position()))?;
        for (_, line) in thought.lines() {
            playable(record.position(), line)?;
        }
        let proven: Vec<i64> = thought.lines().filter_map(|(score, _)| rank(score)).collect();
        require(proven.is_sorted_by(|above, below| above >= below), || {
            let scores: Vec<String> = thought.lines().map(|(score, _)| score.to_string()).collect();
            format!("{scores:?} are told for three moves at {:?}", record.position())
        })?;
    }
    Ok(())
}

/// One thread and a limit in nodes: the same thought every time, within the limit.
pub(super) fn repeatable<G: Game>(record: &Record<G>) -> Law {
    for (mind, most) in [(Mind::Knowing, 3000), (Mind::MonteCarlo, 30)] {
        for level in [3, 10].into_iter().filter_map(Level::new) {
            let means = Means { mind, level, hash: 1, ..Means::default() };
            let once = || {
                let thought = think(record, &means, &nodes(most));
                (thought.best, thought.score, thought.depth, thought.nodes, thought.line)
            };
            equal("thought twice", once(), once())?;
            require(once().3 <= most as u64, || format!("{means:?} visits {} of {most} nodes", once().3))?;
        }
    }
    Ok(())
}

/// Thinking ends when its time is up, and when it is stopped.
pub(super) fn in_time<G: Game>(game: G) -> Law {
    let record = Record::new(game);
    for (mind, threads) in [(Mind::Knowing, 1), (Mind::Knowing, 2), (Mind::MonteCarlo, 1)] {
        let means = Means { mind, threads, hash: 1, ..Means::default() };
        prompt(&format!("{means:?} and a time"), || {
            let time = Duration::from_millis(30);
            let begun = Instant::now();
            think(&record, &means, &Limit { time: Some(time), ..Limit::default() });
            begun.elapsed().saturating_sub(time)
        })?;
        prompt(&format!("{means:?} and a stop"), || {
            let stop = Stop::default();
            let limit = Limit { stop: stop.clone(), ..Limit::default() };
            std::thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(20));
                    stop.stop();
                    Instant::now()
                });
                think(&record, &means, &limit);
                let ended = Instant::now();
                stopper.join().map_or(Duration::MAX, |stopped| ended.saturating_duration_since(stopped))
            })
        })?;
    }
    Ok(())
}

/// What happens late for no reason of its own happens in time when it is tried again.
fn prompt(what: &str, mut lateness: impl FnMut() -> Duration) -> Law {
    let mut least = Duration::MAX;
    for _ in 0..TRIES {
        least = least.min(lateness());
        if least <= LATE {
            return Ok(());
        }
    }
    Err(format!("{what}: always at least {least:?} late"))
}
