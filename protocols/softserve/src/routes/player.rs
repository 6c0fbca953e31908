//! The endpoints of players.

use axum::Json;
use axum::extract::Extension;
use chautari_http::idempotency::IdempotencyKeyHeader;
use chautari_http::{Action, Billed, Problem, QueryParams, RemoteClient, Token, idempotency};
use chautari_ledger::AppendStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{FieldsBody, ReadFields, Reply, ServiceExtension, identify};
use crate::email::plain;
use crate::refusal::Body;
use crate::store::PlayerRegistered;
use crate::{Fields, GameId, Refusal};

/// A player to be made.
#[derive(ToSchema)]
#[schema(as = SoftserveNewPlayer)]
pub(super) struct CreatePlayerRequest {
    #[schema(min_length = 1, max_length = 150)]
    name: String,
    email: String,
}

impl ReadFields for CreatePlayerRequest {
    fn read(fields: &mut Fields) -> CreatePlayerRequest {
        CreatePlayerRequest { name: fields.name("name"), email: fields.text("email") }
    }
}

/// The credentials of a new player.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveToken)]
pub(super) struct PlayerToken {
    /// The token, 43 characters, shown only once.
    token: String,
}

/// Make a player
#[utoipa::path(
    post, operation_id = "softserve_create_player", path = "/player/create", tag = "softserve",
    params(IdempotencyKeyHeader),
    request_body = CreatePlayerRequest,
    responses(
        (status = OK, body = PlayerToken, description = "The player's token"),
        (status = FORBIDDEN, body = Body, description = "`player name already exists`"),
        (status = CONFLICT, body = Body, description = "This `Idempotency-Key` was sent before with another request"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, key, .. }: FieldsBody<CreatePlayerRequest>,
) -> Reply<PlayerToken> {
    let CreatePlayerRequest { name, email } = body;
    service.charge(Billed::address(client), Action::Create)?;
    let token = idempotency::token(service.app().http(), key.as_ref(), "softserve-player");
    // Any client can name any address, so nothing else is sent there before it is verified.
    let code = service.can_email(&email).then(Token::new);
    let made_by = idempotency::derived_id(service.app().http(), key.as_ref(), "softserve-player");
    let registered = PlayerRegistered {
        name,
        email,
        token: token.hash(),
        code: code.as_ref().map(Token::hash),
        key: made_by,
    };
    let (name, email) = (registered.name.clone(), registered.email.clone());
    let first = service.come(registered, &token).await?;
    // A repeated request or a taken name sends no email.
    if let (Some(code), AppendStatus::New) = (code, first)
        && service.may_verify(client)
    {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("name", &name)
            .append_pair("code", &code.reveal())
            .finish();
        let link = format!("{}/player/confirm?{query}", service.settings().base_url);
        let text = format!(
            "Somebody made a player `{}` and named this address.\n\
             To hear of its events here, open {link}\n\
             If it was not you, do nothing: no more is sent here.\n",
            plain(&name)
        );
        service.write_to(vec![email], "Is this your player?", text);
    }
    Ok(Json(PlayerToken { token: token.reveal() }))
}

/// The query of a verification link.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct VerificationQuery {
    /// The player's name.
    name: String,
    /// The code in the email.
    code: String,
}

/// Verify the address of a player
#[utoipa::path(
    get, operation_id = "softserve_confirm_player", path = "/player/confirm", tag = "softserve", params(VerificationQuery),
    responses(
        (status = OK, body = String, content_type = "text/plain", description = "Its events are told to the address from now on"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
    ),
)]
pub(super) async fn confirm(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    sent: Result<QueryParams<VerificationQuery>, Problem>,
) -> Result<String, Refusal> {
    let QueryParams(VerificationQuery { name, code }) =
        sent.map_err(|problem| Refusal::Misread(problem.text().to_owned()))?;
    let confirmed = match code.parse() {
        Ok(code) => service.confirm(&name, &code).await,
        Err(_) => Err(Refusal::Credentials),
    };
    if matches!(confirmed, Err(Refusal::Credentials)) {
        service.charge(Billed::address(client), Action::InvalidToken)?;
    }
    confirmed.map(|()| format!("Thank you. Events of {name} are told to this address from now on.\n"))
}

/// A player who asks.
#[derive(ToSchema)]
#[schema(as = SoftserveCredentials)]
pub(super) struct Credentials {
    name: String,
    token: String,
}

impl ReadFields for Credentials {
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
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<Credentials>,
) -> Reply<Games> {
    let Credentials { name, token } = body;
    let player = identify(&service, client, &name, &token).await?;
    Ok(Json(Games { game_ids: service.games_of(&player.name).await? }))
}
