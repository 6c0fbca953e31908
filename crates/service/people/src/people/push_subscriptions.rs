//! The browsers of a person that are told of news while nobody looks at a page.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Aggregate, Command, Decision, Freshness, JobOutcome, Versioned};
use chautari_game::Info;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem};
use chautari_ledger::{Append, AppendError, Job, NewJob};
use chautari_platform::PersonId;
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::by_their_key;
use super::person::{Person, PersonEvent};
use crate::People;
use crate::push::{Address, Delivery};

/// More than anybody has; the oldest make room.
pub(super) const MOST_PUSHES: usize = 16;

/// How often a letter is tried that a service does not take.
const ATTEMPTS: u64 = 4;

/// How often the rest of a letter is put off anew because the person did something meanwhile.
const TRIES: usize = 5;

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NewPush)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// Where it is reached, as its `PushSubscription` says.
    address: Address,
    /// The language to tell it in, by its ISO 639-1 code [default: `en`].
    #[serde(default = "english")]
    #[schema(required = false, example = "ne")]
    language: String,
}

fn english() -> String {
    "en".to_owned()
}

impl Subscription {
    /// Its name: the same for the same browser.
    pub(super) fn id(&self) -> String {
        blake3::hash(self.address.endpoint().as_bytes()).to_hex()[..24].to_owned()
    }
}

/// Who would send.
#[derive(Serialize, ToSchema)]
#[schema(as = PushKey)]
pub(super) struct Key {
    /// The `applicationServerKey` for a browser's `subscribe`; `null` where this server sends nothing.
    #[schema(required)]
    key: Option<String>,
}

/// The key by which browsers know letters of this server
#[utoipa::path(
    get, operation_id = "get_push_key", path = "/push/key", tag = "people",
    responses((status = OK, body = Key, description = "A key of P-256, made when this server first started")),
)]
pub(super) async fn key(State(app): State<People>) -> Json<Key> {
    Json(Key { key: app.push().key().map(str::to_owned) })
}

/// A browser that is told.
#[derive(Serialize, ToSchema)]
#[schema(as = PushAdded)]
pub(super) struct Added {
    /// What it is called here.
    push: String,
}

/// Have this browser told when it is your turn, or somebody challenges you
///
/// Told is who looks at no page of this server. What is sent is sealed for the browser: the service that carries it
/// learns no more than that there is something.
#[utoipa::path(
    post, operation_id = "add_push", path = "/people/me/pushes", tag = "people", request_body = Subscription,
    security(("token" = [])),
    responses(
        (status = CREATED, body = Added, description = "It will be told"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This browser cannot be told"),
    ),
)]
pub(super) async fn add(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(listening): JsonBody<Subscription>,
) -> Result<(StatusCode, Json<Added>), Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    app.push().vet(&listening.address).map_err(|text| Problem::unprocessable("push", text))?;
    if listening.language.len() > 8 {
        return Err(Problem::unprocessable("push", "This language is not available."));
    }
    let id = listening.id();
    let decide = |now: &Versioned<Person>| {
        let added = PersonEvent::PushAdded(listening.clone());
        Ok::<_, Problem>(if now.pushes.contains(&listening) {
            Decision::NoChange
        } else {
            Decision::Append(vec![added])
        })
    };
    app.accounts().act(&person.id, Command::default(), decide).await?;
    Ok((StatusCode::CREATED, Json(Added { push: id })))
}

