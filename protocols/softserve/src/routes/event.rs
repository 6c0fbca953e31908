//! Events.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::Extension;
use chautari_aggregate::Versioned;
use chautari_compute::Client;
use chautari_http::Action;
use chautari_http::RemoteClient;
use chautari_http::body;
use chautari_http::idempotency;
use chautari_http::idempotency::IdempotencyKeyHeader;
use chautari_ledger::AppendStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Asked, AtDesk, Said, Told, admit, busy};
use crate::desk::{Desk, MOST_EVENTS, Ordered};
use crate::event::games_in;
use crate::fields::LONGEST_LIST;
use crate::referee::admits;
use crate::refusal::Body;
use crate::{CREEPER, Event, EventId, Fields, Forfeits, Outcome, Refusal, Tally, Verdict, stamp};

/// So many games are as much as one more thing that is made.
const GAMES_OF_ONE: u64 = 50;

/// The longest time an event may be given, in seconds: a year.
const LONGEST: u64 = 366 * 24 * 3600;

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
    /// Seconds after which it is closed [default: never].
    #[schema(minimum = 1, maximum = 31_622_400)]
    closes_in: Option<u64>,
}

impl Said for Plan {
    /// A list of 256 players.
    const BODY: usize = body::LARGE;

    fn read(fields: &mut Fields) -> Plan {
        let (players, game_pairs) = (fields.texts("players"), fields.count("game_pairs"));
        let (name, game) = (fields.name_if_any("name"), fields.text_if_any("game"));
        Plan { players, game_pairs, name, game, closes_in: fields.number_within("closes_in", 1, LONGEST) }
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
    /// When it is closed, if it has a deadline, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    deadline: Option<String>,
}

/// Make an event
#[utoipa::path(
    post, operation_id = "softserve_create_event", path = "/event/create", tag = "softserve",
    params(IdempotencyKeyHeader),
    request_body = Plan,
    responses(
        (status = OK, body = Made, description = "The event, with its token"),
        (status = FORBIDDEN, body = Body, description = "Too few players, too many games, or the name is taken"),
        (status = NOT_FOUND, body = Body, description = "There is no such player or game"),
        (status = CONFLICT, body = Body, description = "This `Idempotency-Key` was sent before with another request"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, key, .. }: Asked<Plan>,
) -> Told<Made> {
    let Plan { players, game_pairs: pairs, name, game, closes_in } = said;
    let game = desk.game(game.as_deref().unwrap_or(CREEPER))?;
    let app = desk.app();
    // As its games are counted, so is it: each is kept when it ends, if only by being closed.
    let games = games_in(players.len(), pairs).unwrap_or(u64::MAX).min(desk.settings().most_games);
    app.http()
        .admit_work(client, Action::Create, (games / GAMES_OF_ONE) as usize)
        .map_err(|problem| busy(&problem))?;
    let token = idempotency::token(app.http(), key.as_ref(), "softserve-event");
    let ordered = Ordered {
        name,
        game,
        players,
        game_pairs: pairs,
        token: token.hash(),
        closes_in: closes_in.map(Duration::from_secs),
        payer: app.http().account(client),
        key: idempotency::derived_id(app.http(), key.as_ref(), "softserve-event"),
    };
    let (event, first) = desk.create_event(ordered).await?;
    let (id, name) = (event.plan.id().ok_or(Refusal::NoSuchEvent)?, event.plan.title());
    let token = token.reveal();
    let link = format!("{}/dashboard/?event={id}#{token}", desk.settings().base_url);
    if first == AppendStatus::New {
        // Without its token: whoever reads logs need not be able to open it.
        tracing::info!(event = name, %id, "an event was made");
        invite(&desk, &event, &link).await?;
    }
    let deadline = event.deadline_ms.map(stamp);
    Ok(Json(Made { name: name.to_owned(), token, event_id: id, dashboard: link, deadline }))
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
pub(super) struct Results {
    name: String,
    data: Tally,
    /// When it is closed, if it has a deadline, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    deadline: Option<String>,
    /// When it was closed, if it was, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    closed: Option<String>,
}

/// The event somebody has the token of.
async fn opened(
    desk: &Desk,
    client: Client,
    id: EventId,
    token: &str,
) -> Result<Arc<Versioned<Event>>, Refusal> {
    let event = desk.event(id).await?;
    if !event.plan.token.as_ref().is_some_and(|hash| admits(hash, token)) {
        admit(desk, client, Action::InvalidToken)?;
        return Err(Refusal::Token);
    }
    Ok(event)
}

/// The results of an event
#[utoipa::path(
    post, operation_id = "softserve_event_data", path = "/event/data", tag = "softserve",
    request_body = Which,
    responses(
        (status = OK, body = Results, description = "Counters of the players, and the games"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn data(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Which>,
) -> Told<Results> {
    let Which { event_id: id, token, forfeits } = said;
    let forfeits = if forfeits == Some(false) { Forfeits::Ignored } else { Forfeits::Count };
    let event = opened(&desk, client, id, &token).await?;
    let plan = &event.plan;
    let begun = desk.begun(&event).await?;
    let mut tally = Tally::new(&plan.players);
    for id in plan.games() {
        let Some(seats) = plan.seats(id) else { continue };
        let (verdict, late) = match event.settled.get(&id) {
            Some(ending) => (ending.verdict(), ending.late),
            None if begun.contains(&id) => {
                let board = desk.look(id).await?;
                (board.sheet.verdict(), board.sheet.late())
            }
            None => (Verdict::Ongoing, None),
        };
        tally.add(id, &seats.map(str::to_owned), Outcome::of(verdict, late, forfeits));
    }
    let (deadline, closed) = (event.deadline_ms.map(stamp), event.closed_ms.map(stamp));
    Ok(Json(Results { name: plan.title().to_owned(), data: tally, deadline, closed }))
}

/// An event to be closed.
#[derive(ToSchema)]
#[schema(as = SoftserveCloseEvent)]
pub(super) struct Close {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
}

impl Said for Close {
    fn read(fields: &mut Fields) -> Close {
        Close { event_id: EventId(fields.number("event_id")), token: fields.text("token") }
    }
}

/// When an event ends.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventEnd)]
pub(super) struct End {
    name: String,
    /// When it is closed, if it has a deadline, in UTC.
    deadline: Option<String>,
    /// When it was closed, if it was, in UTC.
    closed: Option<String>,
}

impl End {
    fn of(event: &Event) -> Json<End> {
        let (deadline, closed) = (event.deadline_ms.map(stamp), event.closed_ms.map(stamp));
        Json(End { name: event.plan.title().to_owned(), deadline, closed })
    }
}

/// Close an event
///
/// Whoever is to act in a game that goes on forfeits it; a game in which a player of the house is to act is drawn.
#[utoipa::path(
    post, operation_id = "softserve_close_event", path = "/event/close", tag = "softserve",
    request_body = Close,
    responses(
        (status = OK, body = End, description = "It is closed, now or before"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn close(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Close>,
) -> Told<End> {
    let event = opened(&desk, client, said.event_id, &said.token).await?;
    Ok(End::of(&*desk.close(&event).await?))
}

/// An event to be given another deadline.
#[derive(ToSchema)]
#[schema(as = SoftserveExtendEvent)]
pub(super) struct Extend {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
    /// Seconds from now after which it is closed.
    #[schema(minimum = 1, maximum = 31_622_400)]
    closes_in: u64,
}

impl Said for Extend {
    fn read(fields: &mut Fields) -> Extend {
        let (event_id, token) = (EventId(fields.number("event_id")), fields.text("token"));
        Extend { event_id, token, closes_in: fields.number_of("closes_in", 1, LONGEST) }
    }
}

/// Give an event a deadline, or another one
#[utoipa::path(
    post, operation_id = "softserve_extend_event", path = "/event/extend", tag = "softserve",
    request_body = Extend,
    responses(
        (status = OK, body = End, description = "When it is closed from now on"),
        (status = UNAUTHORIZED, body = Body, description = "`event is closed`, or all its games are over"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn extend(
    RemoteClient(client): RemoteClient,
    Extension(desk): AtDesk,
    Asked { said, .. }: Asked<Extend>,
) -> Told<End> {
    let event = opened(&desk, client, said.event_id, &said.token).await?;
    admit(&desk, client, Action::Create)?;
    Ok(End::of(&*desk.extend(&event, Duration::from_secs(said.closes_in)).await?))
}

/// What an event may have.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventLimits)]
pub(super) struct Limits {
    /// Games in all: every two players meet `game_pairs` times with each colour.
    max_games: u64,
    max_players: usize,
    /// Events a client may have going on at once; those older than a day are not counted.
    max_events: usize,
    /// Seconds over an action before it is forfeited.
    action_time: f64,
}

/// What an event may have
#[utoipa::path(
    get, operation_id = "softserve_event_limits", path = "/event/limits", tag = "softserve",
    responses((status = OK, body = Limits, description = "The limits of this server")),
)]
pub(super) async fn limits(Extension(desk): AtDesk) -> Json<Limits> {
    let settings = desk.settings();
    Json(Limits {
        max_games: settings.most_games,
        max_players: LONGEST_LIST,
        max_events: MOST_EVENTS,
        action_time: settings.think_time.as_secs_f64(),
    })
}
