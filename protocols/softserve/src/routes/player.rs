//! Players.

use axum::Json;
use axum::extract::Extension;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::IdempotencyKeyHeader;
use chautari_http::{Action, Problem, QueryParams, Token};
use chautari_ledger::AppendStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, AtDesk, Said, Told, admit, identify};
use crate::kept::Came;
use crate::mail::plain;
use crate::refusal::Body;
use crate::{Fields, GameId, Refusal};

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
    params(IdempotencyKeyHeader),
    request_body = Newcomer,
    responses(
        (status = OK, body = Key, description = "The player's token"),
        (status = FORBIDDEN, body = Body, description = "`player name already exists`"),
        (status = CONFLICT, body = Body, description = "This `Idempotency-Key` was sent before with another request"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, key, .. }: Asked<Newcomer>,
) -> Told<Key> {
    let Newcomer { name, email } = said;
    admit(&desk, client, Action::Create)?;
    let token = idempotency::token(desk.app().http(), key.as_ref(), "softserve-player");
    // Anybody can name anybody's address: nothing else is sent there before this has come back.
    let code = desk.can_ask(&email).then(Token::new);
    let made_by = idempotency::derived_id(desk.app().http(), key.as_ref(), "softserve-player");
    let came = Came { name, email, token: token.hash(), code: code.as_ref().map(Token::hash), key: made_by };
    let (name, email) = (came.name.clone(), came.email.clone());
    let first = desk.come(came, &token).await?;
    // Who came before was written to before; and a name that is taken is no letter.
    if let (Some(code), AppendStatus::New) = (code, first)
        && desk.may_ask(client)
    {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("name", &name)
            .append_pair("code", &code.reveal())
            .finish();
        let link = format!("{}/player/confirm?{query}", desk.settings().base_url);
        let text = format!(
            "Somebody made a player `{}` and named this address.\n\
             To hear of its events here, open {link}\n\
             If it was not you, do nothing: no more is sent here.\n",
            plain(&name)
        );
        desk.write_to(vec![email], "Is this your player?", text);
    }
    Ok(Json(Key { token: token.reveal() }))
}

/// What came to an address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Sent {
    /// The player's name.
    name: String,
    /// What the letter said.
    code: String,
}

/// Say that letters about a player arrive
#[utoipa::path(
    get, operation_id = "softserve_confirm_player", path = "/player/confirm", tag = "softserve", params(Sent),
    responses(
        (status = OK, body = String, content_type = "text/plain", description = "Its events are told to the address from now on"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
    ),
)]
pub(super) async fn confirm(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    sent: Result<QueryParams<Sent>, Problem>,
) -> Result<String, Refusal> {
    let QueryParams(Sent { name, code }) =
        sent.map_err(|problem| Refusal::Misread(problem.text().to_owned()))?;
    let confirmed = match code.parse() {
        Ok(code) => desk.confirm(&name, &code).await,
        Err(_) => Err(Refusal::Credentials),
    };
    if matches!(confirmed, Err(Refusal::Credentials)) {
        admit(&desk, client, Action::InvalidToken)?;
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
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Credentials>,
) -> Told<Games> {
    let Credentials { name, token } = said;
    let player = identify(&desk, client, &name, &token).await?;
    Ok(Json(Games { game_ids: desk.games_of(&player.name).await? }))
}
