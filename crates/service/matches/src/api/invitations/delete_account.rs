//! `DELETE /people/me`: delete the client's account.

use axum::extract::State;
use axum::http::StatusCode;
use chautari_http::{Problem, problem};
use chautari_people::people::{self, Person};
use chautari_people::{Caller, SignedIn};

use super::withdraw::withdraw_all;
use crate::Matches;

/// Delete your account
///
/// Use it to leave for good. Your name becomes available, your keys stop working, and your matches stay without your
/// name. Matches in progress are resigned, tournaments left, and invitations withdrawn.
#[utoipa::path(
    delete, operation_id = "delete_me", path = "/people/me", tag = "people", security(("token" = [])),
    responses(
        (status = NO_CONTENT, description = "Account deleted"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn delete(
    State(app): State<Matches>,
    caller: Caller<SignedIn<Person>>,
) -> Result<StatusCode, Problem> {
    let id = &caller.identity.id;
    withdraw_all(&app, id).await?;
    people::delete(app.people(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
