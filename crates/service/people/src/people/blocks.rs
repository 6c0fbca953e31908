//! Those one would rather not meet.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, Problem, Token};
use chautari_platform::PersonId;

use super::person::{Person, PersonEvent};
use super::{by_their_key, register};
use crate::People;

/// More than anybody quarrels with.
const MOST: usize = 500;

/// Block a person: they cannot challenge you or sit down with you
#[utoipa::path(
    put, operation_id = "block_person", path = "/people/me/blocks/{name}", tag = "people", security(("token" = [])),
    params(("name" = String, Path, description = "The person")),
    responses(
        (status = NO_CONTENT, description = "They are blocked"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "That is you, or one too many"),
    ),
)]
pub(super) async fn block(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = register::exists(&app, &name).await?;
    change(&app, client, &token, |me| {
        if me.id == person {
            return Err(Problem::unprocessable("block", "This is you."));
        }
        if me.blocked.len() >= MOST {
            return Err(Problem::unprocessable("block", format!("You have already blocked {MOST} people.")));
        }
        Ok(if me.blocks(&person) { None } else { Some(PersonEvent::Blocked { person: person.clone() }) })
    })
    .await
}

/// Let a blocked person challenge you again
#[utoipa::path(
    delete, operation_id = "unblock_person", path = "/people/me/blocks/{name}", tag = "people",
    security(("token" = [])),
    params(("name" = String, Path, description = "The person")),
    responses(
        (status = NO_CONTENT, description = "They are not blocked"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
    ),
)]
pub(super) async fn unblock(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = register::exists(&app, &name).await?;
    change(&app, client, &token, |me| {
        Ok(me.blocks(&person).then(|| PersonEvent::Unblocked { person: person.clone() }))
    })
    .await
}

async fn change(
    app: &People,
    client: Client,
    token: &Token,
    decide: impl Fn(&Person) -> Result<Option<PersonEvent>, Problem>,
) -> Result<StatusCode, Problem> {
    let me: PersonId = by_their_key(app, client, token).await?.id.clone();
    app.http().admit(token.hash().client(), Action::Create)?;
    let decide = |now: &Versioned<Person>| {
        Ok(decide(now)?.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    app.accounts().act(&me, Command::default(), decide).await?;
    Ok(StatusCode::NO_CONTENT)
}
