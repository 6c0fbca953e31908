//! Puzzle ratings: the difficulty of a puzzle, by Glicko-2 against its solvers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_ledger::{self as ledger, Label, Stored};
use chautari_platform::PuzzleId;
use serde::{Deserialize, Serialize};

/// The deviation and the volatility of the engine's estimate. Unlike people, puzzles hardly vary.
const DEVIATION: f64 = 200.0;
const VOLATILITY: f64 = 0.01;

/// The deviation at which a rating is final, after about a hundred attempts.
const FINAL_DEVIATION: f64 = 45.0;

/// The rating before the first attempt: the engine's estimate.
pub(crate) fn initial_rating(difficulty: u32) -> Rating {
    Rating { rating: difficulty.into(), deviation: DEVIATION, volatility: VOLATILITY }
}

/// The ratings of all attempted puzzles, in memory.
#[derive(Default)]
pub(crate) struct PuzzleRatings(Mutex<HashMap<PuzzleId, PuzzleRating>>);

impl PuzzleRatings {
    pub(crate) fn of(&self, id: &PuzzleId) -> Option<PuzzleRating> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

/// A first attempt of a solver at a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// The engine's estimate, in the first event of a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) difficulty: Option<u32>,
    /// The solver's rating before: rating, deviation, volatility.
    pub(crate) solver: [f64; 3],
    /// Whether the puzzle was solved.
    pub(crate) solved: bool,
}

/// The rating of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleRating {
    id: PuzzleId,
    pub(crate) rating: Rating,
    /// The number of attempts that count.
    pub(crate) tries: u64,
}

impl PuzzleRating {
    /// Whether further attempts do not change the rating any more.
    pub(crate) fn is_final(&self) -> bool {
        self.rating.deviation < FINAL_DEVIATION
    }

    fn rate(&mut self, Attempt { solver: [rating, deviation, volatility], solved, .. }: &Attempt) {
        let (rating, deviation, volatility) = (*rating, *deviation, *volatility);
        // A solver who solves the puzzle wins against it.
        let points = if *solved { 0.0 } else { 1.0 };
        self.rating = self.rating.after(&[(Rating { rating, deviation, volatility }, points)]);
        self.tries += 1;
    }
}

impl Aggregate for PuzzleRating {
    const WHAT: &'static str = "puzzle";
    const PREFIX: &'static str = PuzzleId::PREFIX;
    type Id = PuzzleId;
    type Context = Arc<PuzzleRatings>;
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
        _: &Arc<PuzzleRatings>,
        id: &PuzzleId,
        first: &Attempt,
        _: EventMeta,
    ) -> Result<PuzzleRating, CorruptEvents> {
        let difficulty = first
            .difficulty
            .ok_or_else(|| CorruptEvents::new("the first attempt has the engine's estimate"))?;
        let mut rating = PuzzleRating { id: id.clone(), rating: initial_rating(difficulty), tries: 0 };
        rating.rate(first);
        Ok(rating)
    }

    fn apply(&mut self, _: &Arc<PuzzleRatings>, event: &Attempt, _: EventMeta) -> Result<(), CorruptEvents> {
        self.rate(event);
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![tried()]
    }

    fn notification(&self, _: &Self::Context, _: &Attempt) {}

    fn changed(&self, ratings: &Arc<PuzzleRatings>) {
        ratings.0.lock().unwrap_or_else(PoisonError::into_inner).insert(self.id.clone(), self.clone());
    }

    fn is_finished(&self) -> bool {
        false
    }

    /// Every process has all ratings in memory: a few hundred events for each attempted puzzle.
    fn preload_label() -> Option<Label> {
        Some(tried())
    }

    fn is_pinned(&self) -> bool {
        true
    }
}

/// The label of attempted puzzles.
fn tried() -> Label {
    Label::new("puzzle", "tried")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_converges_to_that_of_equal_solvers() {
        let mut puzzle = PuzzleRating { id: PuzzleId::random(), rating: initial_rating(1000), tries: 0 };
        let mut tries = 0;
        while !puzzle.is_final() {
            // Solvers rated 1500 who solve every second time make it a puzzle of 1500.
            puzzle.rate(&Attempt { difficulty: None, solver: [1500.0, 60.0, 0.06], solved: tries % 2 == 0 });
            tries += 1;
            assert!(tries < 300, "{:?}", puzzle.rating);
        }
        assert!((puzzle.rating.rating - 1500.0).abs() < 50.0, "{:?} after {tries}", puzzle.rating);
        assert!(tries > 30, "{tries}");
    }
}
