//! Players.

use axum::Json;
use axum::extract::Extension;
use chautari_server::{Action, Client, Token};
use serde_json::json;

use super::{AtDesk, Told, admit, identify};
use crate::Fields;

pub(super) async fn create(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let (name, email) = (fields.name("name"), fields.text("email"));
    fields.done()?;
    admit(&desk, client, Action::Create)?;
    let token = Token::new();
    let hash = token.hash().to_hex();
    desk.change(|hall| hall.create_player(name.clone(), email.clone(), hash.clone()).map(Some)).await?;
    Ok(Json(json!({"token": token.reveal()})))
}

pub(super) async fn games(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let (name, token) = (fields.text("name"), fields.text("token"));
    fields.done()?;
    identify(&desk, client, &name, &token).await?;
    Ok(Json(json!({"game_ids": desk.hall(|hall| hall.games_of(&name).to_vec())})))
}
