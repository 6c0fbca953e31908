//! The block list: people who cannot challenge the caller or sit down with them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::Command;
use chautari_http::cost::Create;
use chautari_http::{Problem, problem};

use crate::people::{Person, change, find};
use crate::{Caller, People, SignedIn};

/// Block a person
///
/// They cannot challenge you or sit down with you any more. Running games go on.
#[utoipa::path(
    put, operation_id = "block_person", path = "/people/me/blocks/{name}", tag = "people", security(("token" = [])),
    params(("name" = String, Path, description = "The name of the person, in any case")),
    responses(
        (status = NO_CONTENT, description = "The person is blocked"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This is you, or the list is full (`block`)"),
    ),
)]
pub(super) async fn block(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?.id.clone();
    change(&app, &caller.identity.id, Command::default(), |me| me.block(&person)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a person
///
/// They can challenge you again.
#[utoipa::path(
    delete, operation_id = "unblock_person", path = "/people/me/blocks/{name}", tag = "people",
    security(("token" = [])),
    params(("name" = String, Path, description = "The name of the person, in any case")),
    responses(
        (status = NO_CONTENT, description = "The person is not blocked"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person"),
    ),
)]
pub(super) async fn unblock(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?.id.clone();
    change(&app, &caller.identity.id, Command::default(), |me| Ok(me.unblock(&person))).await?;
    Ok(StatusCode::NO_CONTENT)
}
