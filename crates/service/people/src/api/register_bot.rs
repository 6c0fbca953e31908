//! Registration of bots, anonymous or by a person who then owns the bot.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Created, RepositoryError};
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::{Action, Billed, Kind, Problem, Token, problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bots::{BotEvent, InvitationPolicy};
use crate::model::bot::{BY_KEY, MAX_NAME, Registered, is_valid_name};
use crate::{Caller, People};

/// A new bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RegisterBot {
    /// The name: 1 to 32 letters, digits, `-`, `_` and `.`, the first a letter or digit.
    #[schema(example = "goat-herd")]
    name: String,
    /// The players who may invite it [default: open].
    #[serde(default)]
    invitations: Option<InvitationPolicy>,
}

/// A bot with its token.
#[derive(Serialize, ToSchema)]
pub(super) struct NewBot {
    /// The name.
    bot: String,
    /// The token that the bot acts with. It is shown only once.
    token: String,
}

impl NewBot {
    pub(super) fn new(name: &str, token: &Token) -> NewBot {
        NewBot { bot: name.to_owned(), token: token.reveal() }
    }
}

/// Register a bot
///
/// Creates a bot and returns its token. With the key of a person in `Authorization` the bot is theirs: it is listed with
/// them, and they can replace its token.
#[utoipa::path(
    post, operation_id = "register_bot", path = "/bots", tag = "bots", request_body = RegisterBot,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewBot, description = "The bot, with its token"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The name, or one that looks like it, is taken (`taken`)"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The name is not valid (`name`)"),
    ),
)]
pub(super) async fn register(
    State(app): State<People>,
    caller: Caller,
    IdempotentBody { asked: RegisterBot { name, invitations }, key }: IdempotentBody<RegisterBot>,
) -> Result<(StatusCode, Json<NewBot>), Problem> {
    // Charged to the address, because bots are free identities.
    app.http().charge(Billed::address(caller.client), Action::Create)?;
    if !is_valid_name(&name) {
        let text = format!(
            "A bot's name has 1 to {MAX_NAME} letters, digits, `-`, `_` and `.`, the first a letter or digit; \
             and it is not `me`."
        );
        return Err(Problem::unprocessable("name", text));
    }
    let owner = caller.identity.person().map(|person| person.id.clone());
    let token = idempotency::token(app.http(), key.as_ref(), "bot");
    let made_by = idempotency::derived_id(app.http(), key.as_ref(), "bot");
    let registered = Registered { name: name.clone(), hash: token.hash(), key: made_by, owner };
    let policy = invitations.map(BotEvent::PolicyChanged);
    let events = [BotEvent::Registered(registered)].into_iter().chain(policy).collect();
    match app.bots().create(&name, idempotency::command(key.as_ref()), events).await {
        Ok(Created::New(_)) => Ok((StatusCode::CREATED, Json(NewBot::new(&name, &token)))),
        // The key was used for a bot of another name.
        Err(RepositoryError::Taken { label }) if label.key == BY_KEY => Err(RepositoryError::Reused.into()),
        Ok(Created::Existing(_)) | Err(RepositoryError::Taken { .. }) => Err(taken(&name)),
        Err(failure) => Err(failure.into()),
    }
}

fn taken(name: &str) -> Problem {
    let text = format!("The name `{name}`, or one that looks like it, is taken.");
    Problem::new(Kind::Conflict, "taken", text)
}
