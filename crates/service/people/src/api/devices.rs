//! Devices: links that add another device, and signing out.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::cost::Create;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody, KeyOnly};
use chautari_http::{Action, Billed, Problem, RemoteClient, Token, problem};
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::register::NewPerson;
use crate::model::person::by_link;
use crate::people::{self, Person, change};
use crate::{Caller, People, SignedIn};

/// How long a link works.
const LINK_TTL: Duration = Duration::from_mins(10);

/// A link for another device.
#[derive(Serialize, ToSchema)]
pub(super) struct DeviceLink {
    /// The code that the other device exchanges for a key of its own. It works once.
    code: String,
    /// The time the code expires, in milliseconds since 1970.
    until_ms: u64,
}

/// Create a link for another device
///
/// Show the code on this device as a link or a QR code; the other device exchanges it for a key by `open_device_link`.
/// Send an `Idempotency-Key` to get the same link again if the response is lost.
#[utoipa::path(
    post, operation_id = "link_device", path = "/people/me/links", tag = "people", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = DeviceLink, description = "The code works once, for ten minutes"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "There are too many devices or unused links (`devices`)"),
    ),
)]
pub(super) async fn link(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    KeyOnly(key): KeyOnly,
) -> Result<(StatusCode, Json<DeviceLink>), Problem> {
    let id = &caller.identity.id;
    let code = idempotency::token(app.http(), key.as_ref(), &format!("link of {}", id.as_str()));
    let now_ms = wall_clock();
    let until_ms = now_ms + LINK_TTL.as_millis() as u64;
    let link = |me: &Person| me.link(code.hash(), now_ms, until_ms);
    let done = change(&app, id, idempotency::command(key.as_ref()), link).await?;
    // A repeated request gets the link that was created first, unless it has been used.
    let created = done.now.links.iter().find(|(hash, _)| hash.admits(&code));
    let &(_, until_ms) = created.ok_or_else(invalid_link)?;
    Ok((StatusCode::CREATED, Json(DeviceLink { code: code.reveal(), until_ms })))
}

/// Returns the error for a link that has been used or has expired.
pub(super) fn invalid_link() -> Problem {
    Problem::unauthorized("This link has been used or has expired; make a new one.")
}

/// The code of a device link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenDeviceLink {
    /// The code, as `link_device` returned it on the other device.
    code: String,
}

/// Sign in on this device by a link
///
/// Exchanges the code of a link for a key of this device.
#[utoipa::path(
    post, operation_id = "open_device_link", path = "/people/links", tag = "people", request_body = OpenDeviceLink,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewPerson, description = "The person, with a key for this device"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The link has been used or has expired"),
    ),
)]
pub(super) async fn open_link(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    IdempotentBody { asked: request, key }: IdempotentBody<OpenDeviceLink>,
) -> Result<(StatusCode, Json<NewPerson>), Problem> {
    let token = idempotency::token(app.http(), key.as_ref(), "device");
    let charged = || app.http().charge(Billed::address(client), Action::InvalidToken);
    let invalid = || charged().err().unwrap_or_else(invalid_link);
    let code: Token = request.code.parse().map_err(|_| invalid())?;
    // A repeated request finds the device that was added first.
    if let Some(person) = people::holder(&app, &token).await? {
        return Ok((StatusCode::CREATED, Json(NewPerson::new(&person, &token))));
    }
    let found = app.accounts().ids(&by_link(code.hash())).await?;
    let id = found.first().ok_or_else(invalid)?;
    let now_ms = wall_clock();
    let decide = |person: &Versioned<Person>| match person.use_link(&code, token.hash(), now_ms) {
        Ok(event) => Ok(Decision::Append(event.into_iter().collect())),
        Err(_) => Err(invalid()),
    };
    let done = app.accounts().act(id, idempotency::command(key.as_ref()), decide).await?;
    app.http().vouch(&token);
    Ok((StatusCode::CREATED, Json(NewPerson::new(&done.now, &token))))
}

/// Sign out on this device
///
/// The key of this request becomes invalid. Other devices and passkeys stay; after the last of them is gone, there is no
/// way back, and the name is free after a year.
#[utoipa::path(
    delete, operation_id = "leave_device", path = "/people/me/key", tag = "people", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "The key is invalid now"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn sign_out(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>>,
) -> Result<StatusCode, Problem> {
    let hash = caller.identity.token.hash();
    change(&app, &caller.identity.id, Command::default(), |me| Ok(me.remove_device(hash))).await?;
    Ok(StatusCode::NO_CONTENT)
}
