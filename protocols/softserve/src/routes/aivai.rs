//! The `/aivai` endpoints: polling for and submitting actions.

use axum::Json;
use axum::extract::Extension;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chautari_http::{Action, Billed, RemoteClient};
use serde::Serialize;
use utoipa::ToSchema;

use super::{FieldsBody, ReadFields, Reply, ServiceExtension, identify};
use crate::refusal::Body;
use crate::{ActionId, Fields, GameId, Refusal};

/// A request for the next action of a player in an event.
#[derive(ToSchema)]
#[schema(as = SoftservePlayStateRequest)]
pub(super) struct PlayStateRequest {
    /// An event, `mirror` or `*`.
    event: String,
    player: String,
    token: String,
    /// The game, for `mirror` and `*` [default: creeper].
    game: Option<String>,
}

impl ReadFields for PlayStateRequest {
    fn read(fields: &mut Fields) -> PlayStateRequest {
        PlayStateRequest {
            event: fields.text("event"),
            player: fields.text("player"),
            token: fields.text("token"),
            game: fields.text_if_any("game"),
        }
    }
}

/// A state in which the player is to act.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftservePlayState)]
pub(super) struct PlayState {
    state: String,
    /// The id of the action to submit.
    #[schema(value_type = u64)]
    action_id: ActionId,
    #[schema(value_type = u64)]
    game_id: GameId,
    /// The states, from the first to this one.
    history: Vec<String>,
}

/// Something to do for a bot
///
/// The same until it is done; the clock starts at the first call.
#[utoipa::path(
    post, operation_id = "softserve_play_state", path = "/aivai/play-state", tag = "softserve",
    request_body = PlayStateRequest,
    responses(
        (status = OK, body = PlayState, description = "An action is wanted"),
        (status = NO_CONTENT, description = "There is nothing to do now; ask again in a while"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn play_state(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<PlayStateRequest>,
) -> Result<Response, Refusal> {
    let PlayStateRequest { event, player, token, game } = body;
    let player = identify(&service, client, &player, &token).await?;
    service.charge(Billed::token(player.token, client), Action::Act)?;
    let scope = service.scope(&event, game).await?;
    let Some(pending) = service.next_action(&player, client, &scope).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let state = pending.history.last().cloned().unwrap_or_default();
    let (action_id, game_id, history) = (pending.action, pending.game, pending.history);
    Ok(Json(PlayState { state, action_id, game_id, history }).into_response())
}

/// An action of a bot.
#[derive(ToSchema)]
#[schema(as = SoftserveSubmitAction)]
pub(super) struct SubmitActionRequest {
    player: String,
    token: String,
    action: String,
    /// As play-state gave it; digits in a text will do.
    #[schema(value_type = u64)]
    action_id: ActionId,
}

impl ReadFields for SubmitActionRequest {
    fn read(fields: &mut Fields) -> SubmitActionRequest {
        let (player, token) = (fields.text("player"), fields.text("token"));
        let (action, id) = (fields.text("action"), fields.number("action_id"));
        SubmitActionRequest { player, token, action, action_id: ActionId(id) }
    }
}

/// The state of the game after the action.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveWinner)]
pub(super) struct SubmitActionResponse {
    /// `none`, `draw`, or the side, as the game names it.
    winner: &'static str,
}

/// Do it
#[utoipa::path(
    post, operation_id = "softserve_submit_action", path = "/aivai/submit-action", tag = "softserve",
    request_body = SubmitActionRequest,
    responses(
        (status = OK, body = SubmitActionResponse, description = "It is done, and on disk"),
        (status = UNAUTHORIZED, body = Body, description = "The action is another player's, or has been submitted, or its event is closed"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
        (status = NOT_FOUND, body = Body, description = "`action_id not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "`invalid action`: the clock runs on, send another"),
    ),
)]
pub(super) async fn submit_action(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, arrived_ms, .. }: FieldsBody<SubmitActionRequest>,
) -> Reply<SubmitActionResponse> {
    let SubmitActionRequest { player, token, action, action_id } = body;
    let player = identify(&service, client, &player, &token).await?;
    service.charge(Billed::token(player.token, client), Action::Act)?;
    let winner = service.submit(&player.name, action_id, &action, arrived_ms).await?;
    Ok(Json(SubmitActionResponse { winner }))
}
