//! Recorded games.

use axum::Json;
use axum::extract::Extension;
use chautari_aggregate::Freshness;
use chautari_http::Action;
use chautari_http::RemoteClient;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit};
use crate::referee::{admits, opens};
use crate::refusal::Body;
use crate::{Fields, GameId, Refusal, Verdict, stamp};

/// Which game is asked about.
#[derive(ToSchema)]
#[schema(as = SoftserveGameRequest)]
pub(super) struct Which {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    game_id: GameId,
    /// Of either player, or of the event.
    token: String,
}

impl Said for Which {
    fn read(fields: &mut Fields) -> Which {
        Which { game_id: GameId(fields.number("game_id")), token: fields.text("token") }
    }
}

/// A recorded game.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveGameData)]
pub(super) struct Data {
    /// The name of its event; `mirror` where it is in none.
    event: String,
    game: String,
    /// The first has the side the game names first.
    players: [String; 2],
    initial_state: String,
    states: Vec<String>,
    actions: Vec<String>,
    start_timestamp: String,
    /// `None` while it goes on.
    end_timestamp: String,
    /// The winner's name, `draw` or `ongoing`.
    result: String,
    /// Who was too slow first, or `none`.
    forfeit: String,
}

/// A recorded game
#[utoipa::path(
    post, operation_id = "softserve_game_data", path = "/game/data", tag = "softserve",
    request_body = Which,
    responses(
        (status = OK, body = Data, description = "The game, finished or not"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`game not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn data(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Which>,
) -> Told<Data> {
    let Which { game_id: id, token } = said;
    let board = desk.look(id).await?;
    let (pairing, sheet) = (&board.pairing, &board.sheet);
    let event = desk.events().load(&pairing.event, Freshness::Current).await?;
    let mut known = event.plan.token.as_ref().is_some_and(|hash| admits(hash, &token));
    for name in &pairing.seats {
        known |= desk.player(name).await?.is_some_and(|player| opens(player.token, &token));
    }
    if !known {
        admit(&desk, client, Action::InvalidToken)?;
        return Err(Refusal::Token);
    }
    let ended = (sheet.verdict() != Verdict::Ongoing).then(|| sheet.last_ms()).flatten();
    let result = match sheet.verdict() {
        Verdict::Ongoing => "ongoing",
        Verdict::Draw => "draw",
        Verdict::Win(side) => board.name(side),
    };
    Ok(Json(Data {
        event: event.plan.title().to_owned(),
        players: pairing.seats.clone(),
        game: pairing.game.clone(),
        initial_state: sheet.states().first().cloned().unwrap_or_default(),
        states: sheet.states().to_vec(),
        actions: sheet.actions().clone(),
        start_timestamp: stamp(pairing.at_ms),
        end_timestamp: ended.map_or("None".to_owned(), stamp),
        result: result.to_owned(),
        forfeit: sheet.late().map_or("none", |side| board.name(side)).to_owned(),
    }))
}
