//! Attempts at puzzles, and the caller's puzzle rating.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Freshness, RepositoryError};
use chautari_http::cost::Create;
use chautari_http::{JsonBody, Problem, QueryParams, problem};
use chautari_people::bots::RatingView;
use chautari_people::people::Person;
use chautari_people::{Caller, SignedIn};
use chautari_platform::{PersonId, SolverId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::puzzles::missing;
use crate::StudyService;
use crate::model::puzzle_catalog::{is_solved, puzzles_of};
use crate::model::solver::{AttemptResult, Solver, newcomer};
use crate::puzzles::record_attempt;

/// An attempt at a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleTry {
    /// The moves of both sides from the position of the puzzle, up to the first wrong one or to the end; empty to give up.
    moves: Vec<String>,
}

/// The puzzle rating of a person in a game.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleSolver)]
pub(super) struct SolverStats {
    #[serde(flatten)]
    rating: RatingView,
    /// The number of attempted puzzles.
    tried: usize,
    /// The number of puzzles solved by the first attempt.
    solved: usize,
}

impl SolverStats {
    fn new(solver: Option<&Solver>) -> SolverStats {
        SolverStats {
            rating: RatingView::new(solver.map_or_else(newcomer, |solver| solver.rating)),
            tried: solver.map_or(0, |solver| solver.tries.len()),
            solved: solver.map_or(0, Solver::solved),
        }
    }
}

/// The result of an attempt.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzleTried {
    /// Whether the puzzle was solved.
    solved: bool,
    /// Whether the attempt changes ratings: only the first one at a puzzle does.
    counted: bool,
    /// Your puzzle rating after the attempt.
    you: SolverStats,
}

/// Attempt a puzzle
///
/// Checks a solution and updates ratings. Solver and puzzle are rated as two players by Glicko-2: solving it by the first
/// attempt is a win.
#[utoipa::path(
    post, operation_id = "try_puzzle", path = "/games/{game}/puzzles/{puzzle}/tries", tag = "games",
    params(
        ("game" = String, Path, description = "The game"),
        ("puzzle" = usize, Path, description = "The number of the puzzle"),
    ),
    request_body = PuzzleTry, security(("token" = [])),
    responses(
        (status = OK, body = PuzzleTried, description = "The result"),
        (status = BAD_REQUEST, body = problem::Body, description = "A move could not be read (`syntax`)"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or puzzle"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn attempt(
    State(app): State<StudyService>,
    caller: Caller<SignedIn<Person>, Create>,
    Path((name, number)): Path<(String, String)>,
    JsonBody(PuzzleTry { moves }): JsonBody<PuzzleTry>,
) -> Result<Json<PuzzleTried>, Problem> {
    let game = app.platform().game(&name)?;
    let puzzles = puzzles_of(&*game, &name);
    let index = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let found = index.and_then(|index| puzzles.get(index)).ok_or_else(|| missing(&name, puzzles.len()))?;
    let found = found.rated(app.puzzles().context());
    let solved = is_solved(&*game, found.puzzle, &moves).map_err(|(index, fault)| {
        let problem = Problem::from(fault);
        match index {
            Some(index) => problem.index(index),
            None => problem,
        }
    })?;
    let rating = found.rating();
    let attempt = AttemptResult {
        puzzle: found.id.clone(),
        difficulty: found.puzzle.difficulty,
        rated: [rating.rating, rating.deviation, rating.volatility],
        solved,
    };
    let id = solver_id(&caller.identity.id, game.info().id);
    let (stats, counted) = record_attempt(&app, &id, attempt).await?;
    Ok(Json(PuzzleTried { solved, counted, you: SolverStats::new(Some(&stats)) }))
}

/// Returns the id of a person as a solver of a game's puzzles.
fn solver_id(person: &PersonId, game: &str) -> SolverId {
    SolverId::derived(&[person.as_str(), game])
}

/// Query parameters of the caller's puzzle rating.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct MyPuzzlesParams {
    /// The game.
    game: String,
}

/// Get your puzzle rating
///
/// Returns your rating by the puzzles of a game, and how many you have tried and solved.
#[utoipa::path(
    get, operation_id = "get_my_puzzles", path = "/people/me/puzzles", tag = "people", params(MyPuzzlesParams),
    security(("token" = [])),
    responses(
        (status = OK, body = SolverStats, description = "Your puzzle rating"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn mine(
    State(app): State<StudyService>,
    caller: Caller<SignedIn<Person>>,
    QueryParams(MyPuzzlesParams { game }): QueryParams<MyPuzzlesParams>,
) -> Result<Json<SolverStats>, Problem> {
    let game = app.platform().game(&game)?;
    let id = solver_id(&caller.identity.id, game.info().id);
    match app.solvers().load(&id, Freshness::Resident).await {
        Ok(now) => Ok(Json(SolverStats::new(Some(&now.state)))),
        Err(RepositoryError::Missing { .. }) => Ok(Json(SolverStats::new(None))),
        Err(failure) => Err(failure.into()),
    }
}
