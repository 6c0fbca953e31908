//! Bots: whoever registers one by their key as a person owns it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use chautari_http::RemoteClient;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token};

use super::{by_their_key, holder};
use crate::People;
use crate::bots;
use crate::bots::{Registration, Request, WelcomeRequest};

/// Register a bot
///
/// With the key of a person in `Authorization` it is theirs: it is listed with them, and they can replace its token.
#[utoipa::path(
    post, operation_id = "register_bot", path = "/bots", tag = "bots", request_body = Request,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Registration, description = "The bot, with its token"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The name, or one that looks like it, is taken"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This is no name for a bot"),
    ),
)]
pub(super) async fn register(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    asked: IdempotentBody<Request>,
) -> Result<(StatusCode, Json<Registration>), Problem> {
    let owner = match Token::shown(&headers) {
        Some(token) => holder(&app, &token).await?.map(|person| person.id.clone()),
        None => None,
    };
    let told = bots::register(&app, client, asked, owner).await?;
    Ok((StatusCode::CREATED, Json(told)))
}

/// Replace the token of a bot of yours
///
/// By your key as a person. The old token is good for nothing from then on, in matches that go on neither.
#[utoipa::path(
    post, operation_id = "renew_token_of_my_bot", path = "/bots/{name}/token", tag = "bots", security(("token" = [])),
    params(("name" = String, Path, description = "The bot")),
    responses(
        (status = OK, body = Registration, description = "The new token, told once"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not yours"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
        (status = CONFLICT, body = problem::Body, description = "It has been done too often"),
    ),
)]
pub(super) async fn renew(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(name): Path<String>,
) -> Result<Json<Registration>, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    bots::renew_for(&app, &person.id, &name).await.map(Json)
}

/// Say who may invite a bot of yours
///
/// By your key as a person; the same as the bot itself may say.
#[utoipa::path(
    put, operation_id = "welcome_invitations_for_my_bot", path = "/bots/{name}/invitations", tag = "bots",
    security(("token" = [])), request_body = WelcomeRequest,
    params(("name" = String, Path, description = "The bot")),
    responses(
        (status = NO_CONTENT, description = "So it is from now on"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not yours"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
        (status = CONFLICT, body = problem::Body, description = "It has been done too often"),
    ),
)]
pub(super) async fn welcome(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<WelcomeRequest>,
) -> Result<StatusCode, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Act)?;
    bots::welcome_for(&app, &person.id, &name, request.from).await?;
    Ok(StatusCode::NO_CONTENT)
}
