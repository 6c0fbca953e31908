//! How hard a puzzle is, by those who have tried it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_aggregate::{
    Aggregate, Command, CorruptEvents, Created, Decision, EventMeta, JobOutcome, Versioned,
};
use chautari_arena::Rating;
use chautari_http::Problem;
use chautari_ledger::{self as ledger, Job, Label, Stored};
use chautari_platform::PuzzleId;
use serde::{Deserialize, Serialize};

use super::solver::Meeting;
use crate::StudyService;

/// How sure the engine's word about a puzzle is, and how much a puzzle varies: hardly, unlike people.
const DEVIATION: f64 = 200.0;
const VOLATILITY: f64 = 0.01;

/// A puzzle that is known so well is not measured any further: about a hundred tries.
const SETTLED: f64 = 45.0;

/// What a puzzle is rated before anybody has tried it.
pub(super) fn unmeasured(difficulty: u32) -> Rating {
    Rating { rating: difficulty.into(), deviation: DEVIATION, volatility: VOLATILITY }
}

/// How hard puzzles are that somebody has tried, as far as this process knows.
#[derive(Default)]
pub(crate) struct Difficulty(Mutex<HashMap<PuzzleId, PuzzleRating>>);

impl Difficulty {
    pub(super) fn of(&self, id: &PuzzleId) -> Option<PuzzleRating> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

/// Somebody has tried a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// What the engine thought of it; said with the first try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    difficulty: Option<u32>,
    /// What the solver was rated before: rating, deviation, volatility.
    solver: [f64; 3],
    solved: bool,
}

/// A puzzle as its solvers have found it.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleRating {
    id: PuzzleId,
    pub(super) rating: Rating,
    /// How many tries have counted.
    pub(super) tries: u64,
}

impl PuzzleRating {
    fn meet(&mut self, Attempt { solver: [rating, deviation, volatility], solved, .. }: &Attempt) {
        let (rating, deviation, volatility) = (*rating, *deviation, *volatility);
        // Who solves it beats it.
        let points = if *solved { 0.0 } else { 1.0 };
        self.rating = self.rating.after(&[(Rating { rating, deviation, volatility }, points)]);
        self.tries += 1;
    }
}

impl Aggregate for PuzzleRating {
    const WHAT: &'static str = "puzzle";
    const PREFIX: &'static str = PuzzleId::PREFIX;
    type Id = PuzzleId;
    type Context = Arc<Difficulty>;
    type Event = Attempt;
    type Notification = ();

    fn read_id(text: &str) -> Option<PuzzleId> {
        PuzzleId::read(text)
    }

    fn read(stored: &Stored) -> Result<Attempt, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &Attempt) -> Result<ledger::Event, CorruptEvents> {
        Ok(ledger::Event { kind: "met".to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        _: &Arc<Difficulty>,
        id: &PuzzleId,
        first: &Attempt,
        _: EventMeta,
    ) -> Result<PuzzleRating, CorruptEvents> {
        let difficulty =
            first.difficulty.ok_or_else(|| CorruptEvents::new("the first try says how hard it was"))?;
        let mut measured = PuzzleRating { id: id.clone(), rating: unmeasured(difficulty), tries: 0 };
        measured.meet(first);
        Ok(measured)
    }

    fn apply(&mut self, _: &Arc<Difficulty>, event: &Attempt, _: EventMeta) -> Result<(), CorruptEvents> {
        self.meet(event);
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![tried()]
    }

    fn notification(&self, _: &Self::Context, _: &Attempt) {}

    fn changed(&self, hardness: &Arc<Difficulty>) {
        hardness.0.lock().unwrap_or_else(PoisonError::into_inner).insert(self.id.clone(), self.clone());
    }

    fn is_finished(&self) -> bool {
        false
    }

    /// All that were tried are known to every process: there are no more than puzzles, with some hundred events each.
    fn preload_label() -> Option<Label> {
        Some(tried())
    }

    fn is_pinned(&self) -> bool {
        true
    }
}

/// The puzzles that somebody has tried.
fn tried() -> Label {
    Label::new("puzzle", "tried")
}

/// Lets a puzzle keep what it has come to by a try. Doing it twice does it once: the solver names the change.
pub(super) async fn measure(app: StudyService, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(Meeting { by, puzzle, difficulty, solver, solved }) = serde_json::from_value(job.body.clone())
    else {
        tracing::error!(body = %job.body, "no try at a puzzle can be read from this");
        return Ok(JobOutcome::Done);
    };
    let command = Command::named(format!("tried-{by}"));
    let first = Attempt { difficulty: Some(difficulty), solver, solved };
    if let Created::New(_) = app.puzzles().create(&puzzle, command.clone(), vec![first]).await? {
        return Ok(JobOutcome::Done);
    }
    let decide = |now: &Versioned<PuzzleRating>| {
        Ok::<_, Problem>(if now.rating.deviation < SETTLED {
            Decision::NoChange
        } else {
            Decision::Append(vec![Attempt { difficulty: None, solver, solved }])
        })
    };
    app.puzzles().act(&puzzle, command, decide).await?;
    Ok(JobOutcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solvers who do as well as their rating says bring a puzzle to where it belongs, and it settles there.
    #[test]
    fn a_puzzle_goes_where_its_solvers_take_it_and_settles() {
        let mut puzzle = PuzzleRating { id: PuzzleId::random(), rating: unmeasured(1000), tries: 0 };
        let mut tries = 0;
        while puzzle.rating.deviation >= SETTLED {
            // Solvers of 1500 solve every second time: so it is a puzzle of 1500.
            puzzle.meet(&Attempt { difficulty: None, solver: [1500.0, 60.0, 0.06], solved: tries % 2 == 0 });
            tries += 1;
            assert!(tries < 300, "{:?}", puzzle.rating);
        }
        assert!((puzzle.rating.rating - 1500.0).abs() < 50.0, "{:?} after {tries}", puzzle.rating);
        assert!(tries > 30, "{tries}");
    }
}
