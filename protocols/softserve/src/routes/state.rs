//! States and their legal actions, independent of recorded games.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use chautari_game::{AnyGame, AnyRecord};
use chautari_picture::{Style, svg};
use chautari_platform::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::Reply;
use crate::refusal::Body;
use crate::{CREEPER, Refusal};

/// The parameters in a path: game, state and action.
pub(super) struct PathParams(pub(super) HashMap<String, String>);

impl FromRequestParts<Platform> for PathParams {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Platform) -> Result<PathParams, Refusal> {
        let read = Path::from_request_parts(parts, app).await;
        let Path(names) = read.map_err(|_| Refusal::Misread("The address is not UTF-8.".to_owned()))?;
        Ok(PathParams(names))
    }
}

/// The game a path names; Creeper where it names none.
pub(super) fn game(app: &Platform, names: &HashMap<String, String>) -> Result<Box<dyn AnyGame>, Refusal> {
    let name = names.get("game").map_or(CREEPER, String::as_str);
    app.game(name).map_err(|_| Refusal::NoSuchGame(format!("there is no game {name}")))
}

/// The state a path names.
pub(super) fn read(app: &Platform, names: &HashMap<String, String>) -> Result<Box<dyn AnyRecord>, Refusal> {
    let text = names.get("state").map_or("", String::as_str);
    game(app, names)?.read_position(text).map_err(|fault| Refusal::State(fault.to_string()))
}

pub(super) fn offers(record: &dyn AnyRecord) -> Vec<String> {
    record.offers().into_iter().map(|offer| offer.text).collect()
}

/// A state.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveState)]
pub(super) struct StateResponse {
    state: String,
    log: String,
}

/// The first state of a game
#[utoipa::path(
    get, operation_id = "softserve_initial_state", path = "/state/initial", tag = "softserve",
    responses((status = OK, body = StateResponse, description = "The first state")),
)]
pub(super) async fn initial(
    State(app): State<Platform>,
    PathParams(names): PathParams,
) -> Reply<StateResponse> {
    Ok(Json(StateResponse { state: game(&app, &names)?.start().position(), log: String::new() }))
}

/// The legal actions at a state.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveActions)]
pub(super) struct ActionsResponse {
    /// None where the game is over.
    actions: Vec<String>,
    log: String,
}

/// Legal actions at a state
#[utoipa::path(
    get, operation_id = "softserve_actions", path = "/state/{state}/actions", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    responses(
        (status = OK, body = ActionsResponse, description = "The legal actions"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be read or cannot be"),
    ),
)]
pub(super) async fn actions(
    State(app): State<Platform>,
    PathParams(names): PathParams,
) -> Reply<ActionsResponse> {
    let record = read(&app, &names)?;
    Ok(Json(ActionsResponse { actions: offers(record.as_ref()), log: String::new() }))
}

/// A state and what can be done at it.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveActed)]
pub(super) struct ActResponse {
    state: String,
    actions: Vec<String>,
    log: String,
}

/// The state after an action
#[utoipa::path(
    get, operation_id = "softserve_act", path = "/state/{state}/act/{action}", tag = "softserve",
    params(
        ("state" = String, Path, description = "The state"),
        ("action" = String, Path, description = "The action"),
    ),
    responses(
        (status = OK, body = ActResponse, description = "The new state and its legal actions"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "`invalid action`, or a state that cannot be"),
    ),
)]
pub(super) async fn act(State(app): State<Platform>, PathParams(names): PathParams) -> Reply<ActResponse> {
    let mut record = read(&app, &names)?;
    let action = names.get("action").map_or("", String::as_str);
    record.play(action).map_err(|_| Refusal::InvalidAction)?;
    let actions = offers(record.as_ref());
    Ok(Json(ActResponse { state: record.position(), actions, log: String::new() }))
}

/// The winner at a state.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveVerdict)]
pub(super) struct WinnerResponse {
    /// `none`, `draw`, or the side, as the game names it.
    winner: &'static str,
    log: String,
}

/// Winner at a state
#[utoipa::path(
    get, operation_id = "softserve_winner", path = "/state/{state}/winner", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    responses(
        (status = OK, body = WinnerResponse, description = "The winner, if there is one"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be read or cannot be"),
    ),
)]
pub(super) async fn winner(
    State(app): State<Platform>,
    PathParams(names): PathParams,
) -> Reply<WinnerResponse> {
    let record = read(&app, &names)?;
    let winner = match record.outcome() {
        None => "none",
        Some(outcome) => outcome.winner.map_or("draw", |side| record.info().side(side)),
    };
    Ok(Json(WinnerResponse { winner, log: String::new() }))
}

/// A state drawn
#[utoipa::path(
    get, operation_id = "softserve_picture", path = "/state/{state}/picture.svg", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    responses(
        (status = OK, body = String, content_type = "image/svg+xml", description = "A drawing"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be read or cannot be"),
    ),
)]
pub(super) async fn picture(
    State(app): State<Platform>,
    PathParams(names): PathParams,
) -> Result<Response, Refusal> {
    let record = read(&app, &names)?;
    let drawn = svg(record.info(), &record.scene(), Style::default());
    Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
