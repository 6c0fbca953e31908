//! Reviews of matches.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Aggregate as _;
use chautari_http::{Action, Cost, Problem, RemoteClient, problem};
use chautari_matches::{MatchState, load_for_client};
use chautari_people::Caller;
use chautari_platform::MatchId;
use chautari_platform::quota::{self, QuotaKind};
use chautari_wire::Standing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::StudyService;
use crate::reviews;

/// The longest match that is reviewed, in plies.
const MAX_PLIES: usize = 600;

/// Plies that cost as much as one creation.
const PLIES_PER_CREATION: usize = 25;

/// The review of a match.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchReview {
    /// Whether the review is complete. Otherwise it is not there yet.
    done: bool,
    /// The evaluation of the start and of the position after each move.
    standings: Vec<Standing>,
}

impl MatchReview {
    fn complete(standings: Vec<Standing>) -> Json<MatchReview> {
        Json(MatchReview { done: true, standings })
    }

    fn pending() -> Json<MatchReview> {
        Json(MatchReview { done: false, standings: Vec::new() })
    }
}

/// Get the review of a match
///
/// Returns the evaluation of every position, if the review has been requested and is complete. Poll it after
/// `request_match_review`.
#[utoipa::path(
    get, operation_id = "get_match_review", path = "/matches/{match}/review", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    responses(
        (status = OK, body = MatchReview, description = "The review, or that it is not complete"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn get(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
) -> Result<Json<MatchReview>, Problem> {
    let id = match_id(&name)?;
    if let Some(standings) = reviews::find(&app, &id).await? {
        return Ok(MatchReview::complete(standings));
    }
    load_for_client(app.matches(), client, id).await?;
    Ok(MatchReview::pending())
}

fn match_id(name: &str) -> Result<MatchId, Problem> {
    MatchState::read_id(name).ok_or_else(|| Problem::not_found(format!("There is no match `{name}`.")))
}

/// Request the review of a match
///
/// Every position is evaluated when the engines are idle: by exact tables if they have it, otherwise by a search of
/// 40,000 nodes. The review is stored. Requesting it again costs nothing.
#[utoipa::path(
    post, operation_id = "request_match_review", path = "/matches/{match}/review", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    responses(
        (status = OK, body = MatchReview, description = "The review, or that it has been requested"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body, description = "The match is still being played"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The match has no moves, or more than 600 (`plies`)"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Too many reviews are pending (`quota`)"),
    ),
)]
pub(super) async fn request(
    State(app): State<StudyService>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<MatchReview>, Problem> {
    let id = match_id(&name)?;
    if let Some(standings) = reviews::find(&app, &id).await? {
        return Ok(MatchReview::complete(standings));
    }
    if reviews::is_requested(&app, &id).await? {
        return Ok(MatchReview::pending());
    }
    caller.charge(Action::Create)?;
    let state = load_for_client(app.matches(), caller.client, id.clone()).await?;
    if !state.is_finished() {
        return Err(Problem::conflict("This match is still being played."));
    }
    let plies = state.played.record().len();
    if !(1..=MAX_PLIES).contains(&plies) {
        let text = format!("Only matches of 1 to {MAX_PLIES} moves can be reviewed.");
        return Err(Problem::unprocessable("plies", text));
    }
    caller.charge(Cost::of(Action::Create, plies / PLIES_PER_CREATION))?;
    let account = caller.quota_account();
    quota::check_in(app.platform().ledger(), &account, QuotaKind::Review).await?;
    reviews::request(&app, &id, account).await?;
    Ok(MatchReview::pending())
}
