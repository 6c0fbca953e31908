//! Solvers: the puzzle rating of a person in a game.

use std::collections::BTreeMap;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_ledger::{self as ledger, NewJob, Stored};
use chautari_platform::{PuzzleId, SolverId};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The job queue of attempts that puzzle ratings have not taken over yet.
pub(crate) const QUEUE: &str = "puzzles";

/// The rating of a new solver, which is low so that easy puzzles come first.
pub(crate) fn newcomer() -> Rating {
    Rating { rating: 1000.0, ..Rating::default() }
}

/// A first attempt at a puzzle, with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AttemptResult {
    pub(crate) puzzle: PuzzleId,
    /// The engine's estimate.
    pub(crate) difficulty: u32,
    /// The puzzle's rating before: rating, deviation, volatility.
    pub(crate) rated: [f64; 3],
    /// Whether it was solved.
    pub(crate) solved: bool,
}

/// The job that updates the rating of a puzzle.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RatePuzzleJob {
    pub(crate) by: SolverId,
    pub(crate) puzzle: PuzzleId,
    pub(crate) difficulty: u32,
    /// The solver's rating before: rating, deviation, volatility.
    pub(crate) solver: [f64; 3],
    pub(crate) solved: bool,
}

/// The state of a solver.
#[derive(Clone, Debug)]
pub(crate) struct Solver {
    id: SolverId,
    pub(crate) rating: Rating,
    /// The attempted puzzles, and whether the first attempt solved them.
    pub(crate) tries: BTreeMap<PuzzleId, bool>,
    /// The latest attempt, and the rating before it.
    latest: (AttemptResult, Rating),
}

impl Solver {
    /// Whether a puzzle has been attempted before.
    pub(crate) fn has_attempted(&self, puzzle: &PuzzleId) -> bool {
        self.tries.contains_key(puzzle)
    }

    /// The number of puzzles that the first attempt solved.
    pub(crate) fn solved(&self) -> usize {
        self.tries.values().filter(|solved| **solved).count()
    }

    fn add(&mut self, tried: &AttemptResult) {
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
        solver.add(first);
        Ok(solver)
    }

    fn apply(&mut self, (): &(), event: &AttemptResult, _: EventMeta) -> Result<(), CorruptEvents> {
        self.add(event);
        Ok(())
    }

    /// The update of the puzzle's rating is queued in the same append, so that neither is without the other.
    fn jobs(&self, (): &Self::Context, _: Option<&Solver>) -> Vec<NewJob> {
        let (AttemptResult { puzzle, difficulty, solved, .. }, before) = &self.latest;
        let job = RatePuzzleJob {
            by: self.id.clone(),
            puzzle: puzzle.clone(),
            difficulty: *difficulty,
            solver: [before.rating, before.deviation, before.volatility],
            solved: *solved,
        };
        vec![NewJob::new(QUEUE, json!(job))]
    }

    fn notification(&self, (): &Self::Context, _: &AttemptResult) {}

    fn is_finished(&self) -> bool {
        false
    }
}
