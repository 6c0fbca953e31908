//! The endpoints of events.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::Extension;
use chautari_aggregate::Versioned;
use chautari_compute::Client;
use chautari_http::idempotency::IdempotencyKeyHeader;
use chautari_http::{Action, Billed, Cost, RemoteClient, body, idempotency};
use chautari_ledger::AppendStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::{FieldsBody, ReadFields, Reply, ServiceExtension};
use crate::actions::admits;
use crate::event::games_in;
use crate::refusal::Body;
use crate::service::{MOST_EVENTS, NewEvent, SoftserveService};
use crate::validation::LONGEST_LIST;
use crate::{CREEPER, Event, EventId, Fields, Forfeits, Outcome, Refusal, Tally, Verdict, format_timestamp};

/// Creating this many games costs as much as creating one thing.
const GAMES_OF_ONE: u64 = 50;

/// The longest time an event may be given, in seconds: a year.
const LONGEST: u64 = 366 * 24 * 3600;

/// A request to create an event.
#[derive(ToSchema)]
#[schema(as = SoftserveNewEvent)]
pub(super) struct CreateEventRequest {
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

impl ReadFields for CreateEventRequest {
    /// A list of 256 players.
    const BODY: usize = body::LARGE;

    fn read(fields: &mut Fields) -> CreateEventRequest {
        let (players, game_pairs) = (fields.texts("players"), fields.count("game_pairs"));
        let (name, game) = (fields.name_if_any("name"), fields.text_if_any("game"));
        CreateEventRequest {
            players,
            game_pairs,
            name,
            game,
            closes_in: fields.number_within("closes_in", 1, LONGEST),
        }
    }
}

/// A new event.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEvent)]
pub(super) struct CreateEventResponse {
    name: String,
    /// The access token of its dashboard, shown only once.
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
    request_body = CreateEventRequest,
    responses(
        (status = OK, body = CreateEventResponse, description = "The event, with its token"),
        (status = FORBIDDEN, body = Body, description = "Too few players, too many games, or the name is taken"),
        (status = NOT_FOUND, body = Body, description = "There is no such player or game"),
        (status = CONFLICT, body = Body, description = "This `Idempotency-Key` was sent before with another request"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn create(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, key, .. }: FieldsBody<CreateEventRequest>,
) -> Reply<CreateEventResponse> {
    let CreateEventRequest { players, game_pairs: pairs, name, game, closes_in } = body;
    let game = service.game(game.as_deref().unwrap_or(CREEPER))?;
    let app = service.app();
    // Charge for the games as well, because each is stored when it ends, even if only by closing the event.
    let games = games_in(players.len(), pairs).unwrap_or(u64::MAX).min(service.settings().most_games);
    let creations = Cost::of(Action::Create, (games / GAMES_OF_ONE) as usize + 1);
    service.charge(Billed::address(client), creations)?;
    let token = idempotency::token(app.http(), key.as_ref(), "softserve-event");
    let new_event = NewEvent {
        name,
        game,
        players,
        game_pairs: pairs,
        token: token.hash(),
        closes_in: closes_in.map(Duration::from_secs),
        payer: app.http().account(client),
        key: idempotency::derived_id(app.http(), key.as_ref(), "softserve-event"),
    };
    let (event, first) = service.create_event(new_event).await?;
    let (id, name) = (event.plan.id().ok_or(Refusal::NoSuchEvent)?, event.plan.title());
    let token = token.reveal();
    let link = format!("{}/dashboard/?event={id}#{token}", service.settings().base_url);
    if first == AppendStatus::New {
        // Without the token, because readers of logs must not get access to it.
        tracing::info!(event = name, %id, "an event was made");
        invite(&service, &event, &link).await?;
    }
    let deadline = event.deadline_ms.map(format_timestamp);
    Ok(Json(CreateEventResponse { name: name.to_owned(), token, event_id: id, dashboard: link, deadline }))
}

/// Emails the owners of an event's players whose addresses are verified.
async fn invite(service: &SoftserveService, event: &Event, link: &str) -> Result<(), Refusal> {
    if service.settings().mail.is_none() {
        return Ok(());
    }
    let mut owners = Vec::new();
    for name in &event.plan.players {
        let player = service.player(name).await?.filter(|player| player.confirmed);
        owners.extend(player.map(|player| player.email.clone()));
    }
    let text = format!("A player of yours is in the event {}.\nIts results: {link}\n", event.plan.title());
    service.write_to(owners, "Your event", text);
    Ok(())
}

/// A request for the results of an event.
#[derive(ToSchema)]
#[schema(as = SoftserveEventRequest)]
pub(super) struct EventDataRequest {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
    /// Whether being too slow loses [default: true].
    forfeits: Option<bool>,
}

impl ReadFields for EventDataRequest {
    fn read(fields: &mut Fields) -> EventDataRequest {
        let (id, token) = (EventId(fields.number("event_id")), fields.text("token"));
        EventDataRequest { event_id: id, token, forfeits: fields.truth_if_any("forfeits") }
    }
}

/// The results of an event.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventData)]
pub(super) struct EventData {
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

/// Loads an event. Errors if the token does not match.
async fn opened(
    service: &SoftserveService,
    client: Client,
    id: EventId,
    token: &str,
) -> Result<Arc<Versioned<Event>>, Refusal> {
    let event = service.event(id).await?;
    if !event.plan.token.as_ref().is_some_and(|hash| admits(hash, token)) {
        service.charge(Billed::address(client), Action::InvalidToken)?;
        return Err(Refusal::Token);
    }
    Ok(event)
}

/// The results of an event
#[utoipa::path(
    post, operation_id = "softserve_event_data", path = "/event/data", tag = "softserve",
    request_body = EventDataRequest,
    responses(
        (status = OK, body = EventData, description = "Counters of the players, and the games"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn data(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<EventDataRequest>,
) -> Reply<EventData> {
    let EventDataRequest { event_id: id, token, forfeits } = body;
    let forfeits = if forfeits == Some(false) { Forfeits::Ignored } else { Forfeits::Count };
    let event = opened(&service, client, id, &token).await?;
    let plan = &event.plan;
    let begun = service.begun(&event).await?;
    let mut tally = Tally::new(&plan.players);
    for id in plan.games() {
        let Some(seats) = plan.seats(id) else { continue };
        let (verdict, late) = match event.settled.get(&id) {
            Some(result) => (result.verdict(), result.late),
            None if begun.contains(&id) => {
                let board = service.look(id).await?;
                (board.game_state.verdict(), board.game_state.late())
            }
            None => (Verdict::Ongoing, None),
        };
        tally.add(id, &seats.map(str::to_owned), Outcome::of(verdict, late, forfeits));
    }
    let (deadline, closed) = (event.deadline_ms.map(format_timestamp), event.closed_ms.map(format_timestamp));
    Ok(Json(EventData { name: plan.title().to_owned(), data: tally, deadline, closed }))
}

/// An event to be closed.
#[derive(ToSchema)]
#[schema(as = SoftserveCloseEvent)]
pub(super) struct CloseEventRequest {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
}

impl ReadFields for CloseEventRequest {
    fn read(fields: &mut Fields) -> CloseEventRequest {
        CloseEventRequest { event_id: EventId(fields.number("event_id")), token: fields.text("token") }
    }
}

/// When an event ends.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventEnd)]
pub(super) struct EventEnd {
    name: String,
    /// When it is closed, if it has a deadline, in UTC.
    deadline: Option<String>,
    /// When it was closed, if it was, in UTC.
    closed: Option<String>,
}

impl EventEnd {
    fn of(event: &Event) -> Json<EventEnd> {
        let (deadline, closed) =
            (event.deadline_ms.map(format_timestamp), event.closed_ms.map(format_timestamp));
        Json(EventEnd { name: event.plan.title().to_owned(), deadline, closed })
    }
}

/// CloseEventRequest an event
///
/// The player to move forfeits each unfinished game; a game in which a built-in player is to move is drawn.
#[utoipa::path(
    post, operation_id = "softserve_close_event", path = "/event/close", tag = "softserve",
    request_body = CloseEventRequest,
    responses(
        (status = OK, body = EventEnd, description = "It is closed, now or before"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn close(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<CloseEventRequest>,
) -> Reply<EventEnd> {
    let event = opened(&service, client, body.event_id, &body.token).await?;
    Ok(EventEnd::of(&*service.close(&event).await?))
}

/// An event to be given another deadline.
#[derive(ToSchema)]
#[schema(as = SoftserveExtendEvent)]
pub(super) struct ExtendEventRequest {
    /// Its number; digits in a text will do.
    #[schema(value_type = u64)]
    event_id: EventId,
    token: String,
    /// Seconds from now after which it is closed.
    #[schema(minimum = 1, maximum = 31_622_400)]
    closes_in: u64,
}

impl ReadFields for ExtendEventRequest {
    fn read(fields: &mut Fields) -> ExtendEventRequest {
        let (event_id, token) = (EventId(fields.number("event_id")), fields.text("token"));
        ExtendEventRequest { event_id, token, closes_in: fields.number_of("closes_in", 1, LONGEST) }
    }
}

/// Give an event a deadline, or another one
#[utoipa::path(
    post, operation_id = "softserve_extend_event", path = "/event/extend", tag = "softserve",
    request_body = ExtendEventRequest,
    responses(
        (status = OK, body = EventEnd, description = "When it is closed from now on"),
        (status = UNAUTHORIZED, body = Body, description = "`event is closed`, or all its games are over"),
        (status = FORBIDDEN, body = Body, description = "`invalid token`"),
        (status = NOT_FOUND, body = Body, description = "`event not found`"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "Fields are missing or of the wrong type"),
    ),
)]
pub(super) async fn extend(
    RemoteClient(client): RemoteClient,
    Extension(service): ServiceExtension,
    FieldsBody { body, .. }: FieldsBody<ExtendEventRequest>,
) -> Reply<EventEnd> {
    let event = opened(&service, client, body.event_id, &body.token).await?;
    service.charge(Billed::address(client), Action::Create)?;
    Ok(EventEnd::of(&*service.extend(&event, Duration::from_secs(body.closes_in)).await?))
}

/// The limits of an event.
#[derive(Serialize, ToSchema)]
#[schema(as = SoftserveEventLimits)]
pub(super) struct EventLimits {
    /// Games in all: every two players meet `game_pairs` times with each colour.
    max_games: u64,
    max_players: usize,
    /// Events a client may have going on at once; those older than a day are not counted.
    max_events: usize,
    /// Seconds over an action before it is forfeited.
    action_time: f64,
}

/// The limits of an event
#[utoipa::path(
    get, operation_id = "softserve_event_limits", path = "/event/limits", tag = "softserve",
    responses((status = OK, body = EventLimits, description = "The limits of this server")),
)]
pub(super) async fn limits(Extension(service): ServiceExtension) -> Json<EventLimits> {
    let settings = service.settings();
    Json(EventLimits {
        max_games: settings.most_games,
        max_players: LONGEST_LIST,
        max_events: MOST_EVENTS,
        action_time: settings.think_time.as_secs_f64(),
    })
}
