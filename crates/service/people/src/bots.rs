//! Bots, for other services: find, rate, invite.

use std::sync::Arc;

use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_arena::Rating;
use chautari_compute::Client;
use chautari_http::{Kind, Problem, Token};
use chautari_platform::PersonId;

pub use crate::model::bot::{Bot, BotEvent, InvitationPolicy};
pub use crate::model::rating::RatingView;

use crate::People;
use crate::model::bot::{BotRefusal, by_token, owned_by};

/// Starts the background task that follows bots changed by other processes.
pub fn start(app: &People) {
    let bots = app.bots().clone();
    app.http().spawn_until_stopped(async move {
        let missed = || bots.context().clear();
        bots.run(missed).await;
    });
}

/// Loads the bot with a name.
pub async fn find(app: &People, name: &str) -> Result<Arc<Versioned<Bot>>, Problem> {
    Ok(app.bots().load(&name.to_owned(), Freshness::Resident).await?)
}

/// Returns the names of a person's bots, in the order of registration.
pub(crate) async fn of(app: &People, person: &PersonId) -> Result<Vec<String>, Problem> {
    Ok(app.bots().ids(&owned_by(person)).await?)
}

/// Returns the bot whose token this is, if there is one.
pub(crate) async fn holder(app: &People, token: &Token) -> Result<Option<Arc<Versioned<Bot>>>, Problem> {
    let found = app.bots().ids(&by_token(token.hash())).await?;
    let Some(name) = found.first() else { return Ok(None) };
    let bot = app.bots().load(name, Freshness::Resident).await?;
    Ok(bot.hash.is_some_and(|hash| hash.admits(token)).then_some(bot))
}

/// Like `Caller<SignedIn<Bot>>`, which supersedes it.
pub async fn by_its_token(
    app: &People,
    client: Client,
    token: &Token,
) -> Result<Arc<Versioned<Bot>>, Problem> {
    let bot = holder(app, token).await?.ok_or_else(|| app.http().wrong_token(client))?;
    app.http().vouch(token);
    Ok(bot)
}

/// Updates the rating of a bot after games against opponents of these ratings, each with the points won. `cause` names
/// the update, so that it is applied once.
pub async fn rate(
    app: &People,
    name: &str,
    game: &str,
    games: &[(Rating, f64)],
    cause: &str,
) -> Result<(), Problem> {
    let command = Command::named(format!("rated-{cause}"));
    // From the current rating, because another tournament may have ended meanwhile.
    let rated = |bot: &Versioned<Bot>| BotEvent::Rated(bot.ratings.after(game, games));
    let decide = |bot: &Versioned<Bot>| Ok::<_, Problem>(Decision::Append(vec![rated(bot)]));
    app.bots().act(&name.to_owned(), command, decide).await?;
    Ok(())
}

/// Applies a change to a bot, or does nothing if `decide` returns `None`.
pub(crate) async fn change(
    app: &People,
    name: &str,
    decide: impl Fn(&Bot) -> Result<Option<BotEvent>, BotRefusal>,
) -> Result<(), Problem> {
    let decide = |bot: &Versioned<Bot>| {
        let event = decide(bot).map_err(Problem::from)?;
        Ok::<_, Problem>(event.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    app.bots().act(&name.to_owned(), Command::default(), decide).await?;
    Ok(())
}

/// The kind of event that a bot is entered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A match.
    Match,
    /// A tournament.
    Tournament,
}

/// Errors if a bot cannot be entered without an invitation, unless the token is its own.
pub fn vet_guest(bot: &Bot, token: Option<&Token>, occasion: Occasion) -> Result<(), Problem> {
    if token.zip(bot.hash).is_some_and(|(token, hash)| hash.admits(token)) {
        return Ok(());
    }
    let name = &bot.name;
    match bot.invitation_policy {
        InvitationPolicy::Open => Ok(()),
        InvitationPolicy::Ask => {
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
        InvitationPolicy::None => Err(closed(name)),
    }
}

/// Returns the error for an invitation to a bot that takes none.
pub fn closed(name: &str) -> Problem {
    Problem::new(Kind::Forbidden, "closed", format!("The bot `{name}` does not take invitations."))
}
