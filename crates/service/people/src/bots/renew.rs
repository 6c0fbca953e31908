//! A bot's token is replaced, or taken back.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, KeyOnly};
use chautari_http::{Action, Bearer, Problem, Token, TokenHash, problem};
use chautari_platform::PersonId;

use super::register::Registration;
use super::{Bot, BotEvent, by_its_token, holder};
use crate::People;

/// Replace the token of the bot that asks
///
/// The old one is good for nothing from then on, in matches that go on neither. Send an `Idempotency-Key`: without
/// one, an answer that is lost takes the bot with it; with one, the same request with the old token is answered again.
#[utoipa::path(
    post, operation_id = "renew_bot_token", path = "/bots/me/token", tag = "bots", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = OK, body = Registration, description = "The new token, told once"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn renew(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    KeyOnly(key): KeyOnly,
) -> Result<Json<Registration>, Problem> {
    // From the old one, too: whoever repeats this has to have had it.
    let new = idempotency::token(app.http(), key.as_ref(), &format!("renewed {}", token.hash().to_hex()));
    if key.is_some()
        && let Some(bot) = holder(&app, &new).await?
    {
        return Ok(Json(Registration { bot: bot.name.clone(), token: new.reveal() }));
    }
    let bot = replace(&app, client, &token, Some(new.hash())).await?;
    Ok(Json(Registration { bot, token: new.reveal() }))
}

/// Take back the token of the bot that asks
///
/// Nobody speaks for the bot after that; its name stays taken, and its results stay.
#[utoipa::path(
    delete, operation_id = "revoke_bot_token", path = "/bots/me/token", tag = "bots", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "It opens nothing any more"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn revoke(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<StatusCode, Problem> {
    replace(&app, client, &token, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets another token speak for the bot, or none; the bot's name.
async fn replace(
    app: &People,
    client: Client,
    token: &Token,
    hash: Option<TokenHash>,
) -> Result<String, Problem> {
    let name = by_its_token(app, client, token).await?.name.clone();
    app.http().admit(token.hash().client(), Action::Create)?;
    // Of two at once, the second has a token that is none any more.
    let decide = |bot: &Versioned<Bot>| match bot.hash {
        Some(old) if old.admits(token) => Ok(Decision::Append(vec![BotEvent::Renewed { hash }])),
        _ => Err(app.http().wrong_token(client)),
    };
    app.bots().act(&name, Command::default(), decide).await?;
    Ok(name)
}

/// Lets a new token speak for a bot, because the person whose it is wants that. Whoever lost the old one, or had it
/// stolen, gets their bot back.
pub(crate) async fn renew_for(app: &People, owner: &PersonId, name: &str) -> Result<Registration, Problem> {
    let new = Token::new();
    let decide = |bot: &Versioned<Bot>| {
        bot.vet_owner(owner).map(|()| Decision::Append(vec![BotEvent::Renewed { hash: Some(new.hash()) }]))
    };
    app.bots().act(&name.to_owned(), Command::default(), decide).await?;
    Ok(Registration { bot: name.to_owned(), token: new.reveal() })
}
