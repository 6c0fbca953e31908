//! A player is reported to whoever runs the server.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{look, named, side_of};
use crate::Matches;

/// What is reported.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReportMatch)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// What was wrong.
    why: Why,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[schema(as = ReportReason)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    /// Moves that an engine seems to have made.
    Engine,
    /// A name that nobody should have to read.
    Name,
    /// Somebody lets the clock run instead of resigning, or leaves on purpose.
    Stalling,
    /// Something else.
    Other,
}

/// Report a match you play in to whoever runs this server
///
/// It goes to the server's log, with the match and the player; nobody else is told.
#[utoipa::path(
    post, operation_id = "report_match", path = "/matches/{match}/reports", tag = "people",
    security(("token" = [])),
    params(("match" = String, Path, description = "The match")),
    request_body = Report,
    responses(
        (status = NO_CONTENT, description = "It is in the log"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token opens no seat of this match"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn report(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    JsonBody(report): JsonBody<Report>,
) -> Result<StatusCode, Problem> {
    let id = named(&id)?;
    let story = look(&app, client, id.clone()).await?;
    let side = side_of(&app, client, &story, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let [by, about] = [side, side.other()].map(|side| story.begun.seats[side.index()].sitter.title());
    tracing::warn!(r#match = %id, by, about, why = ?report.why, "a player is reported");
    Ok(StatusCode::NO_CONTENT)
}
