//! `POST /matches/{match}/actions`: an action of a player.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Freshness;
use chautari_arena::live::Action;
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Token};
use chautari_people::Caller;
use chautari_platform::MatchId;
use chautari_wire::{ActRequest, Acted};

use super::match_id;
use super::seat_token::side_of;
use crate::Matches;
use crate::jobs::create_rematch;
use crate::model::{Command, MatchCommand};

/// Bytes of a command id.
const MAX_COMMAND_ID: usize = 100;

/// Play a move, resign, offer or answer
///
/// Use it to play over plain HTTP; `GET /matches/{match}/live` does the same over a WebSocket. The action is stored
/// before the response is sent, and a repeated `command` has no further effect.
#[utoipa::path(
    post, operation_id = "act", path = "/matches/{match}/actions", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    request_body = ActRequest,
    security(("token" = [])),
    responses(
        (status = OK, body = Acted, description = "The action is stored"),
        (status = BAD_REQUEST, body = problem::Body, description = "The move cannot be read"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not that of a player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body,
         description = "The match has changed; `version` and `state` are the current ones"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules do not allow the action"),
    ),
)]
pub(super) async fn act(
    State(app): State<Matches>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<ActRequest>,
) -> Result<Json<Acted>, Problem> {
    execute(&app, &match_id(&id)?, &caller, &request).await.map(Json)
}

pub(super) async fn execute(
    app: &Matches,
    id: &MatchId,
    caller: &Caller<Token, Act>,
    request: &ActRequest,
) -> Result<Acted, Problem> {
    let store = app.store();
    let state = store.load(id, Freshness::Resident).await?;
    let side = side_of(app, &state, caller).await?;
    drop(state);
    if !(1..=MAX_COMMAND_ID).contains(&request.command.len()) {
        return Err(Problem::bad_request(format!("`command` must have 1 to {MAX_COMMAND_ID} bytes.")));
    }
    // Each side has its own ids, so that the other side cannot block one.
    let id_of_side = format!("{}:{}", side.index() + 1, request.command);
    let command = Command {
        seen_version: request.version,
        ..Command::new(id_of_side, MatchCommand::Act(side, &request.action))
    };
    let acted = store.execute(id, command).await?;
    if request.action == Action::Rematch
        && let Err(problem) = create_rematch_if_agreed(app, id).await
    {
        // A job creates it as well.
        tracing::warn!(%id, problem = problem.text(), "cannot create the rematch yet");
    }
    Ok(acted)
}

/// Creates the rematch before the response is sent, so that the client can load it at once.
async fn create_rematch_if_agreed(app: &Matches, id: &MatchId) -> Result<(), Problem> {
    let is_agreed = app.store().load(id, Freshness::Current).await?.played.rematch_agreed();
    if is_agreed { create_rematch(app, id).await } else { Ok(()) }
}
