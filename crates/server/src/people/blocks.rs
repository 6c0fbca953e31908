//! Those one would rather not meet.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_keeper::{Command, Deed, Now};
use serde::Deserialize;
use utoipa::ToSchema;

use super::person::{Person, PersonEvent};
use super::{by_their_key, register};
use crate::names::{MatchId, PersonId};
use crate::problem;
use crate::{Action, App, Asked, Bearer, Client, Problem, Token};

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
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = register::exists(&app, &name).await?;
    change(&app, client, &token, |me| {
        if me.id == person {
            return Err(Problem::refused("block", "This is you."));
        }
        if me.blocked.len() >= MOST {
            return Err(Problem::refused("block", format!("You have blocked {MOST} people already.")));
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
    State(app): State<App>,
    client: Client,
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
    app: &App,
    client: Client,
    token: &Token,
    decide: impl Fn(&Person) -> Result<Option<PersonEvent>, Problem>,
) -> Result<StatusCode, Problem> {
    let me: PersonId = by_their_key(app, client, token).await?.id.clone();
    app.admit(Client::with_token(token.hash()), Action::Act)?;
    let decide = |now: &Now<Person>| Ok(decide(now)?.map_or(Deed::Nothing, |event| Deed::Do(vec![event])));
    app.people().act(&me, Command::default(), decide).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is reported.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReportMatch)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// What was wrong.
    why: Why,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[schema(as = ReportReason)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    /// Moves that an engine seems to have made.
    Engine,
    /// A name that nobody should have to read.
    Name,
    /// Somebody lets the clock run instead of resigning, or leaves on purpose.
    Stalling,
    /// Something else.
    Other,
}

/// Report a match you play in to whoever runs this server
///
/// It goes to the server's log, with the match and the player; nobody else is told.
#[utoipa::path(
    post, operation_id = "report_match", path = "/matches/{match}/reports", tag = "people",
    security(("token" = [])),
    params(("match" = String, Path, description = "The match")),
    request_body = Report,
    responses(
        (status = NO_CONTENT, description = "It is in the log"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token opens no seat of this match"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn report(
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    Asked(report): Asked<Report>,
) -> Result<StatusCode, Problem> {
    let id = MatchId::read(&id).ok_or_else(|| Problem::missing(format!("There is no match `{id}`.")))?;
    let story = app.hall().look(&id).await?;
    let side = crate::matches::side_of(&app, client, &story, &token).await?;
    app.admit(Client::with_token(token.hash()), Action::Create)?;
    let [by, about] = [side, side.other()].map(|side| story.begun.seats[side.index()].sitter.title());
    tracing::warn!(r#match = %id, by, about, why = ?report.why, "a player is reported");
    Ok(StatusCode::NO_CONTENT)
}
