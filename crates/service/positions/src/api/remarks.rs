//! Remarks: the purpose of a move, in words.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_http::{Billed, JsonBody, LargeJson, Problem, RemoteClient, body, problem};
use chautari_wire::Remarks;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Positions;
use crate::lines::{Sender, play_line};

/// A position and one of its moves.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemarksRequest {
    /// The position to begin at [default: the start of the game].
    #[serde(default)]
    position: Option<String>,
    /// The moves to play from there.
    #[serde(default)]
    moves: Vec<String>,
    /// The move to explain, in the canonical notation.
    #[serde(rename = "move")]
    explained: String,
}

/// Explain a move
///
/// Returns remarks on the purpose of a move, as the board shows it: for hints, and for warnings of the other side's
/// threats.
#[utoipa::path(
    post, operation_id = "explain_move", path = "/games/{game}/remarks", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = RemarksRequest,
    responses(
        (status = OK, body = Remarks, description = "The remarks, the most important first"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn remarks(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<RemarksRequest, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let RemarksRequest { position, moves, explained } = request;
    let (game, index) = (app.platform().game(&name)?, moves.len());
    let record = play_line(&app, Sender { client, billed }, game, position, moves).await?;
    let remarks = record.remarks(&explained).map_err(|fault| Problem::from(fault).index(index))?;
    Ok(LargeJson(Remarks { remarks }).into_response())
}
