//! Push subscriptions of the caller's browsers.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::Command;
use chautari_http::cost::Create;
use chautari_http::{JsonBody, Problem, problem};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::push_subscription::Subscription;
use crate::notifications::unsubscribe;
use crate::people::{Person, change};
use crate::{Caller, People, SignedIn};

/// The longest language code, in bytes.
const MAX_LANGUAGE: usize = 8;

/// The public key of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct PushKey {
    /// The `applicationServerKey` for a browser's `subscribe`; `null` if this server sends no notifications.
    #[schema(required)]
    key: Option<String>,
}

/// Get the key for push subscriptions
///
/// Browsers need it to subscribe. The key (P-256) is made when the database is new, and never changes.
#[utoipa::path(
    get, operation_id = "get_push_key", path = "/push/key", tag = "people",
    responses((status = OK, body = PushKey, description = "The public key")),
)]
pub(super) async fn key(State(app): State<People>) -> Json<PushKey> {
    Json(PushKey { key: app.push().key().map(str::to_owned) })
}

/// A stored push subscription.
#[derive(Serialize, ToSchema)]
pub(super) struct PushAdded {
    /// The id, the same for every subscription of one browser.
    push: String,
}

/// Add a push subscription
///
/// This browser is then notified when it is your turn or a player challenges you. Notifications are sent only while no
/// page is open. They are encrypted for the browser; the push service sees only that something was sent.
#[utoipa::path(
    post, operation_id = "add_push", path = "/people/me/pushes", tag = "people", request_body = Subscription,
    security(("token" = [])),
    responses(
        (status = CREATED, body = PushAdded, description = "Subscription added"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The subscription cannot be used (`push`)"),
    ),
)]
pub(super) async fn add(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    JsonBody(subscription): JsonBody<Subscription>,
) -> Result<(StatusCode, Json<PushAdded>), Problem> {
    app.push().vet(&subscription.address).map_err(|text| Problem::unprocessable("push", text))?;
    if subscription.language.len() > MAX_LANGUAGE {
        return Err(Problem::unprocessable("push", "This language is not available."));
    }
    let subscribe = |me: &Person| Ok(me.subscribe(&subscription));
    change(&app, &caller.identity.id, Command::default(), subscribe).await?;
    Ok((StatusCode::CREATED, Json(PushAdded { push: subscription.id() })))
}

/// Remove a push subscription
///
/// The browser gets no more notifications. Removing it twice is no error.
#[utoipa::path(
    delete, operation_id = "remove_push", path = "/people/me/pushes/{push}", tag = "people",
    security(("token" = [])),
    params(("push" = String, Path, description = "The id of the subscription")),
    responses(
        (status = NO_CONTENT, description = "Subscription removed"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn remove(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    unsubscribe(&app, &caller.identity.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
