//! Somebody sits down where nobody sits.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use chautari_aggregate::{Decision, Freshness, Versioned};
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Problem, Token};
use chautari_people::people;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::ActionResult;
use super::named;
use super::seat::{Seat, Sitter};
use super::state::{MatchLogEvent, MatchState};
use crate::Matches;

/// Where to sit down.
#[derive(Deserialize, ToSchema)]
#[schema(as = SitDown)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The side [default: the one that is free].
    #[serde(default)]
    side: Option<String>,
}

/// A seat that is taken.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatTaken)]
pub(super) struct Taken {
    /// The side that is yours now.
    side: &'static str,
    /// What opens the seat, for somebody without a name; whoever has one plays by their own key. Told once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
    #[serde(flatten)]
    acted: ActionResult,
}

/// Sit down at an open seat
///
/// The first who comes has it; all others are told 409 and can watch. With the key of a person in `Authorization`
/// it is theirs by name, else whoever has the token that is told.
#[utoipa::path(
    post, operation_id = "sit_down", path = "/matches/{match}/seats", tag = "matches",
    params(("match" = String, Path, description = "The match"), IdempotencyKeyHeader),
    request_body = Request,
    responses(
        (status = OK, body = Taken, description = "The seat is yours"),
        (status = UNAUTHORIZED, body = problem::Body, description = "This is nobody's key"),
        (status = FORBIDDEN, body = problem::Body, description = "The other player does not want to play with you"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = CONFLICT, body = problem::Body, description = "Somebody else sits there"),
    ),
)]
pub(super) async fn sit(
    State(app): State<Matches>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    IdempotentBody { asked: request, key }: IdempotentBody<Request>,
) -> Result<Json<Taken>, Problem> {
    let id = named(&id)?;
    let shown = Token::shown(&headers);
    let counted = people::counted(app.people(), client, shown.as_ref()).await?;
    app.http().admit(counted.client, Action::Create)?;
    let story = app.store().load(&id, Freshness::Current).await?;
    let info = story.info();
    let wanted = match &request.side {
        None => None,
        Some(name) => match Side::ALL.into_iter().find(|side| info.side(*side) == name) {
            Some(side) => Some(side),
            None => return Err(Problem::unprocessable("side", format!("There is no side `{name}`."))),
        },
    };
    let (seat, token) = if let Some(token) = shown {
        let person = people::by_their_key(app.people(), client, &token).await?;
        for other in story.people() {
            if app.people().accounts().load(other, Freshness::Current).await?.blocks(&person.id) {
                return Err(Problem::forbidden("The other player does not want to play with you."));
            }
        }
        let sitter = Sitter::Person { id: person.id.clone(), name: person.name.clone() };
        (Seat { sitter, hash: None }, None)
    } else {
        let token = idempotency::token(app.http(), key.as_ref(), "seat");
        (Seat { sitter: Sitter::Human, hash: Some(token.hash()) }, Some(token))
    };
    let decide = |story: &Versioned<MatchState>| {
        let is_free = |side: &Side| {
            story.begun.seats[side.index()].sitter == Sitter::Open && wanted.is_none_or(|it| it == *side)
        };
        match Side::ALL.into_iter().find(is_free) {
            Some(side) if story.played.verdict().is_none() => {
                Ok(Decision::Append(vec![MatchLogEvent::Seated { side, seat: seat.clone() }]))
            }
            _ => Err(Problem::new(Kind::Conflict, "seated", "Somebody else sits there; you can watch.")),
        }
    };
    let done = app.store().0.act(&id, idempotency::command(key.as_ref()), decide).await?;
    let side = Side::ALL.into_iter().find(|side| done.now.begun.seats[side.index()] == seat);
    let side = side.ok_or_else(|| Problem::conflict("Somebody else sits there; you can watch."))?;
    app.store().announce(&done.now);
    let token = token.map(|token| {
        app.http().vouch(&token);
        token.reveal()
    });
    Ok(Json(Taken { side: info.side(side), token, acted: ActionResult::new(&done.now) }))
}
