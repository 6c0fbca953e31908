//! States and what can be done at them, without anybody's game.

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

use super::Told;
use crate::refusal::Body;
use crate::{CREEPER, Refusal};

/// What an address names: a game, a state, an action.
pub(super) struct Named(pub(super) HashMap<String, String>);

impl FromRequestParts<Platform> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Platform) -> Result<Named, Refusal> {
        let read = Path::from_request_parts(parts, app).await;
        let Path(names) = read.map_err(|_| Refusal::Misread("The address is not UTF-8.".to_owned()))?;
        Ok(Named(names))
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
pub(super) struct StateTold {
    state: String,
    log: String,
}

/// Where play begins
#[utoipa::path(
    get, operation_id = "softserve_initial_state", path = "/state/initial", tag = "softserve",
    responses((status = OK, body = StateTold, description = "The first state")),
)]
pub(super) async fn initial(State(app): State<Platform>, Named(names): Named) -> Told<StateTold> {
    Ok(Json(StateTold { state: game(&app, &names)?.start().position(), log: String::new() }))
}

/// What can be done at a state.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveActions)]
pub(super) struct Actions {
    /// None where the game is over.
    actions: Vec<String>,
    log: String,
}

/// What can be done at a state
#[utoipa::path(
    get, operation_id = "softserve_actions", path = "/state/{state}/actions", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    responses(
        (status = OK, body = Actions, description = "The legal actions"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be read or cannot be"),
    ),
)]
pub(super) async fn actions(State(app): State<Platform>, Named(names): Named) -> Told<Actions> {
    let record = read(&app, &names)?;
    Ok(Json(Actions { actions: offers(record.as_ref()), log: String::new() }))
}

/// A state and what can be done at it.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveActed)]
pub(super) struct Acted {
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
        (status = OK, body = Acted, description = "The new state and its legal actions"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "`invalid action`, or a state that cannot be"),
    ),
)]
pub(super) async fn act(State(app): State<Platform>, Named(names): Named) -> Told<Acted> {
    let mut record = read(&app, &names)?;
    let action = names.get("action").map_or("", String::as_str);
    record.play(action).map_err(|_| Refusal::InvalidAction)?;
    let actions = offers(record.as_ref());
    Ok(Json(Acted { state: record.position(), actions, log: String::new() }))
}

/// Who has won at a state.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveVerdict)]
pub(super) struct Verdict {
    /// `none`, `draw`, or the side, as the game names it.
    winner: &'static str,
    log: String,
}

/// Who has won at a state
#[utoipa::path(
    get, operation_id = "softserve_winner", path = "/state/{state}/winner", tag = "softserve",
    params(("state" = String, Path, description = "The state")),
    responses(
        (status = OK, body = Verdict, description = "The winner, if there is one"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The state cannot be read or cannot be"),
    ),
)]
pub(super) async fn winner(State(app): State<Platform>, Named(names): Named) -> Told<Verdict> {
    let record = read(&app, &names)?;
    let winner = match record.outcome() {
        None => "none",
        Some(outcome) => outcome.winner.map_or("draw", |side| record.info().side(side)),
    };
    Ok(Json(Verdict { winner, log: String::new() }))
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
pub(super) async fn picture(State(app): State<Platform>, Named(names): Named) -> Result<Response, Refusal> {
    let record = read(&app, &names)?;
    let drawn = svg(record.info(), &record.scene(), Style::default());
    Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
