//! The endpoint of recorded games.

use axum::Json;
use axum::extract::Extension;
use chautari_aggregate::Freshness;
use chautari_http::{Action, Billed, RemoteClient};
use serde::Serialize;
use utoipa::ToSchema;

use super::{FieldsBody, ReadFields, Reply, ServiceExtension};
use crate::actions::{admits, opens};
use crate::refusal::Body;
use crate::{Fields, GameId, Refusal, Verdict, format_timestamp};

/// A request for a recorded game.
#[derive(ToSchema)]
#[schema(as = SoftserveGameRequest)]
pub(super) struct GameDataRequest {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    game_id: GameId,
    /// Of either player, or of the event.
    token: String,
}

impl ReadFields for GameDataRequest {
    fn read(fields: &mut Fields) -> GameDataRequest {
        GameDataRequest { game_id: GameId(fields.number("game_id")), token: fields.text("token") }
    }
}

/// A recorded game.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveGameData)]
pub(super) struct GameData {
    /// The name of its event; `mirror` where it is in none.
    event: String,
    game: String,
    /// The first has the side the game names first.
    players: [String; 2],
    initial_state: String,
    states: Vec<String>,
    actions: Vec<String>,
    start_timestamp: String,
    /// The end of the game; `None` for an unfinished one.
    end_timestamp: String,
    /// The winner's name, `draw` or `ongoing`.
    result: String,
    /// The player that first exceeded the time limit, or `none`.
    forfeit: String,
}

/// A recorded game
#[utoipa::path(
    post, operation_id = "softserve_game_data", path = "/game/data", tag = "softserve",
    request_body = GameDataRequest,
    responses(
        (status = OK, body = GameData, description = "The game, finished or not"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`game not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn data(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<GameDataRequest>,
) -> Reply<GameData> {
    let GameDataRequest { game_id: id, token } = body;
    let board = service.look(id).await?;
    let (pairing, state) = (&board.pairing, &board.game_state);
    let event = service.events().load(&pairing.event, Freshness::Current).await?;
    let mut known = event.plan.token.as_ref().is_some_and(|hash| admits(hash, &token));
    for name in &pairing.seats {
        known |= service.player(name).await?.is_some_and(|player| opens(player.token, &token));
    }
    if !known {
        service.charge(Billed::address(client), Action::InvalidToken)?;
        return Err(Refusal::Token);
    }
    let ended = (state.verdict() != Verdict::Ongoing).then(|| state.last_ms()).flatten();
    let result = match state.verdict() {
        Verdict::Ongoing => "ongoing",
        Verdict::Draw => "draw",
        Verdict::Win(side) => board.name(side),
    };
    Ok(Json(GameData {
        event: event.plan.title().to_owned(),
        players: pairing.seats.clone(),
        game: pairing.game.clone(),
        initial_state: state.states().first().cloned().unwrap_or_default(),
        states: state.states().to_vec(),
        actions: state.actions().clone(),
        start_timestamp: format_timestamp(pairing.at_ms),
        end_timestamp: ended.map_or("None".to_owned(), format_timestamp),
        result: result.to_owned(),
        forfeit: state.late().map_or("none", |side| board.name(side)).to_owned(),
    }))
}
