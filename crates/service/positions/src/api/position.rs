//! Positions: legal moves, scene, history, and value.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_compute::Cancelled;
use chautari_game::{AnyGame, AnyRecord};
use chautari_http::{Billed, JsonBody, LargeJson, Problem, QueryParams, RemoteClient, body, problem};
use chautari_wire::position::{history, texts};
use chautari_wire::{Position, ValueSource};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::Positions;
use crate::evaluation::{Evaluation, evaluate};
use crate::lines::{Sender, canonical, play};
use crate::model::line::Line;

/// Dialects that are written in less than a millisecond.
const QUICK_DIALECTS: usize = 2;

/// A position and what to return about it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PositionRequest {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The dialect of `position` and `moves` [default: the canonical one].
    dialect: Option<String>,
    /// The moves to play from there.
    moves: Vec<String>,
    /// A last move in any notation that people type.
    typed: Option<String>,
    /// The dialects to write the result in.
    write: Vec<String>,
    /// How to find the value of the position [default: no value].
    value: Option<ValueSource>,
}

/// A position in a URL.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GetPositionParams {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The dialect of `position` and `moves` [default: the canonical one].
    dialect: Option<String>,
    /// The moves to play from there, separated by spaces.
    moves: Option<String>,
}

/// Describe a position
///
/// Plays moves from a position and returns the result: the board, the legal moves, the outcome, the history, and on
/// request its value and its text in other dialects. It is the only call that a client without rules of its own needs.
#[utoipa::path(
    post, operation_id = "describe_position", path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = PositionRequest,
    responses(
        (status = OK, body = Position, description = "The position"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Too many searches for a value"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All engines are busy"),
    ),
)]
pub(super) async fn describe(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<PositionRequest, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    let PositionRequest { position, dialect, moves, typed, write, value } = request;
    check_dialects(&*game, &write)?;
    let line = Line { position, dialect, moves, typed };
    let quick = line.is_quick() && write.len() <= QUICK_DIALECTS;
    let mut record = play(&app, Sender { client, billed }, app.platform().game(&name)?, line).await?;
    let evaluation = match value {
        Some(source) => {
            let line = canonical(&app, client, record).await?;
            let game = app.platform().game(&name)?;
            let evaluation = evaluate(&app, client, game, line.start, line.moves, source).await?;
            record = line.record;
            Some(evaluation)
        }
        None => None,
    };
    let respond = move |keep_on: &dyn Fn() -> bool| {
        let position = position_of(&*game, &*record, &write, evaluation, keep_on)?;
        Ok(LargeJson(position).into_response())
    };
    if quick {
        respond(&|| true)
    } else {
        app.platform().compute(client, move |task| respond(&|| task.check().is_ok())).await?
    }
}

/// Builds the response, as long as `keep_on` returns `true`.
fn position_of(
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    write: &[String],
    evaluation: Option<Evaluation>,
    keep_on: &dyn Fn() -> bool,
) -> Result<Position, Problem> {
    let mut position = Position { texts: texts(game, record, write)?, ..Position::new(record) };
    if !record.is_empty() {
        for ply in history(record) {
            if !keep_on() {
                return Err(Cancelled.into());
            }
            position.history.push(ply?);
        }
    }
    if let Some(Evaluation { value, moves }) = evaluation {
        (position.value, position.move_values) = (Some(value), moves);
    }
    Ok(position)
}

/// Errors if a dialect is requested twice. Unknown ones are found when they are written.
fn check_dialects(game: &dyn AnyGame, write: &[String]) -> Result<(), Problem> {
    let known = game.dialects();
    if write.len() > known.len() {
        return Err(Problem::bad_request(format!(
            "`write` has at most {} dialects, each once.",
            known.len()
        )));
    }
    match write.iter().enumerate().find(|(index, dialect)| write[..*index].contains(dialect)) {
        Some((index, _)) => Err(Problem::bad_request("`write` has each dialect once.").index(index)),
        None => Ok(()),
    }
}

/// Describe a position by URL
///
/// Like `describe_position`, for clients that only send GET requests, such as scripts and links.
#[utoipa::path(
    get, operation_id = "get_position", path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules"), GetPositionParams),
    responses(
        (status = OK, body = Position, description = "The position"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
    ),
)]
pub(super) async fn get(
    State(app): State<Positions>,
    client: RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<GetPositionParams>,
) -> Result<Response, Problem> {
    let GetPositionParams { position, dialect, moves } = params;
    let moves = moves.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let request = PositionRequest { position, dialect, moves, ..PositionRequest::default() };
    describe(State(app), client, billed, Path(name), JsonBody(request)).await
}
