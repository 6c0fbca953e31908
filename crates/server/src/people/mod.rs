//! People: a name chosen once, kept by the browser that chose it.
//!
//! There is no mail and no password. Whoever has a key of a person is that person; another device gets a key of
//! its own by a link that works once, or by a passkey.

mod blocks;
mod devices;
mod elsewhere;
mod name;
mod owned;
mod passkeys;
mod person;
mod presence;
mod profile;
mod pushes;
mod ranks;
mod register;
mod webauthn;

use std::sync::Arc;
use std::time::Duration;

use chautari_arena::Rating;
use chautari_keeper::{Command, Deed, Failure, Keeper, Now};
use chautari_ledger::Sharing;
use tokio::sync::Notify;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use name::Name;
pub(crate) use person::{LEFT_BOARDS, LEFT_TOURNAMENTS, Person, PersonEvent, Surroundings};
pub(crate) use presence::{Presence, Rung, Visit, Why};
pub(crate) use pushes::{Letter, Round, tell};
pub(crate) use register::enrol;

use crate::bots::{self, Rated};
use crate::names::PersonId;
use crate::problem::Kind;
use crate::quota::Payer;
use crate::{App, Client, Problem, Token};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(register::register))
        .routes(routes!(register::me))
        .routes(routes!(devices::link))
        .routes(routes!(devices::open))
        .routes(routes!(devices::leave))
        .routes(routes!(owned::register))
        .routes(routes!(owned::renew))
        .routes(routes!(owned::welcome))
        .routes(routes!(passkeys::challenge_new))
        .routes(routes!(passkeys::add))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::challenge))
        .routes(routes!(passkeys::come_back))
        .routes(routes!(blocks::block))
        .routes(routes!(blocks::unblock))
        .routes(routes!(pushes::key))
        .routes(routes!(pushes::add))
        .routes(routes!(pushes::remove))
        .routes(routes!(profile::show))
        .routes(routes!(profile::history))
        .routes(routes!(profile::leaderboard))
}

/// How soon it is looked again for those who could not be found.
const AGAIN: Duration = Duration::from_secs(5);

/// Follows what other processes write about people, and who is there.
pub(crate) fn start(app: &App) {
    // Whoever goes or listens from now on is heard of; those of before, and of a time nobody heard, are looked for.
    let missed = Arc::new(Notify::new());
    let (people, miss) = (app.people().clone(), Arc::clone(&missed));
    app.spawn_until_stopped(async move {
        let missed = || {
            people.world().ranks.clear();
            miss.notify_one();
        };
        people.run(missed).await;
    });
    let people = app.people().clone();
    app.spawn_until_stopped(async move {
        loop {
            missed.notified().await;
            while let Err(cause) = look_around(&people).await {
                tracing::warn!(%cause, "those who have gone, or listen, could not be found");
                tokio::time::sleep(AGAIN).await;
            }
        }
    });
    if app.ledger().sharing() == Sharing::Shared {
        let app = app.clone();
        app.clone().spawn_until_stopped(async move { elsewhere::share(&app).await });
    }
}

/// Finds those who have gone for good, and those whose browsers are told of news.
async fn look_around(people: &Keeper<Person>) -> Result<(), Failure> {
    people.ids(&person::gone()).await?.iter().for_each(|id| people.world().presence.forget(id));
    people.ids(&person::listening()).await?.iter().for_each(|id| people.world().presence.listens(id, true));
    Ok(())
}

/// The person of this name, however it is written.
pub(crate) async fn find(app: &App, name: &str) -> Result<Arc<Now<Person>>, Problem> {
    let missing = || Problem::missing(format!("There is no person `{name}`."));
    // What is longer than any name can be is not looked for.
    if name.len() > 400 {
        return Err(missing());
    }
    let found = app.people().ids(&person::by_name(name)).await?;
    match found.first() {
        Some(id) => Ok(app.people().keep(id).await?),
        None => Err(missing()),
    }
}

/// The person a key belongs to, if it is one. Whoever uses it has been here.
pub(crate) async fn holder(app: &App, token: &Token) -> Result<Option<Arc<Now<Person>>>, Problem> {
    let found = app.people().ids(&person::by_key(token.hash())).await?;
    let Some(id) = found.first() else { return Ok(None) };
    let person = app.people().keep(id).await?;
    if !person.keys.iter().any(|key| key.admits(token)) {
        return Ok(None);
    }
    register::note(app, &person).await;
    Ok(Some(person))
}

/// The person who asks.
pub(crate) async fn by_their_key(
    app: &App,
    client: Client,
    token: &Token,
) -> Result<Arc<Now<Person>>, Problem> {
    let person = holder(app, token).await?.ok_or_else(|| app.wrong_token(client))?;
    app.vouch(token);
    Ok(person)
}

/// Whether any of these people has gone for good, whichever process they went at.
pub(crate) async fn is_any_gone(
    app: &App,
    people: impl IntoIterator<Item = &PersonId>,
) -> Result<bool, Problem> {
    for id in people {
        if app.people().look(id).await?.is_gone() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The code of that there is nobody to play with any more.
pub(crate) const GONE: &str = "gone";

/// The answer to whoever would play with somebody who has gone.
pub(crate) fn gone() -> Problem {
    Problem::new(Kind::Conflict, GONE, "They have gone for good, and nobody can play with them any more.")
}

/// Whom a request is counted for.
pub(crate) struct Counted {
    /// By whose rate.
    pub(crate) client: Client,
    /// For what goes on after it.
    pub(crate) payer: Payer,
}

/// Whom a request is counted for: the person or the bot whose key it shows, else whoever is at this address. What
/// the key is good for is for the handler to find out.
pub(crate) async fn counted(app: &App, client: Client, token: Option<&Token>) -> Result<Counted, Problem> {
    let name = match token {
        None => None,
        Some(token) => match holder(app, token).await? {
            Some(person) => Some(format!("person-{}", person.id)),
            None => bots::holder(app, token).await?.map(|bot| format!("bot-{}", bot.name)),
        },
    };
    let counted = match token {
        Some(token) if name.is_some() => {
            app.vouch(token);
            Client::with_token(token.hash())
        }
        _ => client,
    };
    Ok(Counted { client: counted, payer: Payer::new(app.account(client), name) })
}

/// Takes a person's name and keys away for good.
pub(crate) async fn delete(app: &App, id: &PersonId) -> Result<(), Problem> {
    let decide = |now: &Now<Person>| {
        Ok::<_, Problem>(if now.deleted { Deed::Nothing } else { Deed::Do(vec![PersonEvent::Deleted]) })
    };
    app.people().act(id, Command::default(), decide).await?;
    Ok(())
}

/// Remembers what a person has come to by these games; `cause` names why, so that it is remembered once.
pub(crate) async fn rate(
    app: &App,
    id: &PersonId,
    game: &str,
    games: &[(Rating, f64)],
    cause: &str,
) -> Result<(), Problem> {
    let command = Command::named(format!("rated-{cause}"));
    let decide = |person: &Now<Person>| {
        Ok::<_, Problem>(if person.deleted {
            Deed::Nothing
        } else {
            Deed::Do(vec![PersonEvent::Rated(Rated::new(game, person.rating(game).after(games)))])
        })
    };
    app.people().act(id, command, decide).await?;
    Ok(())
}
