//! Puzzles: positions in which one move is right, and how hard people find them.
//!
//! Whoever tries a puzzle by their name meets it as two players meet, by Glicko-2: the solver's rating changes with the
//! try, and that of the puzzle a moment later. A puzzle begins with what the engine thought of it; a first try counts,
//! and no later one.

mod attempts;
mod puzzle_rating;
mod queries;
mod solver;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::extract::FromRef;
use chautari_arena::Rating;
use chautari_game::{AnyGame, Puzzle};
use chautari_http::Http;
use chautari_http::Problem;
use chautari_platform::PuzzleId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use puzzle_rating::{Difficulty, PuzzleRating};
pub(crate) use solver::Solver;

use crate::StudyService;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    StudyService: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(queries::list))
        .routes(routes!(queries::one))
        .routes(routes!(queries::ratings))
        .routes(routes!(attempts::attempt))
        .routes(routes!(attempts::mine))
}

/// Starts the background tasks: they follow what other processes write about puzzles, and update puzzle ratings.
pub fn start(app: &StudyService) {
    let puzzles = app.puzzles().clone();
    app.http().spawn_until_stopped(async move { puzzles.run(|| {}).await });
    let solvers = app.solvers().clone();
    app.http().spawn_until_stopped(async move { solvers.run(|| {}).await });
    app.platform().spawn_worker(app, solver::QUEUE, puzzle_rating::measure);
}

/// A puzzle as its game has it.
struct Listed {
    /// From 1.
    number: usize,
    puzzle: Puzzle<'static>,
    id: PuzzleId,
}

/// The same with what is known of how hard it is.
struct Known<'a> {
    number: usize,
    puzzle: &'a Puzzle<'static>,
    id: &'a PuzzleId,
    /// What its solvers have brought it to, where there were any.
    measured: Option<PuzzleRating>,
}

impl Known<'_> {
    /// What it is rated now.
    fn rating(&self) -> Rating {
        self.measured
            .as_ref()
            .map_or_else(|| puzzle_rating::unmeasured(self.puzzle.difficulty), |found| found.rating)
    }

    /// How hard it is, on the scale of a rating.
    fn difficulty(&self) -> u32 {
        self.rating().rating.round().clamp(0.0, 9999.0) as u32
    }
}

impl Listed {
    fn known(&self, app: &StudyService) -> Known<'_> {
        let hardness: &Arc<Difficulty> = app.puzzles().context();
        let Listed { number, puzzle, id } = self;
        Known { number: *number, puzzle, id, measured: hardness.of(id) }
    }
}

/// Those that have been read, by where their texts are.
static READ: LazyLock<Mutex<HashMap<usize, Arc<[Listed]>>>> = LazyLock::new(Mutex::default);

/// Every puzzle of a game. What is right under its usual rules need not be under changed ones.
fn all(game: &dyn AnyGame, name: &str) -> Arc<[Listed]> {
    let info = game.info();
    if name != info.id {
        return Arc::default();
    }
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let listed = |(number, puzzle): (usize, Puzzle<'static>)| {
        // By what it is, not by its number: a later version of the program may count them anew.
        let id = PuzzleId::derived(&[info.id, puzzle.position]);
        Listed { number, puzzle, id }
    };
    let read = read
        .entry(info.puzzles.as_ptr().addr())
        .or_insert_with(|| (1..).zip(Puzzle::read_all(info.puzzles)).map(listed).collect());
    Arc::clone(read)
}

fn missing(game: &str, count: usize) -> Problem {
    Problem::not_found(format!("{game} has {count} puzzles, and not this one."))
}
