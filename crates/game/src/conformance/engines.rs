//! Laws that every engine must satisfy, in every game, at every level and for every search algorithm.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::laws::{Law, equal, require};
use crate::{
    EngineKind, EngineOptions, Game, Level, Limit, Mv, Position, Record, Rng, Score, Stop, Thought, YieldHook,
};

/// The maximum number of nodes per thread between two clock checks, and after a stop.
const UNWATCHED: u64 = 1024;

/// The number of clock checks after which a search ends in these tests.
const LOOKS: u64 = 4;

fn think<G: Game>(record: &Record<G>, options: &EngineOptions, limit: &Limit) -> Thought<Mv<G>> {
    record.game().engine(options).think(record, limit, &mut |_| ControlFlow::Continue(()))
}

fn nodes(nodes: usize) -> Limit {
    Limit { nodes: Some(nodes as u64), ..Limit::default() }
}

/// With very few nodes and little memory, at any level: a legal move with a playable line, or the result if
/// the game is over.
pub(super) fn everywhere<G: Game>(record: &Record<G>) -> Law {
    let mut rng = Rng::stream(1, record.position().key().0);
    let kind = if rng.below(4) == 0 { EngineKind::MonteCarlo } else { EngineKind::AlphaBeta };
    let level = Level::new(1 + rng.below(Level::COUNT) as u8).unwrap_or(Level::FULL);
    let (threads, seed) = (1 + rng.below(2), rng.next_u64());
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads };
    let options = EngineOptions { kind, level, hash: 0, threads, seed, tables: None };
    let most = 1 + rng.below(if kind == EngineKind::AlphaBeta { 60 } else { 6 });
    let thought = think(record, &options, &nodes(most));
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
    require(thought.best.is_some(), || format!("{options:?} with {most} nodes has no move at {position:?}"))?;
    playable(position, &thought.line).map_err(|e| format!("{options:?} with {most} nodes: {e}"))
}

fn playable<P: Position>(position: &P, line: &[P::Move]) -> Law {
    let mut at = position.clone();
    for &m in line {
        at.check(m).map_err(|e| format!("{m:?} is expected: {e:?} at {at:?}"))?;
        at.apply(m);
    }
    Ok(())
}

/// Returns the rank of a proven score among other proven scores; `None` for estimates.
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

/// Several variations start with different moves, are playable, and are ordered by their proven scores.
pub(super) fn several_lines<G: Game>(record: &Record<G>) -> Law {
    let shallow = Limit { depth: Some(2), ..Limit::default() };
    for (kind, limit) in [(EngineKind::AlphaBeta, shallow), (EngineKind::MonteCarlo, nodes(60))] {
        let options = EngineOptions { kind, hash: 1, ..EngineOptions::default() };
        let thought = think(record, &options, &Limit { lines: 3, ..limit });
        let firsts: Vec<_> = thought.lines().filter_map(|(_, line)| line.first().copied()).collect();
        equal("the best move begins the first line", thought.best, firsts.first().copied())?;
        let different = firsts.iter().enumerate().all(|(i, m)| !firsts[..i].contains(m));
        require(different && firsts.len() <= 3, || format!("{firsts:?} are reported for three moves"))?;
        let choices = record.position().moves().len().min(3);
        let all = record.outcome().is_some() || thought.depth == 0 || firsts.len() == choices;
        require(all, || {
            format!("{options:?} reports {firsts:?} of {choices} moves at {:?}", record.position())
        })?;
        for (_, line) in thought.lines() {
            playable(record.position(), line)?;
        }
        let proven: Vec<i64> = thought.lines().filter_map(|(score, _)| rank(score)).collect();
        require(proven.is_sorted_by(|above, below| above >= below), || {
            let scores: Vec<String> = thought.lines().map(|(score, _)| score.to_string()).collect();
            format!("{scores:?} are reported for three moves at {:?}", record.position())
        })?;
    }
    Ok(())
}

/// A search with one thread and a node limit is reproducible and stays within the limit.
pub(super) fn repeatable<G: Game>(record: &Record<G>) -> Law {
    for (kind, most) in [(EngineKind::AlphaBeta, 3000), (EngineKind::MonteCarlo, 30)] {
        for level in [3, 10].into_iter().filter_map(Level::new) {
            let options = EngineOptions { kind, level, hash: 1, ..EngineOptions::default() };
            let once = || {
                let thought = think(record, &options, &nodes(most));
                (thought.best, thought.score, thought.depth, thought.nodes, thought.line)
            };
            equal("thought twice", once(), once())?;
            require(once().3 <= most as u64, || format!("{options:?} visits {} of {most} nodes", once().3))?;
        }
    }
    Ok(())
}

/// Runs a function at each clock check.
struct AtEachLook<F>(AtomicU64, F);

impl<F: Fn(u64) + Send + Sync> YieldHook for AtEachLook<F> {
    fn pause(&self) -> Duration {
        self.1(self.0.fetch_add(1, Ordering::Relaxed) + 1);
        Duration::ZERO
    }
}

/// A search ends at the first clock check after its time is up or after a stop. Measured in nodes, because
/// the duration depends on the machine.
pub(super) fn in_time<G: Game>(game: G) -> Law {
    let record = Record::new(game);
    for (kind, threads) in
        [(EngineKind::AlphaBeta, 1), (EngineKind::AlphaBeta, 2), (EngineKind::MonteCarlo, 1)]
    {
        let options = EngineOptions { kind, threads, hash: 1, ..EngineOptions::default() };
        // Allow for the work before the main search and for unwinding it.
        let most = (LOOKS + 2) * threads as u64 * UNWATCHED;
        let ends = |what: &str, limit: Limit| {
            // A search that ignores its limit still ends, and is reported.
            let visited = think(&record, &options, &Limit { nodes: Some(10 * most), ..limit }).nodes;
            require(visited <= most, || {
                format!("{options:?} and {what}: {visited} nodes, where {most} may be")
            })
        };
        // Each clock check takes longer than its share of the time, however fast the machine is.
        let slow = AtEachLook(AtomicU64::new(0), |_| std::thread::sleep(Duration::from_millis(1)));
        let time = Some(Duration::from_millis(LOOKS));
        ends(
            "a time",
            Limit { time, stop: Stop::default().with_yield_hook(Arc::new(slow)), ..Limit::default() },
        )?;
        let stop = Stop::default();
        let flag = stop.clone();
        let stopper = AtEachLook(AtomicU64::new(0), move |look| {
            if look == LOOKS {
                flag.stop();
            }
        });
        ends("a stop", Limit { stop: stop.with_yield_hook(Arc::new(stopper)), ..Limit::default() })?;
    }
    Ok(())
}
