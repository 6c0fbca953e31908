//! Host actions on rounds: begin the next one, change its pairings, undo them.

use axum::Json;
use axum::extract::{Path, State};
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Token, body};
use chautari_people::Caller;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::act_as_host;
use super::view::TournamentView;
use crate::Tournaments;
use crate::model::{PairingChange, Tournament};

/// The round to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginRound {
    /// The number of the round, from 1 [default: the next]. With a number, the request can be repeated safely.
    #[serde(default)]
    #[schema(example = 2)]
    round: Option<u32>,
}

/// Begin the next round
///
/// For a tournament whose rounds begin by the host, or to cut a break short.
#[utoipa::path(
    post, operation_id = "begin_tournament_round", path = "/tournaments/{tournament}/next-round", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = Option<BeginRound>,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament, with the round paired"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Games are in progress, the last round has been played, or the tournament is not running"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The format has no rounds"),
    ),
)]
pub(super) async fn next_round(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<BeginRound>,
) -> Result<Json<TournamentView>, Problem> {
    let now = act_as_host(&app, &caller, &id, |now| now.begin_round(request.round)).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// New pairings for the current round.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RepairRound {
    /// The names of the two players at each board. The first has the first side in the first game.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["Asha", "Bikash"]]))]
    meetings: Vec<[String; 2]>,
    /// The names of players who get a bye [default: none].
    #[serde(default)]
    free: Vec<String>,
}

/// Change pairings of the current round
///
/// Games that these players have begun in this round are cancelled and do not count. Name both players of every
/// pairing that you change. Pairings that already match the request stay as they are.
#[utoipa::path(
    post, operation_id = "repair_round", path = "/tournaments/{tournament}/repair", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    request_body = RepairRound,
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body, description = "The tournament or a player does not exist"),
        (status = CONFLICT, body = problem::Body, description = "No round is paired, or a game at these boards has ended"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "A player is named twice, is left over, or has left; or the format does not allow it"),
    ),
)]
pub(super) async fn repair(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<RepairRound, { body::MEDIUM }>,
) -> Result<Json<TournamentView>, Problem> {
    let pairings = PairingChange { meetings: &request.meetings, free: &request.free };
    let now = act_as_host(&app, &caller, &id, |now| now.change_pairings(pairings)).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}

/// Undo the last pairing
///
/// Cancels the current round if none of its games has a result, and pauses the tournament. Add, remove or readmit
/// players, then resume: the round is paired again.
#[utoipa::path(
    post, operation_id = "undo_pairing", path = "/tournaments/{tournament}/undo-pairing", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    security(("token" = [])),
    responses(
        (status = OK, body = TournamentView, description = "The tournament, paused"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "No round is paired, a game has a result, or the tournament has ended"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The format does not allow it"),
    ),
)]
pub(super) async fn undo_pairing(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
) -> Result<Json<TournamentView>, Problem> {
    let now = act_as_host(&app, &caller, &id, Tournament::undo_pairing).await?;
    Ok(Json(TournamentView::new(&app, &now)))
}
