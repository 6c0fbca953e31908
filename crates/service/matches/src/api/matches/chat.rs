//! `POST /matches/{match}/words`: preset chat messages, which need no moderation.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Freshness, Versioned};
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Token};
use chautari_people::Caller;
use chautari_wire::{Acted, Phrase};
use serde::Deserialize;
use utoipa::ToSchema;

use super::match_id;
use super::seat_token::side_of;
use crate::Matches;
use crate::model::{MatchState, say};
use crate::store::acted;

/// A chat message to send.
#[derive(Deserialize, ToSchema)]
#[schema(as = SayPhrase)]
#[serde(deny_unknown_fields)]
pub(super) struct SendChatRequest {
    /// The message.
    phrase: Phrase,
}

/// Send a chat message
///
/// Use it to greet or thank the other player. The message is one of a fixed set; watchers receive it as the event
/// `{"type":"said","side":"…","phrase":"…"}`. A side may send 50 messages per match.
#[utoipa::path(
    post, operation_id = "say", path = "/matches/{match}/words", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    request_body = SendChatRequest,
    security(("token" = [])),
    responses(
        (status = OK, body = Acted, description = "The message is stored"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not that of a player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The side has sent 50 messages"),
    ),
)]
pub(super) async fn send(
    State(app): State<Matches>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    JsonBody(request): JsonBody<SendChatRequest>,
) -> Result<Json<Acted>, Problem> {
    let id = match_id(&id)?;
    let state = app.store().load(&id, Freshness::Resident).await?;
    let side = side_of(&app, &state, &caller).await?;
    drop(state);
    let decide = |state: &Versioned<MatchState>| say(state, side, request.phrase).map_err(Problem::from);
    let applied = app.store().repository().act(&id, Command::default(), decide).await?;
    Ok(Json(acted(&applied.now, app.store().presence())))
}
