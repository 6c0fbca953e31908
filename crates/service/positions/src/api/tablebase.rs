//! Exact tables: the values of many positions at once, and the prospects of each move of one.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_compute::TaskContext;
use chautari_game::{AnyGame, Exact};
use chautari_http::cost::Think;
use chautari_http::{Billed, ChargedClient, JsonBody, LargeJson, Problem, body, problem};
use chautari_wire::{ExactValue, Prospect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Positions;
use crate::lines::{Canonical, Sender, canonical, play_line};
use crate::tables::query_tables;

/// Positions per request.
const MAX_POSITIONS: usize = 1000;

/// The positions to look up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ValuesRequest {
    /// Up to 1,000 positions, in the canonical notation.
    #[schema(max_items = 1000)]
    positions: Vec<String>,
}

/// The values of the positions.
#[derive(Serialize, ToSchema)]
pub(super) struct ValuesAnswer {
    /// The value of each position, in the order of the request; `null` if no table has it.
    values: Vec<Option<ExactValue>>,
}

/// Get exact values of positions
///
/// Looks up to 1,000 positions up in the exact tables of the server, for research and for move-by-move comparison.
#[utoipa::path(
    post, operation_id = "exact_values", path = "/games/{game}/values", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = ValuesRequest,
    responses(
        (status = OK, body = ValuesAnswer, description = "The values"),
        (status = BAD_REQUEST, body = problem::Body, description = "More than 1,000 positions, or one that could not be read; `index` is its place"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a position; `index` is its place"),
    ),
)]
pub(super) async fn values(
    State(app): State<Positions>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    Path(name): Path<String>,
    JsonBody(ValuesRequest { positions }): JsonBody<ValuesRequest, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    if positions.len() > MAX_POSITIONS {
        return Err(Problem::bad_request(format!("More than {MAX_POSITIONS} positions.")));
    }
    let game = app.platform().game(&name)?;
    let info = game.info();
    let positions: Arc<[String]> = positions.into();
    let (same_game, texts) = (app.platform().game(&name)?, Arc::clone(&positions));
    let query = query_tables(&app, client, game, move |oracle, task| {
        let value = |(index, text): (usize, &String)| {
            // The result of a cancelled task is dropped.
            if task.check().is_err() {
                return Ok(None);
            }
            oracle.value(text).map_err(|error| (Some(index), error))
        };
        positions.iter().enumerate().map(value).collect::<Result<Vec<_>, _>>()
    });
    let values = match query.await? {
        Some(values) => values,
        // Malformed positions get the same errors without tables.
        None => app.platform().compute(client, move |task| check(&*same_game, &texts, task)).await??,
    };
    let values = values.into_iter().map(|value| value.map(|value| ExactValue::new(info, value))).collect();
    Ok(LargeJson(ValuesAnswer { values }).into_response())
}

/// Returns no value for each position, or an error if one is malformed.
fn check(
    game: &dyn AnyGame,
    positions: &[String],
    task: &TaskContext,
) -> Result<Vec<Option<Exact>>, Problem> {
    let one = |(index, text): (usize, &String)| match game.read_position(text) {
        Err(fault) if task.check().is_ok() => Err(Problem::from(fault).index(index)),
        _ => Ok(None),
    };
    positions.iter().enumerate().map(one).collect()
}

/// The prospects of each move.
#[derive(Serialize, ToSchema)]
pub(super) struct ProspectsAnswer {
    /// The moves in the order of the legal moves; empty if there are no tables or no moves.
    moves: Vec<Prospect>,
}

/// A position.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProspectsRequest {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The moves to play from there.
    moves: Vec<String>,
}

/// Get the prospects of each move
///
/// Returns for each legal move its exact value, how many replies hold it, and how deep the trap is for the others. For
/// research, and for opponents that set problems.
#[utoipa::path(
    post, operation_id = "move_prospects", path = "/games/{game}/prospects", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = ProspectsRequest,
    responses(
        (status = OK, body = ProspectsAnswer, description = "The prospects"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn prospects(
    State(app): State<Positions>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(ProspectsRequest { position, moves }): JsonBody<ProspectsRequest, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    let info = game.info();
    let sender = Sender { client, billed };
    let record = play_line(&app, sender, app.platform().game(&name)?, position, moves).await?;
    let Canonical { start, moves, .. } = canonical(&app, client, record).await?;
    let query = query_tables(&app, client, game, move |oracle, _| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        oracle.explore(Some(&start), &moves).map_err(|error| (None, error))
    });
    let prospect = |found| Prospect::new(info, found);
    let moves = query.await?.unwrap_or_default().into_iter().map(prospect).collect();
    Ok(LargeJson(ProspectsAnswer { moves }).into_response())
}
