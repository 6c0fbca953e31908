//! Bots playing.

use axum::Json;
use axum::extract::Extension;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chautari_server::Client;
use serde_json::json;

use super::{AtDesk, Told, identify};
use crate::clock::Arrival;
use crate::{ActionId, Fields, Refusal};

pub(super) async fn play_state(
    client: Client,
    Extension(desk): AtDesk,
    mut fields: Fields,
) -> Result<Response, Refusal> {
    let (event, player, token) = (fields.text("event"), fields.text("player"), fields.text("token"));
    let game = fields.text_if_any("game");
    fields.done()?;
    identify(&desk, client, &player, &token).await?;
    let scope = desk.scope(&event, game).await?;
    let Some(turn) = desk.turn(&player, &scope).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let told = json!({
        "state": turn.history.last(),
        "action_id": turn.action,
        "game_id": turn.game,
        "history": turn.history,
    });
    Ok(Json(told).into_response())
}

pub(super) async fn submit_action(
    Arrival(arrived_ms): Arrival,
    client: Client,
    Extension(desk): AtDesk,
    mut fields: Fields,
) -> Told {
    let (player, token) = (fields.text("player"), fields.text("token"));
    let (action, id) = (fields.text("action"), fields.number("action_id"));
    fields.done()?;
    identify(&desk, client, &player, &token).await?;
    let winner = desk.submit(&player, ActionId(id), &action, arrived_ms).await?;
    Ok(Json(json!({"winner": winner})))
}