/// Tell a browser of yours no more
#[utoipa::path(
    delete, operation_id = "remove_push", path = "/people/me/pushes/{push}", tag = "people",
    security(("token" = [])),
    params(("push" = String, Path, description = "The browser, by what it is called here")),
    responses(
        (status = NO_CONTENT, description = "It is told no more"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn remove(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    forget(&app, &person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn forget(app: &People, person: &PersonId, id: &str) -> Result<(), Problem> {
    let decide = |now: &Versioned<Person>| {
        Ok::<_, Problem>(if now.pushes.iter().any(|known| known.id() == id) {
            Decision::Append(vec![PersonEvent::PushRemoved { id: id.to_owned() }])
        } else {
            Decision::NoChange
        })
    };
    app.accounts().act(person, Command::default(), decide).await?;
    Ok(())
}

/// What a person is told.
pub struct Notification<'a> {
    /// `turn` or `challenge`.
    pub about: &'static str,
    /// What a later letter about the same takes the place of.
    pub topic: &'a str,
    /// Where there is more.
    pub path: String,
    /// The game of the match or the invitation.
    pub game: &'static Info,
    /// Who else is in it, where they have a name.
    pub with: Option<String>,
}

/// A job of telling a person: at first in all their browsers, then in those whose service did not take it.
#[derive(Serialize, Deserialize)]
pub struct DeliveryBatch {
    /// What it was queued with.
    pub about: Value,
    /// The browsers that are still to be told.
    to: Option<Vec<String>>,
    /// How often it was tried before it was queued again.
    tried: u64,
}

impl DeliveryBatch {
    /// Parses a job's body. Anything but a continued batch is the subject of a new one.
    pub fn read(job: &Job) -> DeliveryBatch {
        // The first says no more than what it is about.
        let first = |_| DeliveryBatch { about: job.body.clone(), to: None, tried: 0 };
        serde_json::from_value(job.body.clone()).unwrap_or_else(first)
    }
}

/// Tells a person, in those browsers of theirs that are not told yet. Those that want no more are forgotten.
pub async fn tell(
    app: &People,
    id: &PersonId,
    letter: &Notification<'_>,
    queue: &'static str,
    job: Job,
) -> Result<JobOutcome, Problem> {
    let Notification { about, topic, path, game, with } = letter;
    let round = DeliveryBatch::read(&job);
    let mut late = Vec::new();
    let mut is_taken = false;
    for listening in &app.accounts().load(id, Freshness::Current).await?.pushes {
        if round.to.as_ref().is_some_and(|to| !to.contains(&listening.id())) {
            continue;
        }
        let translated = game.translation(&listening.language).and_then(|words| words.text(game.name));
        let text = json!({
            "about": about, "path": path, "game": translated.unwrap_or(game.name), "with": with,
            "language": listening.language,
        });
        match app.push().send(&listening.address, topic, &text.to_string(), wall_clock()).await {
            Delivery::Taken => is_taken = true,
            Delivery::Refused => {}
            Delivery::Gone => forget(app, id, &listening.id()).await?,
            Delivery::Later => late.push(listening.id()),
        }
    }
    let tried = round.tried + job.attempt;
    if late.is_empty() || tried >= ATTEMPTS {
        return Ok(JobOutcome::Done);
    }
    let delay = Duration::from_secs(30 << tried);
    if !is_taken {
        return Ok(JobOutcome::RetryAfter(delay));
    }
    let rest = DeliveryBatch { to: Some(late), tried, ..round };
    put_off(app, id, NewJob { delay, ..NewJob::new(queue, json!(rest)) }, job).await
}

/// Has the rest of a job done later, in place of all of it.
async fn put_off(app: &People, id: &PersonId, rest: NewJob, job: Job) -> Result<JobOutcome, Problem> {
    let stream = Person::stream(id);
    for _ in 0..TRIES {
        let version = app.platform().ledger().version(&stream).await?;
        let append = Append::new(stream.clone(), version).job(rest.clone()).finishing(job.clone());
        match app.platform().ledger().append(append).await {
            Ok(_) => return Ok(JobOutcome::Committed),
            Err(AppendError::JobLost) => return Ok(JobOutcome::Done),
            // They have just done something.
            Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause.into()),
            Err(error) => return Err(Problem::internal(&error)),
        }
    }
    // A letter that comes twice is better than none.
    Ok(JobOutcome::RetryAfter(rest.delay))
}
