//! Read endpoints for puzzles.

use std::time::SystemTime;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::Puzzle;
use chautari_http::{LargeJson, Problem, QueryParams, problem};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::StudyService;
use crate::model::puzzle_catalog::{RatedPuzzle, puzzles_of};

/// Puzzles per response: the most, and the default.
const MAX_PUZZLES: usize = 200;
const DEFAULT_PUZZLES: usize = 20;

/// The name of the puzzle of the day.
const TODAY: &str = "today";

/// Returns the error for a puzzle that does not exist.
pub(super) fn missing(game: &str, count: usize) -> Problem {
    Problem::not_found(format!("{game} has {count} puzzles, and not this one."))
}

/// Query parameters of the list of puzzles. All conditions must hold.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListPuzzlesParams {
    /// The theme: `win`, `hold`, `quiet`, `capture`, `sacrifice`, `trap` … [default: all].
    theme: Option<String>,
    /// The least difficulty.
    from: Option<u32>,
    /// The greatest difficulty.
    to: Option<u32>,
    /// Only puzzles with a higher number than this, for the next page.
    after: Option<usize>,
    /// The most puzzles to return, up to 200 [default: 20].
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// Puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Puzzles {
    /// The number of all puzzles of the game.
    count: usize,
    /// The puzzles that match, by number.
    puzzles: Vec<PuzzleView<'static>>,
}

/// A position in which one move is right.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(super) struct PuzzleView<'a> {
    /// The number, from 1.
    number: usize,
    /// The difficulty on the scale of a rating: by solvers, or by the engine before the first attempt.
    difficulty: u32,
    /// The number of attempts that the difficulty is based on.
    tries: u64,
    /// The themes. The first is the task: `win`, or `hold` the draw.
    themes: Vec<&'a str>,
    /// The solution: the solver's move, the best defence, and so on, to the last move that has to be found.
    moves: Vec<&'a str>,
    /// The position, in the canonical notation.
    position: &'a str,
}

impl PuzzleView<'static> {
    fn new(rated: RatedPuzzle<'_>) -> PuzzleView<'static> {
        let difficulty = rated.difficulty();
        let RatedPuzzle { number, puzzle, rated, .. } = rated;
        let tries = rated.map_or(0, |rated| rated.tries);
        let (themes, moves) = (puzzle.themes.clone(), puzzle.moves.clone());
        PuzzleView { number, difficulty, tries, themes, moves, position: puzzle.position }
    }
}

/// List puzzles
///
/// Returns puzzles of a game, filtered by theme and difficulty, for training.
#[utoipa::path(
    get, operation_id = "list_puzzles", path = "/games/{game}/puzzles", tag = "games",
    params(("game" = String, Path, description = "The game"), ListPuzzlesParams),
    responses(
        (status = OK, body = Puzzles, description = "The puzzles that match, by number"),
        (status = BAD_REQUEST, body = problem::Body, description = "More than 200 at once"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn list(
    State(app): State<StudyService>,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<ListPuzzlesParams>,
) -> Result<Response, Problem> {
    let limit = params.limit.unwrap_or(DEFAULT_PUZZLES);
    if limit > MAX_PUZZLES {
        return Err(Problem::bad_request(format!("At most {MAX_PUZZLES} puzzles at once.")));
    }
    let all = puzzles_of(&*app.platform().game(&name)?, &name);
    let count = all.len();
    let ratings = app.puzzles().context();
    let matches = |rated: &RatedPuzzle| {
        params.theme.as_deref().is_none_or(|theme| rated.puzzle.themes.contains(&theme))
            && params.from.is_none_or(|from| rated.difficulty() >= from)
            && params.to.is_none_or(|to| rated.difficulty() <= to)
    };
    let later = all.iter().skip(params.after.unwrap_or(0)).map(|puzzle| puzzle.rated(ratings));
    let puzzles = later.filter(matches).take(limit).map(PuzzleView::new).collect();
    Ok(LargeJson(Puzzles { count, puzzles }).into_response())
}

/// Get a puzzle
///
/// By its number, or the puzzle of the day.
#[utoipa::path(
    get, operation_id = "get_puzzle", path = "/games/{game}/puzzles/{puzzle}", tag = "games",
    params(
        ("game" = String, Path, description = "The game"),
        ("puzzle" = String, Path, description = "The number, or `today` for the puzzle of the day (UTC)"),
    ),
    responses(
        (status = OK, body = PuzzleView, description = "The puzzle"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or puzzle"),
    ),
)]
pub(super) async fn get(
    State(app): State<StudyService>,
    Path((name, puzzle)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let all = puzzles_of(&*app.platform().game(&name)?, &name);
    let count = all.len();
    let index = if puzzle == TODAY {
        let seconds = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
        Puzzle::of_day(seconds / 86_400, count)
    } else {
        puzzle.parse().ok().and_then(|number: usize| number.checked_sub(1))
    };
    let found = index.and_then(|index| all.get(index)).ok_or_else(|| missing(&name, count))?;
    Ok(LargeJson(PuzzleView::new(found.rated(app.puzzles().context()))).into_response())
}

/// The rating of a puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleRating)]
pub(super) struct PuzzleRatingView {
    /// The number of the puzzle, from 1.
    number: usize,
    /// The difficulty on the scale of a rating.
    difficulty: u32,
    /// The standard deviation of the difficulty.
    deviation: u32,
    /// The number of attempts that count.
    tries: u64,
}

/// List puzzle ratings
///
/// Returns the ratings of all attempted puzzles of a game, by Glicko-2. For clients that have the puzzles themselves, such
/// as the WebAssembly module.
#[utoipa::path(
    get, operation_id = "list_puzzle_ratings", path = "/games/{game}/puzzle-ratings", tag = "games",
    params(("game" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Vec<PuzzleRatingView>, description = "The ratings, by number"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn ratings(
    State(app): State<StudyService>,
    Path(name): Path<String>,
) -> Result<Json<Vec<PuzzleRatingView>>, Problem> {
    let view = |rated: RatedPuzzle| {
        let (number, difficulty) = (rated.number, rated.difficulty());
        rated.rated.map(|rated| PuzzleRatingView {
            number,
            difficulty,
            deviation: rated.rating.deviation.round() as u32,
            tries: rated.tries,
        })
    };
    let all = puzzles_of(&*app.platform().game(&name)?, &name);
    let ratings = app.puzzles().context();
    Ok(Json(all.iter().map(|puzzle| puzzle.rated(ratings)).filter_map(view).collect()))
}
