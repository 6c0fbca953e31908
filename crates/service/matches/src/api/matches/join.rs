//! `POST /matches/{match}/seats`: take an open seat.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Freshness, Versioned};
use chautari_game::Side;
use chautari_http::cost::Create;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::{Problem, problem};
use chautari_people::{Caller, Identity};
use chautari_wire::{Acted, side_named};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::match_id;
use crate::Matches;
use crate::api::problem::invalid;
use crate::model::{self, MatchState, Player, Seat};
use crate::store::acted;

/// The seat to take.
#[derive(Deserialize, ToSchema)]
#[schema(as = SitDown)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinMatchRequest {
    /// The side [default: the open one].
    #[serde(default)]
    side: Option<String>,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatTaken)]
pub(super) struct JoinedMatch {
    /// The client's side.
    side: &'static str,
    /// The token of the seat, if the client has no key of a person. It is shown only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
    #[serde(flatten)]
    acted: Acted,
}

/// Take an open seat
///
/// Use it to join a match by its link. The first client gets the seat; all others get 409 and can watch. With the key
/// of a person in `Authorization` the person plays under their name; without it, the response has a token to play with.
#[utoipa::path(
    post, operation_id = "sit_down", path = "/matches/{match}/seats", tag = "matches",
    params(("match" = String, Path, description = "The id of the match"), IdempotencyKeyHeader),
    request_body = JoinMatchRequest,
    responses(
        (status = OK, body = JoinedMatch, description = "The seat is yours"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The key is not valid"),
        (status = FORBIDDEN, body = problem::Body, description = "The other player has blocked you"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body, description = "The seat is taken"),
    ),
)]
pub(super) async fn join(
    State(app): State<Matches>,
    Path(id): Path<String>,
    caller: Caller<Identity, Create>,
    IdempotentBody { asked: request, key }: IdempotentBody<JoinMatchRequest>,
) -> Result<Json<JoinedMatch>, Problem> {
    let id = match_id(&id)?;
    let store = app.store();
    let state = store.load(&id, Freshness::Current).await?;
    let info = state.info();
    let wanted = request.side.map(|name| side_named(info, &name)).transpose().map_err(invalid)?;
    let (seat, token) = if let Some(person) = caller.person()? {
        for other in state.people() {
            if app.people().accounts().load(other, Freshness::Current).await?.blocks(&person.id) {
                return Err(Problem::forbidden("The other player does not want to play with you."));
            }
        }
        (Seat::of(Player::Person { id: person.id.clone(), name: person.name.clone() }), None)
    } else {
        let token = idempotency::token(app.http(), key.as_ref(), "seat");
        (Seat { player: Player::Human, hash: Some(token.hash()) }, Some(token))
    };
    let decide = |state: &Versioned<MatchState>| model::join(state, wanted, &seat).map_err(Problem::from);
    let applied = store.repository().act(&id, idempotency::command(key.as_ref()), decide).await?;
    let side = Side::ALL.into_iter().find(|side| applied.now.created.seats[side.index()] == seat);
    let side = side.ok_or(model::MatchRefusal::SeatTaken)?;
    store.announce_start(&applied.now);
    let token = token.map(|token| {
        app.http().vouch(&token);
        token.reveal()
    });
    Ok(Json(JoinedMatch { side: info.side(side), token, acted: acted(&applied.now, store.presence()) }))
}
