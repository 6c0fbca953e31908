//! Somebody tries a puzzle.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Created, Decision, Freshness, RepositoryError, Versioned};
use chautari_game::{AnyGame, Puzzle};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem, QueryParams};
use chautari_people::bots::RatingView;
use chautari_people::people;
use chautari_platform::{PersonId, SolverId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::solver::{AttemptResult, Solver, newcomer};
use super::{all, missing};
use crate::StudyService;

/// What was tried.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PuzzleTry)]
pub(super) struct Request {
    /// What was played from the position of the puzzle, both sides' moves, up to the first wrong one or to the end; none
    /// where somebody gave up at once.
    moves: Vec<String>,
}

/// What somebody has come to by the puzzles of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleSolver)]
pub(super) struct SolverStats {
    #[serde(flatten)]
    rating: RatingView,
    /// How many puzzles were tried.
    tried: usize,
    /// How many of them were solved at the first try.
    solved: usize,
}

impl SolverStats {
    fn new(solver: Option<&Solver>) -> SolverStats {
        let right = |solver: &Solver| solver.tries.values().filter(|right| **right).count();
        SolverStats {
            rating: RatingView::new(solver.map_or_else(newcomer, |solver| solver.rating)),
            tried: solver.map_or(0, |solver| solver.tries.len()),
            solved: solver.map_or(0, right),
        }
    }
}

/// What came of a try.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleTried)]
pub(super) struct Answer {
    /// Whether it was solved.
    solved: bool,
    /// Whether it changes ratings: only the first try at a puzzle does.
    counted: bool,
    /// What whoever tried has come to.
    you: SolverStats,
}

/// Try a puzzle
///
/// The solver and the puzzle meet as two players do, by Glicko-2: who solves a puzzle at the first try has won.
#[utoipa::path(
    post, operation_id = "try_puzzle", path = "/games/{game}/puzzles/{puzzle}/tries", tag = "games",
    params(
        ("game" = String, Path, description = "The game"),
        ("puzzle" = usize, Path, description = "Its number"),
    ),
    request_body = Request, security(("token" = [])),
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = problem::Body, description = "A move could not be read"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or puzzle"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn attempt(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path((name, number)): Path<(String, String)>,
    JsonBody(Request { moves }): JsonBody<Request>,
) -> Result<Json<Answer>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let game = app.platform().game(&name)?;
    let all = all(&*game, &name);
    let count = all.len();
    let index = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let known = index.and_then(|index| all.get(index)).ok_or_else(|| missing(&name, count))?.known(&app);
    let solved = is_solved(&*game, known.puzzle, &moves)?;
    let rating = known.rating();
    let tried = AttemptResult {
        puzzle: known.id.clone(),
        difficulty: known.puzzle.difficulty,
        rated: [rating.rating, rating.deviation, rating.volatility],
        solved,
    };
    let id = solver(&person.id, game.info().id);
    let (now, counted) = match app.solvers().create(&id, Command::default(), vec![tried.clone()]).await? {
        Created::New(now) => (now, true),
        Created::Existing(_) => {
            let mut counted = true;
            let decide = |now: &Versioned<Solver>| {
                counted = !now.tries.contains_key(&tried.puzzle);
                Ok::<_, Problem>(if counted {
                    Decision::Append(vec![tried.clone()])
                } else {
                    Decision::NoChange
                })
            };
            let done = app.solvers().act(&id, Command::default(), decide).await?;
            (done.now, counted)
        }
    };
    Ok(Json(Answer { solved, counted, you: SolverStats::new(Some(&now.state)) }))
}

/// Whether these moves solve a puzzle: they are its solution, or win at once where it is to be won.
fn is_solved(game: &dyn AnyGame, puzzle: &Puzzle, moves: &[String]) -> Result<bool, Problem> {
    let mut record = game.read_position(puzzle.position)?;
    let solver = record.turn();
    for (index, (text, right)) in moves.iter().zip(&puzzle.moves).enumerate() {
        record.play(text).map_err(|fault| Problem::from(fault).index(index))?;
        if record.moves().last().is_none_or(|played| played != right) {
            let won = record.outcome().is_some_and(|outcome| outcome.winner == Some(solver));
            return Ok(won && puzzle.themes.first() == Some(&Puzzle::WIN));
        }
    }
    Ok(moves.len() >= puzzle.moves.len())
}

/// Whoever solves the puzzles of a game.
fn solver(person: &PersonId, game: &str) -> SolverId {
    SolverId::derived(&[person.as_str(), game])
}

/// Of which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The game.
    game: String,
}

/// What you have come to by the puzzles of a game
#[utoipa::path(
    get, operation_id = "get_my_puzzles", path = "/people/me/puzzles", tag = "people", params(Which),
    security(("token" = [])),
    responses(
        (status = OK, body = SolverStats),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn mine(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    QueryParams(Which { game }): QueryParams<Which>,
) -> Result<Json<SolverStats>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    let game = app.platform().game(&game)?;
    match app.solvers().load(&solver(&person.id, game.info().id), Freshness::Resident).await {
        Ok(now) => Ok(Json(SolverStats::new(Some(&now.state)))),
        Err(RepositoryError::Missing { .. }) => Ok(Json(SolverStats::new(None))),
        Err(failure) => Err(failure.into()),
    }
}
