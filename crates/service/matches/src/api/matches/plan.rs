//! `/matches/{match}/plan`: conditional moves in games with days.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Created, Decision, Freshness, RepositoryError, Versioned};
use chautari_game::Side;
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::{ErrorCode, JsonBody, Problem, Token};
use chautari_people::Caller;
use chautari_platform::MatchId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::match_id;
use super::seat_token::side_of;
use crate::Matches;
use crate::model::{InvalidPlan, MatchState, MovePlan, MovePlans, PlanChanged};

/// Conditional moves of the caller.
#[derive(Serialize, ToSchema)]
pub(super) struct Plan {
    /// The lines that are still possible, from the position on the board on: the other side's expected moves and the
    /// replies to them.
    lines: Vec<Vec<String>>,
}

/// Conditional moves to store.
#[derive(Deserialize, ToSchema)]
#[schema(as = SetPlan)]
#[serde(deny_unknown_fields)]
pub(super) struct SetPlanRequest {
    /// The version of the match that the lines begin at.
    version: u64,
    /// The lines, from the position on the board on, in the canonical notation. Each one ends with a reply. Lines with
    /// a common beginning are a tree. An empty list deletes the plan.
    #[schema(max_items = 50)]
    lines: Vec<Vec<String>>,
}

impl From<InvalidPlan> for Problem {
    fn from(invalid: InvalidPlan) -> Problem {
        let line = invalid.line();
        let problem = match invalid {
            InvalidPlan::Move(_, fault) => Problem::from(fault),
            invalid => Problem::unprocessable(ErrorCode::Plan, invalid.to_string()),
        };
        line.into_iter().fold(problem, Problem::index)
    }
}

/// Get your conditional moves
///
/// Only the player who planned them can see them.
#[utoipa::path(
    get, operation_id = "get_plan", path = "/matches/{match}/plan", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    security(("token" = [])),
    responses(
        (status = OK, body = Plan, description = "The lines that are still possible"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not that of a player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn get(
    State(app): State<Matches>,
    Path(id): Path<String>,
    caller: Caller<Token>,
) -> Result<Json<Plan>, Problem> {
    let id = match_id(&id)?;
    let state = app.store().load(&id, Freshness::Current).await?;
    let side = side_of(&app, &state, &caller).await?;
    stored(&app, &id, &state, side).await.map(Json)
}

async fn stored(app: &Matches, id: &MatchId, state: &MatchState, side: Side) -> Result<Plan, Problem> {
    let plans = match app.plans().load(id, Freshness::Current).await {
        Err(RepositoryError::Missing { .. }) => return Ok(Plan { lines: Vec::new() }),
        plans => plans?,
    };
    let lines = plans.of(side).map(|plan| plan.remaining(state.played.record()));
    Ok(Plan { lines: lines.unwrap_or_default() })
}

/// Set your conditional moves
///
/// For games with an hour or more per move, while the other side is to move: a reply is played as soon as the expected
/// moves arrive. Replaces the plan stored before.
#[utoipa::path(
    put, operation_id = "set_plan", path = "/matches/{match}/plan", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    request_body = SetPlanRequest,
    security(("token" = [])),
    responses(
        (status = OK, body = Plan, description = "The plan is stored"),
        (status = BAD_REQUEST, body = problem::Body, description = "A move cannot be read; `index` is its line"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not that of a player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body, description = "The position has changed, or it is your turn"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body,
         description = "The game has no days (`clock`), a line has no reply or two (`plan`), or the rules forbid a move; `index` is its line"),
    ),
)]
pub(super) async fn set(
    State(app): State<Matches>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<SetPlanRequest>,
) -> Result<Json<Plan>, Problem> {
    let id = match_id(&id)?;
    let state = app.store().load(&id, Freshness::Current).await?;
    let side = side_of(&app, &state, &caller).await?;
    if !state.is_correspondence() {
        let text = "Moves can be planned in games with an hour or more per move.";
        return Err(Problem::unprocessable(ErrorCode::Clock, text));
    }
    let is_current = (state.moved_at..=state.version.0).contains(&request.version);
    if !is_current || state.played.turn() != Some(side.other()) {
        return Err(Problem::conflict("Moves can be planned while the other side is to move."));
    }
    let plan = MovePlan::vet(state.played.record(), side, &request.lines)?;
    let changed = PlanChanged::new(side, plan);
    let created = app.plans().create(&id, Command::default(), vec![changed.clone()]).await?;
    if let Created::Existing(_) = created {
        let append = |_: &Versioned<MovePlans>| Ok::<_, Problem>(Decision::Append(vec![changed.clone()]));
        app.plans().act(&id, Command::default(), append).await?;
    }
    stored(&app, &id, &state, side).await.map(Json)
}
