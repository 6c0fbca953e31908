//! Devices: links that add another device, the list of devices, and signing out.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::cost::{Act, Create};
use chautari_http::idempotency::{self, IdempotencyKey, IdempotencyKeyHeader, IdempotentBody, KeyOnly};
use chautari_http::{Action, Billed, Problem, RemoteClient, Token, problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::register::NewPerson;
use crate::bots;
use crate::model::device::DeviceOrigin;
use crate::model::person::{Reach, by_link};
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
/// Use it to sign in on a second device. Show the code as a link or a QR code; the other device exchanges it for a key
/// by `redeem_device_link`. Send an `Idempotency-Key` to get the same link again if the response is lost.
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
    let now_ms = app.platform().clock().now_ms();
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
/// Use it on the new device, with the code of the link, to get a key of its own.
#[utoipa::path(
    post, operation_id = "redeem_device_link", path = "/people/links", tag = "people", request_body = OpenDeviceLink,
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
    let now_ms = app.platform().clock().now_ms();
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
/// Use it to make the key of this request invalid. Other devices and passkeys stay. If none is left, the account cannot
/// be reached any more, and its name becomes available after a year.
#[utoipa::path(
    delete, operation_id = "sign_out", path = "/people/me/key", tag = "people", security(("token" = [])),
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

/// A device that acts for the caller.
#[derive(Serialize, ToSchema)]
#[schema(as = Device)]
struct DeviceView {
    /// The id of the device.
    device: String,
    /// The way the device got its key.
    by: DeviceOrigin,
    /// The time the device was added, in milliseconds since 1970.
    since_ms: u64,
    /// The last use of its key, in milliseconds since 1970, to the day.
    seen_ms: u64,
    /// Whether this request came from the device.
    current: bool,
}

/// A bot of the caller.
#[derive(Serialize, ToSchema)]
#[schema(as = BotUse)]
struct BotKeyView {
    /// The name of the bot.
    bot: String,
    /// Whether the bot has a valid token.
    active: bool,
    /// The last use of its token, in milliseconds since 1970, to the day.
    seen_ms: u64,
}

/// The devices and bots that can act for the caller.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceList)]
pub(super) struct Devices {
    /// The devices with a key, oldest first.
    devices: Vec<DeviceView>,
    /// The bots, in the order of registration.
    bots: Vec<BotKeyView>,
}

/// List your devices
///
/// Use it to show a person the devices and bots that can act for them, with their last use.
#[utoipa::path(
    get, operation_id = "list_devices", path = "/people/me/devices", tag = "people", security(("token" = [])),
    responses(
        (status = OK, body = Devices, description = "The devices and bots"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>>,
) -> Result<Json<Devices>, Problem> {
    let me = &caller.identity;
    let own = me.token.hash();
    let devices = me.devices.iter().map(|device| DeviceView {
        device: device.id(),
        by: device.origin,
        since_ms: device.since_ms,
        seen_ms: device.seen_ms,
        current: device.hash == own,
    });
    let mut bots = Vec::new();
    for name in bots::of(&app, &me.id).await? {
        let bot = bots::find(&app, &name).await?;
        bots.push(BotKeyView { bot: name, active: bot.hash.is_some(), seen_ms: bot.seen_ms });
    }
    Ok(Json(Devices { devices: devices.collect(), bots }))
}

/// Sign out a device
///
/// Use it when a device or its key is lost. The key becomes invalid, wherever it was copied to.
#[utoipa::path(
    delete, operation_id = "revoke_device", path = "/people/me/devices/{device}", tag = "people",
    security(("token" = [])),
    params(("device" = String, Path, description = "The id of the device, as `list_devices` returns it")),
    responses(
        (status = NO_CONTENT, description = "The device is signed out, or was before"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn revoke(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Act>,
    Path(device): Path<String>,
) -> Result<StatusCode, Problem> {
    let remove = |me: &Person| {
        let found = me.devices.iter().find(|known| known.id() == device);
        Ok(found.and_then(|found| me.remove_device(found.hash)))
    };
    change(&app, &caller.identity.id, Command::default(), remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere else
///
/// Use it when a key may have been copied. All other devices and unused links become invalid, and this device gets a
/// new key. Passkeys and bots stay. Send an `Idempotency-Key`: if the response is lost without one, so is the key; with
/// one, the same request with the old key gets the same response.
#[utoipa::path(
    delete, operation_id = "sign_out_everywhere", path = "/people/me/devices", tag = "people", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = OK, body = NewPerson, description = "The person, with the new key of this device"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Keys were replaced too often (`full`)"),
    ),
)]
pub(super) async fn sign_out_everywhere(
    State(app): State<People>,
    caller: Caller<Token, Create>,
    KeyOnly(key): KeyOnly,
) -> Result<Json<NewPerson>, Problem> {
    replace(&app, &caller, key.as_ref(), Reach::AllDevices).await
}

/// Replace the key of this device
///
/// Use it to keep a name that came with the card of a tournament: the key on the card becomes invalid, so that neither
/// the host nor a finder of the card can act for the person. Send an `Idempotency-Key`: if the response is lost without
/// one, so is the key; with one, the same request with the old key gets the same response.
#[utoipa::path(
    post, operation_id = "replace_key", path = "/people/me/key", tag = "people", security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses(
        (status = OK, body = NewPerson, description = "The person, with the new key of this device"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Keys were replaced too often (`full`)"),
    ),
)]
pub(super) async fn replace_key(
    State(app): State<People>,
    caller: Caller<Token, Create>,
    KeyOnly(key): KeyOnly,
) -> Result<Json<NewPerson>, Problem> {
    replace(&app, &caller, key.as_ref(), Reach::ThisDevice).await
}

/// Replaces the caller's key.
async fn replace(
    app: &People,
    caller: &Caller<Token, Create>,
    key: Option<&IdempotencyKey>,
    reach: Reach,
) -> Result<Json<NewPerson>, Problem> {
    let old = caller.identity.hash();
    // Derived from the old key as well, so that the response can only be repeated by its holder.
    let new = idempotency::token(app.http(), key, &format!("replaced {}", old.to_hex()));
    if key.is_some()
        && let Some(person) = people::holder(app, &new).await?
    {
        return Ok(Json(NewPerson::new(&person, &new)));
    }
    let person = caller.person().await?.ok_or_else(|| caller.refuse())?;
    caller.accept()?;
    let decide = |now: &Versioned<Person>| match now.replace_key(old, new.hash(), reach) {
        Some(event) => Ok(Decision::Append(vec![event])),
        None => Err(caller.refuse()),
    };
    let done = app.accounts().act(&person.id, Command::default(), decide).await?;
    app.http().vouch(&new);
    Ok(Json(NewPerson::new(&done.now, &new)))
}
