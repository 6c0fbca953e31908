//! What somebody has come to by the puzzles of a game.

use std::collections::BTreeMap;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_ledger::{self as ledger, NewJob, Stored};
use chautari_platform::{PuzzleId, SolverId};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The queue of tries that puzzles have not heard of yet.
pub(super) const QUEUE: &str = "puzzles";

/// Whoever has solved nothing yet begins with the easy ones.
pub(super) fn newcomer() -> Rating {
    Rating { rating: 1000.0, ..Rating::default() }
}

/// A puzzle was tried for the first time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AttemptResult {
    pub(super) puzzle: PuzzleId,
    /// What the engine thought of it.
    pub(super) difficulty: u32,
    /// What the puzzle was rated before: rating, deviation, volatility.
    pub(super) rated: [f64; 3],
    pub(super) solved: bool,
}

/// A try as a puzzle hears of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Meeting {
    pub(super) by: SolverId,
    pub(super) puzzle: PuzzleId,
    pub(super) difficulty: u32,
    /// What the solver was rated before: rating, deviation, volatility.
    pub(super) solver: [f64; 3],
    pub(super) solved: bool,
}

/// What a person has come to by the puzzles of one game.
#[derive(Clone, Debug)]
pub(crate) struct Solver {
    id: SolverId,
    pub(super) rating: Rating,
    /// What was tried, and whether it was solved at the first try.
    pub(super) tries: BTreeMap<PuzzleId, bool>,
    /// The latest try, and the rating before it.
    latest: (AttemptResult, Rating),
}

impl Solver {
    fn take(&mut self, tried: &AttemptResult) {
        let [rating, deviation, volatility] = tried.rated;
        let before = self.rating;
        let points = if tried.solved { 1.0 } else { 0.0 };
        self.rating = before.after(&[(Rating { rating, deviation, volatility }, points)]);
        self.tries.insert(tried.puzzle.clone(), tried.solved);
        self.latest = (tried.clone(), before);
    }
}

impl Aggregate for Solver {
    const WHAT: &'static str = "solver";
    const PREFIX: &'static str = SolverId::PREFIX;
    type Id = SolverId;
    type Context = ();
    type Event = AttemptResult;
    type Notification = ();

    fn read_id(text: &str) -> Option<SolverId> {
        SolverId::read(text)
    }

    fn read(stored: &Stored) -> Result<AttemptResult, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &AttemptResult) -> Result<ledger::Event, CorruptEvents> {
        Ok(ledger::Event { kind: "tried".to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin((): &(), id: &SolverId, first: &AttemptResult, _: EventMeta) -> Result<Solver, CorruptEvents> {
        let latest = (first.clone(), newcomer());
        let mut solver = Solver { id: id.clone(), rating: newcomer(), tries: BTreeMap::new(), latest };
        solver.take(first);
        Ok(solver)
    }

    fn apply(&mut self, (): &(), event: &AttemptResult, _: EventMeta) -> Result<(), CorruptEvents> {
        self.take(event);
        Ok(())
    }

    /// The puzzle hears of the try: queued with it, so that neither is without the other.
    fn jobs(&self, (): &Self::Context, _: Option<&Solver>) -> Vec<NewJob> {
        let (AttemptResult { puzzle, difficulty, solved, .. }, before) = &self.latest;
        let meeting = Meeting {
            by: self.id.clone(),
            puzzle: puzzle.clone(),
            difficulty: *difficulty,
            solver: [before.rating, before.deviation, before.volatility],
            solved: *solved,
        };
        vec![NewJob::new(QUEUE, json!(meeting))]
    }

    fn notification(&self, (): &Self::Context, _: &AttemptResult) {}

    fn is_finished(&self) -> bool {
        false
    }
}
