//! The state of this service.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::Repository;
use chautari_http::Http;
use chautari_matches::Matches;
use chautari_people::People;
use chautari_platform::Platform;
use chautari_positions::Positions;

use crate::model::puzzle_rating::{PuzzleRating, PuzzleRatings};
use crate::model::solver::Solver;
use crate::model::study::Study;
use crate::studies;

/// Opening explorer, reviews, studies and puzzles. Cheap to clone.
#[derive(Clone)]
pub struct StudyService(Arc<Inner>);

struct Inner {
    matches: Matches,
    studies: Repository<Study>,
    puzzles: Repository<PuzzleRating>,
    solvers: Repository<Solver>,
}

impl FromRef<StudyService> for Http {
    fn from_ref(study: &StudyService) -> Http {
        study.http().clone()
    }
}

impl StudyService {
    /// Creates the service.
    pub fn new(matches: Matches) -> StudyService {
        let ledger = matches.platform().ledger().clone();
        let studies = Repository::with_limits(ledger.clone(), (), studies::CACHE_LIMITS);
        let puzzles = Repository::new(ledger.clone(), Arc::new(PuzzleRatings::default()));
        let solvers = Repository::new(ledger, ());
        StudyService(Arc::new(Inner { matches, studies, puzzles, solvers }))
    }

    /// The platform under this service.
    pub fn platform(&self) -> &Platform {
        self.0.matches.platform()
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        self.platform().http()
    }

    /// The matches that are reviewed and counted.
    pub fn matches(&self) -> &Matches {
        &self.0.matches
    }

    /// Positions, pictures and exact values.
    pub fn positions(&self) -> &Positions {
        self.0.matches.positions()
    }

    /// People and bots.
    pub fn people(&self) -> &People {
        self.0.matches.people()
    }

    /// Trees of moves with comments.
    pub(crate) fn studies(&self) -> &Repository<Study> {
        &self.0.studies
    }

    /// The ratings of puzzles.
    pub(crate) fn puzzles(&self) -> &Repository<PuzzleRating> {
        &self.0.puzzles
    }

    /// The puzzle ratings of people.
    pub(crate) fn solvers(&self) -> &Repository<Solver> {
        &self.0.solvers
    }
}
