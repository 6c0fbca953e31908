//! People: a name chosen once, kept by the browser that chose it.
//!
//! There is no mail and no password. Whoever has a key of a person is that person; another device gets a key of
//! its own by a link that works once, or by a passkey.

mod blocks;
mod devices;
mod name;
mod passkeys;
mod person;
mod presence;
mod profile;
mod pushes;
mod register;
mod webauthn;

use std::sync::Arc;
use std::time::Duration;

use chautari_arena::Rating;
use chautari_keeper::{Command, Deed, Now};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use name::Name;
pub(crate) use person::{Person, PersonEvent};
pub(crate) use presence::{Presence, Visit};
pub(crate) use pushes::{Letter, tell};
pub(crate) use register::enrol;

use crate::bots::Rated;
use crate::names::PersonId;
use crate::{App, Client, Problem, Token};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(register::register))
        .routes(routes!(register::me))
        .routes(routes!(devices::link))
        .routes(routes!(devices::open))
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

/// How often a process looks for people who have gone, or listen, by another.
const GONE: Duration = Duration::from_secs(30);

/// Follows what other processes write about people.
pub(crate) fn start(app: &App) {
    let people = app.people().clone();
    app.spawn_until_stopped(async move { people.run(|| {}).await });
    let people = app.people().clone();
    app.spawn_until_stopped(async move {
        loop {
            match people.ids(&person::gone()).await {
                Ok(gone) => gone.iter().for_each(|id| people.world().forget(id)),
                Err(cause) => tracing::warn!(%cause, "those who have gone could not be found"),
            }
            match people.ids(&person::listening()).await {
                Ok(listening) => listening.iter().for_each(|id| people.world().listens(id, true)),
                Err(cause) => tracing::warn!(%cause, "those who listen could not be found"),
            }
            tokio::time::sleep(GONE).await;
        }
    });
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

/// The person a key belongs to, if it is one.
pub(crate) async fn holder(app: &App, token: &Token) -> Result<Option<Arc<Now<Person>>>, Problem> {
    let found = app.people().ids(&person::by_key(token.hash())).await?;
    let Some(id) = found.first() else { return Ok(None) };
    let person = app.people().keep(id).await?;
    Ok(person.keys.iter().any(|key| key.admits(token)).then_some(person))
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
