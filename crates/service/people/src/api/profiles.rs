//! Profiles: a person as others see them, and the caller's own account.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Freshness;
use chautari_http::{Problem, problem};
use chautari_platform::PersonId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bots::{self, RatingView};
use crate::model::push_subscription::Subscription;
use crate::people::{Person, find};
use crate::{Caller, People, SignedIn};

/// The public profile of a person.
#[derive(Serialize, ToSchema)]
#[schema(as = Person)]
pub(super) struct PersonView {
    /// The name.
    name: String,
    /// The time of registration, in milliseconds since 1970.
    since_ms: u64,
    /// Whether the person has a page of this server open.
    here: bool,
    /// The names of their bots.
    bots: Vec<String>,
    /// The rating in each game, by rated games.
    ratings: BTreeMap<String, RatingView>,
}

/// Get a person
///
/// Returns the public profile: ratings, bots, and whether the person is online.
#[utoipa::path(
    get, operation_id = "get_person", path = "/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name of the person, in any case")),
    responses(
        (status = OK, body = PersonView, description = "The profile"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
    ),
)]
pub(super) async fn get(
    State(app): State<People>,
    Path(name): Path<String>,
) -> Result<Json<PersonView>, Problem> {
    let person = find(&app, &name).await?;
    Ok(Json(PersonView {
        name: person.name.clone(),
        since_ms: person.since_ms,
        here: app.presence().is_here(&person.id),
        bots: bots::of(&app, &person.id).await?,
        ratings: person.ratings.views(),
    }))
}

/// The caller's own account.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    /// The id of the person, which never changes.
    #[schema(value_type = String)]
    person: PersonId,
    /// The name.
    name: String,
    /// The time of registration, in milliseconds since 1970.
    since_ms: u64,
    /// The number of devices with a key.
    devices: usize,
    /// The credential ids of the passkeys, in base64url.
    passkeys: Vec<String>,
    /// The ids of the push subscriptions.
    pushes: Vec<String>,
    /// The names of blocked people.
    blocked: Vec<String>,
    /// The names of the person's bots.
    bots: Vec<String>,
    /// The rating in each game, by rated games.
    ratings: BTreeMap<String, RatingView>,
}

/// Get your account
///
/// Returns everything that is stored about the caller but the games.
#[utoipa::path(
    get, operation_id = "get_me", path = "/people/me", tag = "people", security(("token" = [])),
    responses(
        (status = OK, body = Me, description = "Your account"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn me(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>>,
) -> Result<Json<Me>, Problem> {
    let person = caller.identity;
    let mut blocked = Vec::new();
    for id in &person.blocked {
        blocked.push(app.accounts().load(id, Freshness::Current).await?.name.clone());
    }
    Ok(Json(Me {
        person: person.id.clone(),
        name: person.name.clone(),
        since_ms: person.since_ms,
        devices: person.keys.len(),
        passkeys: person.passkeys.iter().map(|passkey| passkey.id.clone()).collect(),
        pushes: person.pushes.iter().map(Subscription::id).collect(),
        blocked,
        bots: bots::of(&app, &person.id).await?,
        ratings: person.ratings.views(),
    }))
}
