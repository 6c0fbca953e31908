//! Replacing and revoking the token of a bot, by the bot or by its owner.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::cost::Create;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, KeyOnly};
use chautari_http::{Problem, Token, TokenHash, problem};

use super::register_bot::NewBot;
use crate::bots::{Bot, change};
use crate::people::Person;
use crate::{Caller, People, SignedIn};

/// Replace your bot token
///
/// For the bot itself. The old token stops working at once, also in running matches. Send an `Idempotency-Key`: if the
/// response is lost without one, so is the bot; with one, the same request with the old token gets the same answer.
#[utoipa::path(
    post, operation_id = "renew_bot_token", path = "/bots/me/token", tag = "bots", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = OK, body = NewBot, description = "The new token, shown only once"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn renew(
    State(app): State<People>,
    caller: Caller<Token, Create>,
    KeyOnly(key): KeyOnly,
) -> Result<Json<NewBot>, Problem> {
    // Derived from the old token as well, so that the response can only be repeated by its holder.
    let purpose = format!("renewed {}", caller.identity.hash().to_hex());
    let new = idempotency::token(app.http(), key.as_ref(), &purpose);
    if key.is_some()
        && let Some(bot) = crate::bots::holder(&app, &new).await?
    {
        return Ok(Json(NewBot::new(&bot.name, &new)));
    }
    let name = replace(&app, &caller, Some(new.hash())).await?;
    Ok(Json(NewBot::new(&name, &new)))
}

/// Revoke your bot token
///
/// For the bot itself. It cannot act any more; its name stays taken, and its results stay.
#[utoipa::path(
    delete, operation_id = "revoke_bot_token", path = "/bots/me/token", tag = "bots", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "The token is invalid now"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn revoke(
    State(app): State<People>,
    caller: Caller<Token, Create>,
) -> Result<StatusCode, Problem> {
    replace(&app, &caller, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces or revokes the caller's token, and returns the name of the bot.
async fn replace(
    app: &People,
    caller: &Caller<Token, Create>,
    hash: Option<TokenHash>,
) -> Result<String, Problem> {
    let bot = caller.bot().await?.ok_or_else(|| caller.refuse())?;
    caller.accept()?;
    let decide = |now: &Versioned<Bot>| match now.renew(&caller.identity, hash) {
        Ok(event) => Ok(Decision::Append(event.into_iter().collect())),
        Err(_) => Err(caller.refuse()),
    };
    app.bots().act(&bot.name.clone(), Command::default(), decide).await?;
    Ok(bot.name.clone())
}

/// Replace the token of your bot
///
/// For the person who owns the bot, such as when its token is lost or stolen. The old token stops working at once, also
/// in running matches.
#[utoipa::path(
    post, operation_id = "renew_token_of_my_bot", path = "/bots/{name}/token", tag = "bots", security(("token" = [])),
    params(("name" = String, Path, description = "The name of the bot")),
    responses(
        (status = OK, body = NewBot, description = "The new token, shown only once"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The bot is not yours"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
        (status = CONFLICT, body = problem::Body, description = "The token was replaced too often"),
    ),
)]
pub(super) async fn renew_mine(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    Path(name): Path<String>,
) -> Result<Json<NewBot>, Problem> {
    let new = Token::new();
    change(&app, &name, |bot| bot.renew_for(&caller.identity.id, new.hash())).await?;
    Ok(Json(NewBot::new(&name, &new)))
}
