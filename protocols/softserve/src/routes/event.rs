//! Events.

use axum::Json;
use axum::extract::Extension;
use chautari_server::{Action, Client, Token};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit};
use crate::desk::Desk;
use crate::referee::admits;
use crate::refusal::Body;
use crate::{CREEPER, Event, EventId, Fields, Forfeits, Outcome, Refusal, Tally, Verdict};

/// An event to be made.
#[derive(ToSchema)]
#[schema(as = SoftserveNewEvent)]
pub(super) struct Plan {
    /// The names of its players, at least two different ones.
    players: Vec<String>,
    /// How often every two of them meet with each colour.
    #[schema(minimum = 1)]
    game_pairs: u64,
    /// [default: `tournament-<id>`]
    name: Option<String>,
    /// The game [default: creeper].
    game: Option<String>,
}

impl Said for Plan {
    fn read(fields: &mut Fields) -> Plan {
        let (players, game_pairs) = (fields.texts("players"), fields.count("game_pairs"));
        Plan { players, game_pairs, name: fields.name_if_any("name"), game: fields.text_if_any("game") }
    }
}

/// An event that was made.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEvent)]
pub(super) struct Made {
    name: String,
    /// What opens its dashboard; told once.
    token: String,
    #[schema(value_type = u64)]
    event_id: EventId,
    /// Where its results are.
    dashboard: String,
}

/// Make an event
#[utoipa::path(
    post, operation_id = "softserve_create_event", path = "/event/create", tag = "softserve",
    request_body = Plan,
    responses(
        (status = OK, body = Made, description = "The event, with its token"),
        (status = FORBIDDEN, body = Body, description = "Too few players, too many games, or the name is taken"),
        (status = NOT_FOUND, body = Body, description = "There is no such player or game"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    client: Client,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Plan>,
) -> Told<Made> {
    let Plan { players, game_pairs: pairs, name, game } = said;
    let game = desk.game(game.as_deref().unwrap_or(CREEPER))?;
    admit(&desk, client, Action::Create)?;
    let token = Token::new();
    let event = desk.create_event(name, game, players, pairs, token.hash()).await?;
    let (id, name) = (event.plan.id().ok_or(Refusal::NoSuchEvent)?, event.plan.title());
    let token = token.reveal();
    let link = format!("{}/dashboard/?event={id}&token={token}", desk.settings().base_url);
    // Without its token: whoever reads logs need not be able to open it.
    tracing::info!(event = name, %id, "an event was made");
    invite(&desk, &event, &link).await?;
    Ok(Json(Made { name: name.to_owned(), token, event_id: id, dashboard: link }))
}

/// Writes to the owners of an event's players, where they have said that they read there.
async fn invite(desk: &Desk, event: &Event, link: &str) -> Result<(), Refusal> {
    if desk.settings().mail.is_none() {
        return Ok(());
    }
    let mut owners = Vec::new();
    for name in &event.plan.players {
        let player = desk.player(name).await?.filter(|player| player.confirmed);
        owners.extend(player.map(|player| player.email.clone()));
    }
    let text = format!("A player of yours is in the event {}.\nIts results: {link}\n", event.plan.title());
    desk.write_to(owners, "Your event", text);
    Ok(())
}

/// Which event is asked about.
#[derive(ToSchema)]
#[schema(as = SoftserveEventRequest)]
pub(super) struct Which {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
    /// Whether being too slow loses [default: true].
    forfeits: Option<bool>,
}

impl Said for Which {
    fn read(fields: &mut Fields) -> Which {
        let (id, token) = (EventId(fields.number("event_id")), fields.text("token"));
        Which { event_id: id, token, forfeits: fields.truth_if_any("forfeits") }
    }
}

/// What an event has come to.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventData)]
pub(super) struct Data {
    name: String,
    data: Tally,
}

/// The results of an event
#[utoipa::path(
    post, operation_id = "softserve_event_data", path = "/event/data", tag = "softserve",
    request_body = Which,
    responses(
        (status = OK, body = Data, description = "Counters of the players, and the games"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn data(
    client: Client,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Which>,
) -> Told<Data> {
    let Which { event_id: id, token, forfeits } = said;
    let forfeits = if forfeits == Some(false) { Forfeits::Ignored } else { Forfeits::Count };
    let event = desk.event(id).await?;
    let plan = &event.plan;
    if !plan.token.as_ref().is_some_and(|hash| admits(hash, &token)) {
        admit(&desk, client, Action::Guess)?;
        return Err(Refusal::Token);
    }
    let begun = desk.begun(&event).await?;
    let mut tally = Tally::new(&plan.players);
    for id in plan.games() {
        let Some(seats) = plan.seats(id) else { continue };
        let (verdict, late) = match event.settled.get(&id) {
            Some(ending) => (ending.verdict(), ending.late),
            None if begun.contains(&id) => {
                let board = desk.look(id).await?;
                (board.table.verdict(), board.table.late())
            }
            None => (Verdict::Ongoing, None),
        };
        tally.add(id, &seats.map(str::to_owned), Outcome::of(verdict, late, forfeits));
    }
    Ok(Json(Data { name: plan.title().to_owned(), data: tally }))
}
