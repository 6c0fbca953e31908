//! Players.

use axum::Json;
use axum::extract::Extension;
use chautari_server::{Action, Client, Token};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit, identify};
use crate::refusal::Body;
use crate::{Fields, GameId};

/// A player to be made.
#[derive(ToSchema)]
#[schema(as = SoftserveNewPlayer)]
pub(super) struct Newcomer {
    #[schema(min_length = 1, max_length = 150)]
    name: String,
    email: String,
}

impl Said for Newcomer {
    fn read(fields: &mut Fields) -> Newcomer {
        Newcomer { name: fields.name("name"), email: fields.text("email") }
    }
}

/// What a player acts by.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveToken)]
pub(super) struct Key {
    /// 43 characters, told once.
    token: String,
}

/// Make a player
#[utoipa::path(
    post, operation_id = "softserve_create_player", path = "/player/create", tag = "softserve",
    request_body = Newcomer,
    responses(
        (status = OK, body = Key, description = "The player's token"),
        (status = FORBIDDEN, body = Body, description = "`player name already exists`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    client: Client,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Newcomer>,
) -> Told<Key> {
    let Newcomer { name, email } = said;
    admit(&desk, client, Action::Create)?;
    let token = Token::new();
    desk.come(name, email, token.hash()).await?;
    Ok(Json(Key { token: token.reveal() }))
}

/// A player who asks.
#[derive(ToSchema)]
#[schema(as = SoftserveCredentials)]
pub(super) struct Credentials {
    name: String,
    token: String,
}

impl Said for Credentials {
    fn read(fields: &mut Fields) -> Credentials {
        Credentials { name: fields.text("name"), token: fields.text("token") }
    }
}

/// The games of a player.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveGames)]
pub(super) struct Games {
    #[schema(value_type = Vec<u64>)]
    game_ids: Vec<GameId>,
}

/// The games of a player
#[utoipa::path(
    post, operation_id = "softserve_player_games", path = "/player/games", tag = "softserve",
    request_body = Credentials,
    responses(
        (status = OK, body = Games, description = "The numbers of its games"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn games(
    client: Client,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Credentials>,
) -> Told<Games> {
    let Credentials { name, token } = said;
    let player = identify(&desk, client, &name, &token).await?;
    Ok(Json(Games { game_ids: desk.games_of(&player.name).await? }))
}
