//! The host's roster: cards for players, and who is connected.
//!
//! A card is a name with its key, made by the host. Anyone who scans it is that person, on any device, in this
//! tournament and in later ones.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Freshness, Versioned};
use chautari_http::cost::Act;
use chautari_http::idempotency::{self, IdempotencyKey, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem::{self, Kind};
use chautari_http::{Action, Cost, Problem, Token, body};
use chautari_matches::model::Player;
use chautari_people::Caller;
use chautari_people::people::{self, Name, Person};
use chautari_platform::{MatchId, PersonId, TournamentId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{Role, act, host_of, role};
use super::names::PlayerNames;
use super::tournament_id;
use crate::Tournaments;
use crate::model::{Entry, MAX_PLAYERS, Phase, Refusal, Tournament, TournamentEvent, of_person};

/// The largest number that is added to a name that is taken.
const MAX_NAME_NUMBER: usize = 99;

/// The players whom the host enters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EnterRoster {
    /// The names of new people. A name that is taken gets a number.
    #[serde(default)]
    #[schema(example = json!(["Asha", "Bikash"]))]
    names: Vec<String>,
    /// The id of an earlier tournament of this host. Everyone with a card from it is entered; their cards stay valid.
    #[serde(default)]
    from: Option<String>,
}

/// The cards of new players.
#[derive(Serialize, ToSchema)]
pub(super) struct Cards {
    /// One card per new name. The tokens are shown only once.
    cards: Vec<Card>,
    /// The number of players entered by their cards from an earlier tournament.
    again: usize,
}

/// A card: a name with its key.
#[derive(Serialize, ToSchema)]
struct Card {
    /// The name in the request.
    asked: String,
    /// The name of the person, with a number if it was taken.
    name: String,
    /// The person id.
    #[schema(value_type = String)]
    person: PersonId,
    /// The key of the person. Its holder acts as this person.
    token: String,
}

/// Enter players and make cards
///
/// Creates a person with a key for each name, to be handed out as a link or QR code. Works before the start and for
/// late players.
#[utoipa::path(
    post, operation_id = "enter_roster", path = "/tournaments/{tournament}/roster", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id"), IdempotencyKeyHeader),
    request_body = EnterRoster,
    security(("token" = [])),
    responses(
        (status = CREATED, body = Cards, description = "The names with their keys"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "The format takes no more players (`late`), or the tournament has ended"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "A name is not valid (`index` says which), or there are too many players"),
    ),
)]
pub(super) async fn enter(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
    IdempotentBody { asked: request, key }: IdempotentBody<EnterRoster, { body::MEDIUM }>,
) -> Result<(StatusCode, Json<Cards>), Problem> {
    let id = host_of(&app, &caller, &id).await?;
    if request.names.len() > MAX_PLAYERS {
        return Err(Refusal::TooManyPlayers.into());
    }
    let mut names = Vec::with_capacity(request.names.len());
    for (index, text) in request.names.iter().enumerate() {
        names.push(Name::read(text).map_err(|why| Problem::unprocessable("name", why).index(index))?);
    }
    let again = match &request.from {
        Some(from) => card_holders(&app, &caller, from).await?,
        None => Vec::new(),
    };
    check_room(&app, &caller, &id, names.len(), &again, key.as_ref()).await?;
    let mut cards = Vec::with_capacity(names.len());
    for (index, (name, asked)) in names.iter().zip(request.names).enumerate() {
        let seed = card_seed(index);
        let own = idempotency::token(app.http(), key.as_ref(), &seed);
        let person = create_person(&app, &caller, name, &seed, key.as_ref(), &own).await?;
        enter_one(&app, &id, &person).await?;
        cards.push(Card { asked, name: person.name.clone(), person: person.id.clone(), token: own.reveal() });
    }
    let mut entered = 0;
    for person in &again {
        let person = app.people().accounts().load(person, Freshness::Resident).await?;
        if !person.is_deleted() {
            enter_one(&app, &id, &person).await?;
            entered += 1;
        }
    }
    Ok((StatusCode::CREATED, Json(Cards { cards, again: entered })))
}

/// Checks that all players fit before any person is created. Players whom an earlier try of this request has entered do
/// not count again.
async fn check_room(
    app: &Tournaments,
    caller: &Caller<Token, Act>,
    id: &TournamentId,
    names: usize,
    again: &[PersonId],
    key: Option<&IdempotencyKey>,
) -> Result<(), Problem> {
    let tournament = app.tournaments().load(id, Freshness::Resident).await?;
    let entered: HashSet<_> =
        tournament.players.iter().filter_map(|entry| entry.seat.player.person()).collect();
    let more = names + again.iter().filter(|person| !entered.contains(person)).count();
    if more == 0 {
        return Ok(());
    }
    let Err(refusal) = tournament.check_entry(more) else { return Ok(()) };
    let Some(key) = key else { return Err(refusal.into()) };
    // Deriving the ids of all cards is work for each name.
    caller.charge(Cost::requests(names))?;
    let has_entered = |index: &usize| {
        let seed = card_seed(*index);
        (1..=MAX_NAME_NUMBER).any(|number| entered.contains(&card_id(app, &seed, number, Some(key))))
    };
    let more = more - (0..names).filter(has_entered).count();
    if more > 0 {
        tournament.check_entry(more)?;
    }
    Ok(())
}

