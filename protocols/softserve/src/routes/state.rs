//! States and what can be done at them, without anybody's game.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use chautari_game::{AnyGame, AnyRecord};
use chautari_picture::{Style, svg};
use chautari_server::App;
use serde_json::json;

use super::Told;
use crate::{CREEPER, Refusal};

type Named = Path<HashMap<String, String>>;

/// The game a path names; Creeper where it names none.
pub(super) fn game(app: &App, names: &HashMap<String, String>) -> Result<Box<dyn AnyGame>, Refusal> {
    let name = names.get("game").map_or(CREEPER, String::as_str);
    app.game(name).map_err(|_| Refusal::NoSuchGame(format!("there is no game {name}")))
}

/// The state a path names.
pub(super) fn read(app: &App, names: &HashMap<String, String>) -> Result<Box<dyn AnyRecord>, Refusal> {
    let text = names.get("state").map_or("", String::as_str);
    game(app, names)?.read_position(text).map_err(|fault| Refusal::State(fault.to_string()))
}

pub(super) fn offers(record: &dyn AnyRecord) -> Vec<String> {
    record.offers().into_iter().map(|offer| offer.text).collect()
}

pub(super) async fn initial(State(app): State<App>, Path(names): Named) -> Told {
    Ok(Json(json!({"state": game(&app, &names)?.start().position(), "log": ""})))
}

pub(super) async fn actions(State(app): State<App>, Path(names): Named) -> Told {
    let record = read(&app, &names)?;
    Ok(Json(json!({"actions": offers(record.as_ref()), "log": ""})))
}

pub(super) async fn act(State(app): State<App>, Path(names): Named) -> Told {
    let mut record = read(&app, &names)?;
    let action = names.get("action").map_or("", String::as_str);
    record.play(action).map_err(|_| Refusal::InvalidAction)?;
    Ok(Json(json!({"state": record.position(), "actions": offers(record.as_ref()), "log": ""})))
}

pub(super) async fn winner(State(app): State<App>, Path(names): Named) -> Told {
    let record = read(&app, &names)?;
    let winner = match record.outcome() {
        None => "none",
        Some(outcome) => outcome.winner.map_or("draw", |side| record.info().side(side)),
    };
    Ok(Json(json!({"winner": winner, "log": ""})))
}

/// The state drawn, for the viewer.
pub(super) async fn picture(State(app): State<App>, Path(names): Named) -> Result<Response, Refusal> {
    let record = read(&app, &names)?;
    let drawn = svg(record.info(), &record.scene(), Style::default());
    Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
