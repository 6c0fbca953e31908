//! Somebody goes for good.

use axum::extract::State;
use axum::http::StatusCode;
use chautari_http::RemoteClient;
use chautari_http::{Bearer, Problem, problem};
use chautari_people::people;

use super::withdraw_all;
use crate::Matches;

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
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<StatusCode, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    withdraw_all(&app, &person.id).await?;
    people::delete(app.people(), &person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
