//! Another device: a link that works once, and the way out of one.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Decision, Versioned};
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody, KeyOnly};
use chautari_http::problem;
use chautari_http::{Action, Bearer, Problem, Token};
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::by_their_key;
use super::person::{Person, PersonEvent, by_link};
use super::register::Registration;
use crate::People;

/// How long a link works.
const OPEN: Duration = Duration::from_mins(10);

/// The most links that wait, and the most devices.
const MOST_LINKS: usize = 5;
pub(super) const MOST_DEVICES: usize = 32;

/// A link to another device.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceLink)]
pub(super) struct Link {
    /// What the other device shows to get a key of its own. It works once.
    code: String,
    /// Until when, in milliseconds since 1970.
    until_ms: u64,
}

/// Be the same person on another device
///
/// The code is to be carried to the other device, as a link or as a QR code; there it is exchanged for a key.
#[utoipa::path(
    post, operation_id = "link_device", path = "/people/me/links", tag = "people", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Link, description = "A code that works once, for ten minutes"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "There are too many devices"),
    ),
)]
pub(super) async fn link(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    KeyOnly(key): KeyOnly,
) -> Result<(StatusCode, Json<Link>), Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let code = idempotency::token(app.http(), key.as_ref(), &format!("link of {}", person.id.as_str()));
    let now = wall_clock();
    let until_ms = now + OPEN.as_millis() as u64;
    let decide = |person: &Versioned<Person>| {
        if person.keys.len() >= MOST_DEVICES {
            let text = format!("You already use {MOST_DEVICES} devices.");
            return Err(Problem::unprocessable("devices", text));
        }
        if person.links.iter().filter(|(_, until)| *until > now).count() >= MOST_LINKS {
            let text = "You have links you have not used yet; wait until they expire.";
            return Err(Problem::unprocessable("devices", text));
        }
        Ok(Decision::Append(vec![PersonEvent::Linked { hash: code.hash(), until_ms }]))
    };
    let done = app.accounts().act(&person.id, idempotency::command(key.as_ref()), decide).await?;
    // A repetition is told of the link that is there.
    let made = done.now.links.iter().find(|(hash, _)| hash.admits(&code));
    let &(_, until_ms) = made.ok_or_else(used)?;
    Ok((StatusCode::CREATED, Json(Link { code: code.reveal(), until_ms })))
}

/// A link opens nothing any more.
fn used() -> Problem {
    Problem::unauthorized("This link has been used or has expired; make a new one.")
}

/// What was carried to this device.
#[derive(Deserialize, ToSchema)]
#[schema(as = OpenDeviceLink)]
#[serde(deny_unknown_fields)]
pub(super) struct Carried {
    /// The code of a link.
    code: String,
}

/// Be here who you are on another device
#[utoipa::path(
    post, operation_id = "open_device_link", path = "/people/links", tag = "people", request_body = Carried,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Registration, description = "The person, with a key for this device"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The link has been used, or has run out"),
    ),
)]
pub(super) async fn open(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    IdempotentBody { asked: carried, key }: IdempotentBody<Carried>,
) -> Result<(StatusCode, Json<Registration>), Problem> {
    let token = idempotency::token(app.http(), key.as_ref(), "device");
    let guessed = || app.http().admit(client, Action::InvalidToken).err().unwrap_or_else(used);
    let code: Token = carried.code.parse().map_err(|_| guessed())?;
    // A repetition finds the device where the link was.
    let known = super::holder(&app, &token).await?;
    if let Some(person) = known {
        return Ok((StatusCode::CREATED, Json(Registration::new(&person, token.reveal()))));
    }
    let found = app.accounts().ids(&by_link(code.hash())).await?;
    let id = found.first().ok_or_else(guessed)?;
    let now = wall_clock();
    let decide = |person: &Versioned<Person>| {
        let is_open = |(hash, until): &(chautari_http::TokenHash, u64)| hash.admits(&code) && *until > now;
        if !person.links.iter().any(is_open) {
            return Err(guessed());
        }
        Ok(Decision::Append(vec![PersonEvent::DeviceAdded { link: code.hash(), hash: token.hash() }]))
    };
    let done = app.accounts().act(id, idempotency::command(key.as_ref()), decide).await?;
    app.http().vouch(&token);
    Ok((StatusCode::CREATED, Json(Registration::new(&done.now, token.reveal()))))
}

/// Leave this device: the key you show opens nothing any more
///
/// Other devices and passkeys stay. Whoever leaves the last one cannot come back; the name is free after a year.
#[utoipa::path(
    delete, operation_id = "leave_device", path = "/people/me/key", tag = "people", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "It opens nothing any more"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn leave(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<StatusCode, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    let hash = token.hash();
    let decide = |person: &Versioned<Person>| {
        Ok::<_, Problem>(if person.keys.contains(&hash) {
            Decision::Append(vec![PersonEvent::DeviceRemoved { hash }])
        } else {
            Decision::NoChange
        })
    };
    app.accounts().act(&person.id, chautari_aggregate::Command::default(), decide).await?;
    Ok(StatusCode::NO_CONTENT)
}
