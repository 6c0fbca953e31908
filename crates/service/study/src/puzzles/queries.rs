//! Puzzles looked at.

use std::time::SystemTime;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::Puzzle;
use chautari_http::LargeJson;
use chautari_http::problem;
use chautari_http::{Problem, QueryParams};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Known, all, missing};
use crate::StudyService;

/// The most puzzles in one answer, and how many where nothing is said.
const MOST: usize = 200;
const USUAL: usize = 20;

/// The name of today's puzzle.
const TODAY: &str = "today";

/// Which puzzles.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those about this: `win`, `hold`, `quiet`, `capture`, `sacrifice`, `trap` …
    theme: Option<String>,
    /// Only those at least as hard as this.
    from: Option<u32>,
    /// Only those no harder than this.
    to: Option<u32>,
    /// Only those with a higher number.
    after: Option<usize>,
    /// At most this many, up to 200 [default: 20].
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// Some puzzles of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzles)]
pub(super) struct Answer {
    /// How many the game has in all.
    count: usize,
    /// Those asked for, by their numbers.
    puzzles: Vec<Entry<'static>>,
}

/// A position in which one move is right.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(super) struct Entry<'a> {
    /// Its number, from 1.
    number: usize,
    /// How hard it is, on the scale of a rating: by those who have tried it, else by how far our engine must look.
    difficulty: u32,
    /// How many tries that is known from.
    tries: u64,
    /// What it is about. The first says what is asked for: to `win`, or to `hold` the draw.
    themes: Vec<&'a str>,
    /// The solution: the solver's move, the best defence, and so on, to the last move that has to be found.
    moves: Vec<&'a str>,
    /// Where it begins, in the canonical notation.
    position: &'a str,
}

impl Entry<'static> {
    fn new(known: Known<'_>) -> Entry<'static> {
        let difficulty = known.difficulty();
        let Known { number, puzzle, measured, .. } = known;
        let tries = measured.map_or(0, |measured| measured.tries);
        let (themes, moves) = (puzzle.themes.clone(), puzzle.moves.clone());
        Entry { number, difficulty, tries, themes, moves, position: puzzle.position }
    }
}

/// Puzzles of a game
#[utoipa::path(
    get, operation_id = "list_puzzles", path = "/games/{game}/puzzles", tag = "games",
    params(("game" = String, Path, description = "The game"), Which),
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = problem::Body, description = "More than 200 at once"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn list(
    State(app): State<StudyService>,
    Path(name): Path<String>,
    QueryParams(which): QueryParams<Which>,
) -> Result<Response, Problem> {
    let limit = which.limit.unwrap_or(USUAL);
    if limit > MOST {
        return Err(Problem::bad_request(format!("At most {MOST} puzzles at once.")));
    }
    let all = all(&*app.platform().game(&name)?, &name);
    let count = all.len();
    let fits = |known: &Known| {
        which.theme.as_deref().is_none_or(|theme| known.puzzle.themes.contains(&theme))
            && which.from.is_none_or(|from| known.difficulty() >= from)
            && which.to.is_none_or(|to| known.difficulty() <= to)
    };
    let later = all.iter().skip(which.after.unwrap_or(0)).map(|listed| listed.known(&app));
    let puzzles = later.filter(fits).take(limit).map(Entry::new).collect();
    Ok(LargeJson(Answer { count, puzzles }).into_response())
}

/// One puzzle of a game
#[utoipa::path(
    get, operation_id = "get_puzzle", path = "/games/{game}/puzzles/{puzzle}", tag = "games",
    params(
        ("game" = String, Path, description = "The game"),
        ("puzzle" = String, Path, description = "Its number, or `today`: by UTC, the same for everybody"),
    ),
    responses(
        (status = OK, body = Entry),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or puzzle"),
    ),
)]
pub(super) async fn one(
    State(app): State<StudyService>,
    Path((name, puzzle)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let all = all(&*app.platform().game(&name)?, &name);
    let count = all.len();
    let index = if puzzle == TODAY {
        let seconds = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
        Puzzle::of_day(seconds / 86_400, count)
    } else {
        puzzle.parse().ok().and_then(|number: usize| number.checked_sub(1))
    };
    let found = index.and_then(|index| all.get(index)).ok_or_else(|| missing(&name, count))?;
    Ok(LargeJson(Entry::new(found.known(&app))).into_response())
}

/// How hard a puzzle has turned out to be.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzleRating {
    /// Its number, from 1.
    number: usize,
    /// How hard it is by those who have tried it.
    difficulty: u32,
    /// The standard deviation of that.
    deviation: u32,
    /// How many tries that is known from.
    tries: u64,
}

/// How hard the puzzles are that somebody has tried, by Glicko-2
///
/// A program that has the puzzles already needs no more than this to know them as the server does.
#[utoipa::path(
    get, operation_id = "list_puzzle_ratings", path = "/games/{game}/puzzle-ratings", tag = "games",
    params(("game" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Vec<PuzzleRating>),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn ratings(
    State(app): State<StudyService>,
    Path(name): Path<String>,
) -> Result<Json<Vec<PuzzleRating>>, Problem> {
    let rated = |known: Known| {
        let (number, difficulty) = (known.number, known.difficulty());
        known.measured.map(|found| PuzzleRating {
            number,
            difficulty,
            deviation: found.rating.deviation.round() as u32,
            tries: found.tries,
        })
    };
    let all = all(&*app.platform().game(&name)?, &name);
    Ok(Json(all.iter().map(|listed| listed.known(&app)).filter_map(rated).collect()))
}
