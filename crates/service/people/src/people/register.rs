//! Somebody chooses a name, and looks at what is kept of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{
    ActError, Aggregate as _, Command, Created, Decision, Freshness, RepositoryError, Versioned,
};
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, Problem, Token};
use chautari_platform::PersonId;
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::name::Name;
use super::person::{Person, PersonEvent};
use super::push_subscriptions::Subscription;
use super::{by_their_key, find};
use crate::bots::{Rated, RatingView};
use crate::confusables::{held_by, is_reserved};
use crate::{People, bots};

/// A name that has not been used for this long is free again.
const FREE_AFTER: Duration = Duration::from_hours(365 * 24);

/// How often it is written down that somebody was here.
const SEEN_EVERY: Duration = Duration::from_hours(24);

/// A name to be chosen.
#[derive(Deserialize, ToSchema)]
#[schema(as = ChooseName)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What others see: 1 to 24 letters of any script, digits, spaces, `-`, `_`, `.` and `'`.
    #[schema(example = "Asha")]
    name: String,
}

/// A name that is chosen.
#[derive(Serialize, ToSchema)]
#[schema(as = NewPerson)]
pub(super) struct Registration {
    #[schema(value_type = String)]
    person: PersonId,
    /// The name, in its one written form.
    name: String,
    /// The key of this browser: whoever has it is this person. It is told once.
    token: String,
}

impl Registration {
    pub(super) fn new(person: &Person, token: String) -> Registration {
        Registration { person: person.id.clone(), name: person.name.clone(), token }
    }
}

/// Choose a name
///
/// No two names are the same but for case, or look alike; bots and people share them.
#[utoipa::path(
    post, operation_id = "choose_name", path = "/people", tag = "people", request_body = Request,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Registration, description = "The name, with the key that opens it"),
        (status = CONFLICT, body = problem::Body, description = "The name, or one that looks like it, is taken"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This is no name"),
    ),
)]
pub(super) async fn register(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    IdempotentBody { asked: request, key }: IdempotentBody<Request>,
) -> Result<(StatusCode, Json<Registration>), Problem> {
    app.http().admit(client, Action::Create)?;
    let name = Name::read(&request.name).map_err(|text| Problem::unprocessable("name", text))?;
    let token = idempotency::token(app.http(), key.as_ref(), "person");
    let id = PersonId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "person"));
    match enrol(&app, &name, &id, idempotency::command(key.as_ref()), &token).await? {
        Some(person) => Ok((StatusCode::CREATED, Json(Registration::new(&person, token.reveal())))),
        None => Err(taken(&name)),
    }
}

/// Gives somebody a name and a key; `None` where the name is taken.
pub async fn enrol(
    app: &People,
    name: &Name,
    id: &PersonId,
    command: Command,
    token: &Token,
) -> Result<Option<Arc<Versioned<Person>>>, Problem> {
    if is_reserved(name.as_str()) {
        return Ok(None);
    }
    let event = PersonEvent::Named { name: name.as_str().to_owned(), hash: token.hash() };
    // Once more where the name belonged to somebody who has not been here for a year.
    for attempt in 0..2 {
        match app.accounts().create(id, command.clone(), vec![event.clone()]).await {
            Ok(Created::New(person)) => {
                app.http().vouch(token);
                return Ok(Some(person));
            }
            Err(RepositoryError::Taken { .. }) if attempt == 0 && free(app, name).await? => {}
            Ok(Created::Existing(_)) | Err(RepositoryError::Taken { .. }) => return Ok(None),
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(None)
}

fn taken(name: &Name) -> Problem {
    let text = format!("The name `{}`, or one that looks like it, is taken.", name.as_str());
    Problem::new(Kind::Conflict, "taken", text)
}

/// Frees a name if nobody who holds it, or one that looks like it, has been here for a year; whether it is free.
async fn free(app: &People, name: &Name) -> Result<bool, Problem> {
    let is_unused = |person: &Person| {
        let unused = wall_clock().saturating_sub(person.seen_ms);
        person.deleted || u128::from(unused) > FREE_AFTER.as_millis()
    };
    let mut owners = Vec::new();
    for label in held_by(name.as_str()) {
        for stream in app.platform().ledger().find(&label).await? {
            // A bot keeps its name.
            let Some(id) = Person::id(&stream) else { return Ok(false) };
            if !is_unused(&*app.accounts().load(&id, Freshness::Current).await?) {
                return Ok(false);
            }
            owners.push(id);
        }
    }
    let mut is_free = true;
    for id in owners {
        let decide = |person: &Versioned<Person>| {
            let is_left = !person.deleted && is_unused(person);
            Ok::<_, Problem>(if is_left {
                Decision::Append(vec![PersonEvent::Deleted])
            } else {
                Decision::NoChange
            })
        };
        is_free &= app.accounts().act(&id, Command::default(), decide).await?.now.deleted;
    }
    Ok(is_free)
}

/// What is kept of the person who asks.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    #[schema(value_type = String)]
    person: PersonId,
    name: String,
    /// Since when, in milliseconds since 1970.
    since_ms: u64,
    /// How many devices have a key.
    devices: usize,
    /// The passkeys to come back with, as their authenticators call them.
    passkeys: Vec<String>,
    /// The browsers that are told of news, as they are called here.
    pushes: Vec<String>,
    /// Those who cannot challenge this person.
    blocked: Vec<String>,
    /// Their bots.
    bots: Vec<String>,
    /// What they have come to in each game.
    ratings: BTreeMap<String, RatingView>,
}

/// What is kept of you
#[utoipa::path(
    get, operation_id = "get_me", path = "/people/me", tag = "people", security(("token" = [])),
    responses(
        (status = OK, body = Me, description = "You"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn me(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<Me>, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    let mut blocked = Vec::new();
    for id in &person.blocked {
        blocked.push(app.accounts().load(id, Freshness::Current).await?.name.clone());
    }
    let shown = |(game, rated): (&String, &Rated)| (game.clone(), RatingView::new(rated.rating()));
    Ok(Json(Me {
        person: person.id.clone(),
        name: person.name.clone(),
        since_ms: person.since_ms,
        devices: person.keys.len(),
        passkeys: person.passkeys.iter().map(|passkey| passkey.id.clone()).collect(),
        pushes: person.pushes.iter().map(Subscription::id).collect(),
        blocked,
        bots: bots::of(&app, &person.id).await?,
        ratings: person.ratings.iter().map(shown).collect(),
    }))
}

/// Writes down now and then that somebody was here, so that their name stays theirs.
pub(super) async fn note(app: &People, person: &Person) {
    let is_due = |seen_ms: u64| u128::from(wall_clock().saturating_sub(seen_ms)) > SEEN_EVERY.as_millis();
    if !is_due(person.seen_ms) {
        return;
    }
    let decide = |now: &Versioned<Person>| {
        Ok::<_, Problem>(if is_due(now.seen_ms) && !now.deleted {
            Decision::Append(vec![PersonEvent::Seen])
        } else {
            Decision::NoChange
        })
    };
    let noted: Result<_, ActError<Problem>> =
        app.accounts().act(&person.id, Command::default(), decide).await;
    if noted.is_err() {
        tracing::warn!(person = %person.id, "a visit was not written down");
    }
}

/// Whether somebody of this name exists: for those who only want to know that.
pub(super) async fn exists(app: &People, name: &str) -> Result<PersonId, Problem> {
    Ok(find(app, name).await?.id.clone())
}
