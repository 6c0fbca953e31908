//! Somebody goes for good.

use axum::extract::State;
use axum::http::StatusCode;

use super::withdraw_all;
use crate::{App, Bearer, Client, Problem, people, problem};

/// Delete you: your name is free, your keys open nothing, your games stay with "somebody"
///
/// Games that go on are resigned, and tournaments left.
#[utoipa::path(
    delete, operation_id = "delete_me", path = "/people/me", tag = "people", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "You are gone"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn delete(
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
) -> Result<StatusCode, Problem> {
    let person = people::by_their_key(&app, client, &token).await?;
    withdraw_all(&app, &person.id).await?;
    people::delete(&app, &person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
