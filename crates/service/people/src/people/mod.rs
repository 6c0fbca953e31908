//! People: a name chosen once, kept by the browser that chose it.
//!
//! There is no mail and no password. Whoever has a key of a person is that person; another device gets a key of
//! its own by a link that works once, or by a passkey.

mod blocks;
mod devices;
mod leaderboard;
mod my_bots;
mod name;
mod passkeys;
mod person;
mod presence;
mod profile;
mod push_subscriptions;
mod register;
mod remote_presence;
mod webauthn;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use chautari_aggregate::{Command, Decision, Freshness, Repository, RepositoryError, Versioned};
use chautari_arena::Rating;
use chautari_compute::Client;
use chautari_http::Http;
use chautari_http::problem::Kind;
use chautari_http::{Problem, Token};
use chautari_ledger::Sharing;
use chautari_platform::PersonId;
use chautari_platform::quota::QuotaAccount;
use tokio::sync::Notify;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use name::Name;
pub use person::{LEFT_BOARDS, LEFT_TOURNAMENTS, PeopleContext, Person, PersonEvent};
pub use presence::{Change, PendingChanges, Presence, PresenceGuard};
pub use push_subscriptions::{DeliveryBatch, Notification, tell};
pub use register::enrol;

use crate::People;
use crate::bots;
use crate::bots::Rated;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(register::register))
        .routes(routes!(register::me))
        .routes(routes!(devices::link))
        .routes(routes!(devices::open))
        .routes(routes!(devices::leave))
        .routes(routes!(my_bots::register))
        .routes(routes!(my_bots::renew))
        .routes(routes!(my_bots::welcome))
        .routes(routes!(passkeys::challenge_new))
        .routes(routes!(passkeys::add))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::challenge))
        .routes(routes!(passkeys::come_back))
        .routes(routes!(blocks::block))
        .routes(routes!(blocks::unblock))
        .routes(routes!(push_subscriptions::key))
        .routes(routes!(push_subscriptions::add))
        .routes(routes!(push_subscriptions::remove))
        .routes(routes!(profile::show))
        .routes(routes!(profile::history))
        .routes(routes!(profile::leaderboard))
}

/// How soon it is looked again for those who could not be found.
const AGAIN: Duration = Duration::from_secs(5);

/// Starts the background tasks that follow what other processes write about people, and who is online.
pub fn start(app: &People) {
    // Whoever goes or listens from now on is heard of; those of before, and of a time nobody heard, are looked for.
    let missed = Arc::new(Notify::new());
    let (people, miss) = (app.accounts().clone(), Arc::clone(&missed));
    app.http().spawn_until_stopped(async move {
        let missed = || {
            people.context().ranks.clear();
            miss.notify_one();
        };
        people.run(missed).await;
    });
    let people = app.accounts().clone();
    app.http().spawn_until_stopped(async move {
        loop {
            missed.notified().await;
            while let Err(cause) = look_around(&people).await {
                tracing::warn!(%cause, "those who have gone, or listen, could not be found");
                tokio::time::sleep(AGAIN).await;
            }
        }
    });
    if app.platform().ledger().sharing() == Sharing::Shared {
        let app = app.clone();
        app.http().clone().spawn_until_stopped(async move { remote_presence::share(&app).await });
    }
}

/// Finds those who have gone for good, and those whose browsers are told of news.
async fn look_around(people: &Repository<Person>) -> Result<(), RepositoryError> {
    people.ids(&person::gone()).await?.iter().for_each(|id| people.context().presence.forget(id));
    people.ids(&person::listening()).await?.iter().for_each(|id| people.context().presence.listens(id, true));
    Ok(())
}

/// The person of this name, however it is written.
pub async fn find(app: &People, name: &str) -> Result<Arc<Versioned<Person>>, Problem> {
    let missing = || Problem::not_found(format!("There is no person `{name}`."));
    // What is longer than any name can be is not looked for.
    if name.len() > 400 {
        return Err(missing());
    }
    let found = app.accounts().ids(&person::by_name(name)).await?;
    match found.first() {
        Some(id) => Ok(app.accounts().load(id, Freshness::Resident).await?),
        None => Err(missing()),
    }
}

/// The person a key belongs to, if it is one. Whoever uses it has been here.
pub async fn holder(app: &People, token: &Token) -> Result<Option<Arc<Versioned<Person>>>, Problem> {
    let found = app.accounts().ids(&person::by_key(token.hash())).await?;
    let Some(id) = found.first() else { return Ok(None) };
    let person = app.accounts().load(id, Freshness::Resident).await?;
    if !person.keys.iter().any(|key| key.admits(token)) {
        return Ok(None);
    }
    app.presence().note_activity(&person.id);
    register::note(app, &person).await;
    Ok(Some(person))
}

/// The person who asks.
pub async fn by_their_key(
    app: &People,
    client: Client,
    token: &Token,
) -> Result<Arc<Versioned<Person>>, Problem> {
    let person = holder(app, token).await?.ok_or_else(|| app.http().wrong_token(client))?;
    app.http().vouch(token);
    Ok(person)
}

/// Whether any of these people has gone for good, whichever process they went at.
pub async fn is_any_gone(app: &People, people: impl IntoIterator<Item = &PersonId>) -> Result<bool, Problem> {
    for id in people {
        if app.accounts().load(id, Freshness::Current).await?.is_gone() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The code of that there is nobody to play with any more.
pub const GONE: &str = "gone";

/// The answer to whoever would play with somebody who has gone.
pub fn gone() -> Problem {
    Problem::new(Kind::Conflict, GONE, "They have gone for good, and nobody can play with them any more.")
}

/// Whom a request is counted for.
pub struct Counted {
    /// By whose rate.
    pub client: Client,
    /// For what goes on after it.
    pub payer: QuotaAccount,
}

/// Whom a request is counted for: the person or the bot whose key it shows, else whoever is at this address. What
/// the key is good for is for the handler to find out.
pub async fn counted(app: &People, client: Client, token: Option<&Token>) -> Result<Counted, Problem> {
    let name = match token {
        None => None,
        Some(token) => match holder(app, token).await? {
            Some(person) => Some(format!("person-{}", person.id)),
            None => bots::holder(app, token).await?.map(|bot| format!("bot-{}", bot.name)),
        },
    };
    let counted = match token {
        Some(token) if name.is_some() => {
            app.http().vouch(token);
            token.hash().client()
        }
        _ => client,
    };
    Ok(Counted { client: counted, payer: QuotaAccount::new(app.http().account(client), name) })
}

/// Takes a person's name and keys away for good.
pub async fn delete(app: &People, id: &PersonId) -> Result<(), Problem> {
    let decide = |now: &Versioned<Person>| {
        Ok::<_, Problem>(if now.deleted {
            Decision::NoChange
        } else {
            Decision::Append(vec![PersonEvent::Deleted])
        })
    };
    app.accounts().act(id, Command::default(), decide).await?;
    Ok(())
}

/// Remembers what a person has come to by these games; `cause` names why, so that it is remembered once.
pub async fn rate(
    app: &People,
    id: &PersonId,
    game: &str,
    games: &[(Rating, f64)],
    cause: &str,
) -> Result<(), Problem> {
    let command = Command::named(format!("rated-{cause}"));
    let decide = |person: &Versioned<Person>| {
        Ok::<_, Problem>(if person.deleted {
            Decision::NoChange
        } else {
            Decision::Append(vec![PersonEvent::Rated(Rated::new(game, person.rating(game).after(games)))])
        })
    };
    app.accounts().act(id, command, decide).await?;
    Ok(())
}
