//! The invitation policy of a bot, set by the bot or by its owner.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_http::cost::Act;
use chautari_http::{JsonBody, Problem, problem};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::bots::{Bot, InvitationPolicy, change};
use crate::people::Person;
use crate::{Caller, People, SignedIn};

/// A new invitation policy.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetInvitationPolicy {
    /// The players who may invite the bot.
    from: InvitationPolicy,
}

/// Set your invitation policy
///
/// For the bot itself. `open`: any player enters it in matches and tournaments. `ask`: it gets invitations and accepts
/// or declines them. `none`: no invitations. The bot's own token may always enter it.
#[utoipa::path(
    put, operation_id = "set_invitation_policy", path = "/bots/me/invitations", tag = "bots",
    security(("token" = [])), request_body = SetInvitationPolicy,
    responses(
        (status = NO_CONTENT, description = "Policy updated"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The policy was changed too often"),
    ),
)]
pub(super) async fn set(
    State(app): State<People>,
    caller: Caller<SignedIn<Bot>, Act>,
    JsonBody(request): JsonBody<SetInvitationPolicy>,
) -> Result<StatusCode, Problem> {
    change(&app, &caller.identity.name, |bot| Ok(bot.set_policy(request.from))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set the invitation policy of your bot
///
/// For the person who owns the bot. The policies are those of `set_invitation_policy`.
#[utoipa::path(
    put, operation_id = "set_invitation_policy_of_my_bot", path = "/bots/{name}/invitations", tag = "bots",
    security(("token" = [])), request_body = SetInvitationPolicy,
    params(("name" = String, Path, description = "The name of the bot")),
    responses(
        (status = NO_CONTENT, description = "Policy updated"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The bot is not yours"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
        (status = CONFLICT, body = problem::Body, description = "The policy was changed too often"),
    ),
)]
pub(super) async fn set_for_mine(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Act>,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<SetInvitationPolicy>,
) -> Result<StatusCode, Problem> {
    let set = |bot: &Bot| bot.check_owner(&caller.identity.id).map(|()| bot.set_policy(request.from));
    change(&app, &name, set).await?;
    Ok(StatusCode::NO_CONTENT)
}
