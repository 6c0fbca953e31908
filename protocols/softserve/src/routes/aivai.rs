//! Bots playing.

use axum::Json;
use axum::extract::Extension;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chautari_http::Action;
use chautari_http::RemoteClient;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit, identify};
use crate::refusal::Body;
use crate::{ActionId, Fields, GameId, Refusal};

/// Who asks for something to do, and in which event.
#[derive(ToSchema)]
#[schema(as = SoftservePlayStateRequest)]
pub(super) struct Whose {
    /// An event, `mirror` or `*`.
    event: String,
    player: String,
    token: String,
    /// The game, for `mirror` and `*` [default: creeper].
    game: Option<String>,
}

impl Said for Whose {
    fn read(fields: &mut Fields) -> Whose {
        Whose {
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
pub(super) struct Pending {
    state: String,
    /// What names the action to be submitted.
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
    request_body = Whose,
    responses(
        (status = OK, body = Pending, description = "An action is wanted"),
        (status = NO_CONTENT, description = "There is nothing to do now; ask again in a while"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn play_state(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Whose>,
) -> Result<Response, Refusal> {
    let Whose { event, player, token, game } = said;
    let player = identify(&desk, client, &player, &token).await?;
    admit(&desk, player.token.client(), Action::Act)?;
    let scope = desk.scope(&event, game).await?;
    let Some(turn) = desk.turn(&player, &scope).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let state = turn.history.last().cloned().unwrap_or_default();
    let (action_id, game_id, history) = (turn.action, turn.game, turn.history);
    Ok(Json(Pending { state, action_id, game_id, history }).into_response())
}

/// What a bot does.
#[derive(ToSchema)]
#[schema(as = SoftserveSubmitAction)]
pub(super) struct Deed {
    player: String,
    token: String,
    action: String,
    /// As play-state gave it; digits in a text will do.
    #[schema(value_type = u64)]
    action_id: ActionId,
}

impl Said for Deed {
    fn read(fields: &mut Fields) -> Deed {
        let (player, token) = (fields.text("player"), fields.text("token"));
        let (action, id) = (fields.text("action"), fields.number("action_id"));
        Deed { player, token, action, action_id: ActionId(id) }
    }
}

/// Who has won.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveWinner)]
pub(super) struct Winner {
    /// `none`, `draw`, or the side, as the game names it.
    winner: &'static str,
}

/// Do it
#[utoipa::path(
    post, operation_id = "softserve_submit_action", path = "/aivai/submit-action", tag = "softserve",
    request_body = Deed,
    responses(
        (status = OK, body = Winner, description = "It is done, and on disk"),
        (status = UNAUTHORIZED, body = Body, description = "The action is another player's, or has been submitted, or its event is closed"),
        (status = FORBIDDEN, body = Body, description = "`invalid credentials`"),
        (status = NOT_FOUND, body = Body, description = "`action_id not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "`invalid action`: the clock runs on, send another"),
    ),
)]
pub(super) async fn submit_action(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, arrived_ms, .. }: Asked<Deed>,
) -> Told<Winner> {
    let Deed { player, token, action, action_id } = said;
    let player = identify(&desk, client, &player, &token).await?;
    admit(&desk, player.token.client(), Action::Act)?;
    let winner = desk.submit(&player.name, action_id, &action, arrived_ms).await?;
    Ok(Json(Winner { winner }))
}
