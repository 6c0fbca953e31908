//! `POST /matches/{match}/reports`: reports about a player, for the operator of the server.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_http::cost::Create;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Token};
use chautari_people::Caller;
use serde::Deserialize;
use utoipa::ToSchema;

use super::seat_token::side_of;
use super::{load_for_client, match_id};
use crate::Matches;

/// A report about the other player.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReportMatch)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportRequest {
    /// The reason for the report.
    why: ReportReason,
}

/// The reason for a report.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportReason {
    /// The moves seem to come from an engine.
    Engine,
    /// The name is offensive.
    Name,
    /// The player lets the clock run instead of resigning, or leaves on purpose.
    Stalling,
    /// Another reason.
    Other,
}

/// Report the other player
///
/// Use it from a match you play in. The report is written to the server's log for its operator; the other player is
/// not notified.
#[utoipa::path(
    post, operation_id = "report_match", path = "/matches/{match}/reports", tag = "people",
    security(("token" = [])),
    params(("match" = String, Path, description = "The id of the match")),
    request_body = ReportRequest,
    responses(
        (status = NO_CONTENT, description = "The report is in the log"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not that of a player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn report(
    State(app): State<Matches>,
    caller: Caller<Token, Create>,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ReportRequest>,
) -> Result<StatusCode, Problem> {
    let id = match_id(&id)?;
    let state = load_for_client(&app, caller.client, id.clone()).await?;
    let side = side_of(&app, &state, &caller).await?;
    let [by, about] = [side, side.other()].map(|side| state.player(side).title());
    tracing::warn!(r#match = %id, by, about, why = ?request.why, "a player is reported");
    Ok(StatusCode::NO_CONTENT)
}