/// Returns the people who have cards from another tournament of the same host.
async fn card_holders(
    app: &Tournaments,
    caller: &Caller<Token, Act>,
    from: &str,
) -> Result<Vec<PersonId>, Problem> {
    let from = app.tournaments().load(&tournament_id(from)?, Freshness::Resident).await?;
    let Role::Host = role(caller, &from).await? else {
        return Err(Problem::forbidden("You can only reuse your own cards."));
    };
    let has_card = |entry: &&Entry| entry.card;
    Ok(from.players.iter().filter(has_card).filter_map(|entry| entry.seat.player.person()).cloned().collect())
}

/// Returns the seed from which the token and the person id of a card are derived, together with the idempotency key.
fn card_seed(index: usize) -> String {
    format!("card {index}")
}

/// Returns the person id of a card whose name got this number.
fn card_id(app: &Tournaments, seed: &str, number: usize, key: Option<&IdempotencyKey>) -> PersonId {
    PersonId::seeded(idempotency::derived_id(app.http(), key, &format!("{seed} {number}")))
}

/// Creates a person of this name, with a number if it is taken. Each further try is charged like a request, because a
/// name that is taken is as much work as one that is free.
async fn create_person(
    app: &Tournaments,
    caller: &Caller<Token, Act>,
    name: &Name,
    seed: &str,
    key: Option<&IdempotencyKey>,
    token: &Token,
) -> Result<Arc<Versioned<Person>>, Problem> {
    caller.charge(Action::Create)?;
    for number in 1..=MAX_NAME_NUMBER {
        let numbered = if number == 1 { Some(name.clone()) } else { name.numbered(number) };
        let Some(numbered) = numbered else { break };
        if number > 1 {
            caller.charge(Action::Request)?;
        }
        let id = card_id(app, seed, number, key);
        let command = idempotency::command(key);
        if let Some(person) = people::enrol(app.people(), &numbered, &id, command, token).await? {
            return Ok(person);
        }
    }
    let text = format!("Too many people have the name `{}`; choose another.", name.as_str());
    Err(Problem::new(Kind::Conflict, "taken", text))
}

/// Enters a person, unless they have already entered.
async fn enter_one(app: &Tournaments, id: &TournamentId, person: &Person) -> Result<(), Problem> {
    let entered = |now: &Tournament| {
        if now.players.iter().any(|entry| entry.seat.player.person() == Some(&person.id)) {
            return Ok(None);
        }
        now.check_entry(1)?;
        Ok(Some(TournamentEvent::Entered(Entry { card: true, ..of_person(now, person) })))
    };
    act(app, id, entered).await?;
    Ok(())
}

/// The players as the host sees them.
#[derive(Serialize, ToSchema)]
pub(super) struct Roster {
    /// The join code, if others may enter.
    #[schema(required)]
    code: Option<String>,
    /// The players, in the order of entry.
    players: Vec<RosterPlayer>,
}

/// A player as the host sees them.
#[derive(Serialize, ToSchema)]
struct RosterPlayer {
    /// The name of the player.
    name: String,
    /// Whether the person is connected to the server, or the bot listens to its events; `null` for engines and for bots
    /// that may poll.
    #[schema(required)]
    here: Option<bool>,
    /// Whether the player entered with a card of the host.
    card: bool,
    /// Whether the player has left or was withdrawn.
    withdrawn: bool,
    /// Whether the player was withdrawn because they did not show up.
    absent: bool,
    /// The match that the player plays at the moment.
    #[schema(required, value_type = Option<String>)]
    plays: Option<MatchId>,
}

/// Get the roster of a tournament
///
/// For the host: who has entered, who is connected, and who plays where.
#[utoipa::path(
    get, operation_id = "get_roster", path = "/tournaments/{tournament}/roster", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    security(("token" = [])),
    responses(
        (status = OK, body = Roster, description = "The players, in the order of entry"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The caller is not the host"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    caller: Caller<Token, Act>,
) -> Result<Json<Roster>, Problem> {
    let id = host_of(&app, &caller, &id).await?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let due = if tournament.phase == Phase::Ended { Vec::new() } else { tournament.due() };
    let names = PlayerNames::new(&app);
    let presence = app.people().presence();
    let player = |player: u16| {
        let entry = &tournament.players[usize::from(player)];
        let game = due.iter().find(|(_, sides)| sides.contains(&player));
        RosterPlayer {
            name: names.of(&tournament, player).to_owned(),
            here: match &entry.seat.player {
                Player::Person { id, .. } => Some(presence.is_here(id)),
                // A bot that polls is here, too, but cannot be seen.
                Player::Bot { name } => presence.is_listening(name).then_some(true),
                _ => None,
            },
            card: entry.card,
            withdrawn: tournament.has_withdrawn(player),
            absent: tournament.absent.contains(&player),
            plays: game.map(|(slot, _)| tournament.match_id(*slot)),
        }
    };
    let players = (0..tournament.players.len() as u16).map(player).collect();
    Ok(Json(Roster { code: tournament.settings.code.clone(), players }))
}
