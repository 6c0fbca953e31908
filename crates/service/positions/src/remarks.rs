//! What a move is for, in words.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::Reason;
use chautari_http::LargeJson;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Positions;

/// Which move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RemarksRequest)]
pub(super) struct Request {
    /// Where to begin [default: the start of the game].
    #[serde(default)]
    position: Option<String>,
    /// What to play from there.
    #[serde(default)]
    moves: Vec<String>,
    /// The move that could be played then, in the canonical notation.
    #[serde(rename = "move")]
    asked: String,
}

/// What a move is for.
#[derive(Serialize, ToSchema)]
#[schema(as = RemarksAnswer)]
struct Answer {
    /// The most important first. They do not say which move it is; a game's words have them in other languages,
    /// by their codes.
    remarks: Vec<Reason>,
}

/// What a move is for, as the board shows it: for hints, and for warnings of what the other side may do
#[utoipa::path(
    post, operation_id = "remarks_on_move", path = "/games/{game}/remarks", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn remarks(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<Request, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let played = request.moves.len();
    let record =
        super::line(&app, client, app.platform().game(&name)?, request.position, request.moves).await?;
    let remarks = record.remarks(&request.asked).map_err(|fault| Problem::from(fault).index(played))?;
    Ok(LargeJson(Answer { remarks }).into_response())
}
