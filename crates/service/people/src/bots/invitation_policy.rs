//! Who may invite a bot.

use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token};
use chautari_platform::PersonId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Bot, BotEvent, Welcome, by_its_token};
use crate::People;

/// Who may invite the bot from now on.
#[derive(Deserialize, ToSchema)]
#[schema(as = WelcomeInvitations)]
#[serde(deny_unknown_fields)]
pub struct WelcomeRequest {
    pub(crate) from: Welcome,
}

/// Say who may invite the bot that asks
///
/// `open`: whoever likes enters it in matches and tournaments. `ask`: it is invited, and accepts or declines.
/// `none`: it is left alone. Whoever shows the bot's own token may always enter it.
#[utoipa::path(
    put, operation_id = "welcome_invitations", path = "/bots/me/invitations", tag = "bots",
    security(("token" = [])), request_body = WelcomeRequest,
    responses(
        (status = NO_CONTENT, description = "So it is from now on"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has been said too often"),
    ),
)]
pub(super) async fn welcome(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<WelcomeRequest>,
) -> Result<StatusCode, Problem> {
    let bot = by_its_token(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Act)?;
    let decide = |bot: &Versioned<Bot>| Ok::<_, Problem>(welcomes(bot, request.from));
    app.bots().act(&bot.name.clone(), Command::default(), decide).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn welcomes(bot: &Bot, from: Welcome) -> Decision<BotEvent> {
    if bot.welcome == from { Decision::NoChange } else { Decision::Append(vec![BotEvent::Welcomes(from)]) }
}

/// Says who may invite a bot, because the person whose it is wants that.
pub async fn welcome_for(app: &People, owner: &PersonId, name: &str, from: Welcome) -> Result<(), Problem> {
    let decide = |bot: &Versioned<Bot>| bot.vet_owner(owner).map(|()| welcomes(bot, from));
    app.bots().act(&name.to_owned(), Command::default(), decide).await?;
    Ok(())
}

/// What a bot is entered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A match.
    Match,
    /// A tournament.
    Tournament,
}

/// Whether somebody may enter a bot without asking it.
pub fn vet_guest(bot: &Bot, asker: Option<&Token>, occasion: Occasion) -> Result<(), Problem> {
    if asker.zip(bot.hash).is_some_and(|(token, hash)| hash.admits(token)) {
        return Ok(());
    }
    let name = &bot.name;
    match bot.welcome {
        Welcome::Open => Ok(()),
        Welcome::Ask => {
            let text = match occasion {
                Occasion::Match => {
                    format!("The bot `{name}` wants to be asked first: send it an invitation.")
                }
                // There are no invitations to tournaments; a bot enters as people do.
                Occasion::Tournament => format!(
                    "The bot `{name}` wants to be asked first: give its owner the code, and it can join with its own token."
                ),
            };
            Err(Problem::new(Kind::Forbidden, "ask", text))
        }
        Welcome::None => Err(left_alone(name)),
    }
}

/// The answer to whoever invites a bot that wants to be left alone.
pub fn left_alone(name: &str) -> Problem {
    Problem::new(Kind::Forbidden, "closed", format!("The bot `{name}` does not take invitations."))
}
