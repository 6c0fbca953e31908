//! The browsers of a person that are told of news while nobody looks at a page.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_game::Info;
use chautari_keeper::{Command, Deed, Now, Work};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::by_their_key;
use super::person::{Person, PersonEvent};
use crate::clock::wall_clock;
use crate::names::PersonId;
use crate::problem;
use crate::push::{Address, Delivery};
use crate::{Action, App, Asked, Bearer, Client, Problem};

/// More than anybody has; the oldest make room.
pub(super) const MOST_PUSHES: usize = 16;

/// How often a letter is tried that a service does not take.
const ATTEMPTS: u64 = 4;

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NewPush)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listening {
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

impl Listening {
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
pub(super) async fn key(State(app): State<App>) -> Json<Key> {
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
    post, operation_id = "add_push", path = "/people/me/pushes", tag = "people", request_body = Listening,
    security(("token" = [])),
    responses(
        (status = CREATED, body = Added, description = "It will be told"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This browser cannot be told"),
    ),
)]
pub(super) async fn add(
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
    Asked(listening): Asked<Listening>,
) -> Result<(StatusCode, Json<Added>), Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.admit(Client::with_token(token.hash()), Action::Create)?;
    app.push().vet(&listening.address).map_err(|text| Problem::refused("push", text))?;
    if listening.language.len() > 8 {
        return Err(Problem::refused("push", "This language is not available."));
    }
    let id = listening.id();
    let decide = |now: &Now<Person>| {
        let added = PersonEvent::PushAdded(listening.clone());
        Ok::<_, Problem>(if now.pushes.contains(&listening) { Deed::Nothing } else { Deed::Do(vec![added]) })
    };
    app.people().act(&person.id, Command::default(), decide).await?;
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
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.admit(Client::with_token(token.hash()), Action::Create)?;
    forget(&app, &person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn forget(app: &App, person: &PersonId, id: &str) -> Result<(), Problem> {
    let decide = |now: &Now<Person>| {
        Ok::<_, Problem>(if now.pushes.iter().any(|known| known.id() == id) {
            Deed::Do(vec![PersonEvent::PushRemoved { id: id.to_owned() }])
        } else {
            Deed::Nothing
        })
    };
    app.people().act(person, Command::default(), decide).await?;
    Ok(())
}

/// What a person is told.
pub(crate) struct Letter<'a> {
    /// `turn` or `challenge`.
    pub(crate) about: &'static str,
    /// What a later letter about the same takes the place of.
    pub(crate) topic: &'a str,
    /// Where there is more.
    pub(crate) path: String,
    pub(crate) game: &'static Info,
    /// Who else is in it, where they have a name.
    pub(crate) with: Option<String>,
}

/// Tells a person, in all their browsers. Those that want no more are forgotten.
pub(crate) async fn tell(
    app: &App,
    id: &PersonId,
    letter: &Letter<'_>,
    attempt: u64,
) -> Result<Work, Problem> {
    let Letter { about, topic, path, game, with } = letter;
    let mut is_late = false;
    for listening in &app.people().look(id).await?.pushes {
        let translated = game.translation(&listening.language).and_then(|words| words.text(game.name));
        let text = json!({
            "about": about, "path": path, "game": translated.unwrap_or(game.name), "with": with,
            "language": listening.language,
        });
        match app.push().send(&listening.address, topic, &text.to_string(), wall_clock()).await {
            Delivery::Taken | Delivery::Refused => {}
            Delivery::Gone => forget(app, id, &listening.id()).await?,
            Delivery::Later => is_late = true,
        }
    }
    let wait = std::time::Duration::from_secs(30 << attempt.min(ATTEMPTS));
    Ok(if is_late && attempt < ATTEMPTS { Work::Later(wait) } else { Work::Done })
}
