//! The host's list: who has entered and who is here, and cards for those whom the host enters.
//!
//! A card is a name and its key, made by the host for somebody: a pupil who scans it is that person at once, on any
//! device, in this tournament and in the next.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKey, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, Problem, Token, body};
use chautari_matches::matches::Sitter;
use chautari_people::people;
use chautari_people::people::{Name, Person};
use chautari_platform::{MatchId, PersonId, TournamentId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::host_actions::{HostCaller, asker, for_host};
use super::limits::MOST_PLAYERS;
use super::settings::Entry;
use super::state::{Phase, Tournament, TournamentEvent};
use super::{entries, named};
use crate::Tournaments;

/// A name that is taken gets a number, up to this one.
const MOST_NAMESAKES: usize = 99;

/// Whom the host enters.
#[derive(Deserialize, ToSchema)]
#[schema(as = EnterRoster)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What they are called; one that is taken gets a number.
    #[serde(default)]
    #[schema(example = json!(["Asha", "Bikash"]))]
    names: Vec<String>,
    /// Or those who have cards from another tournament of this host, with the cards they have.
    #[serde(default)]
    from: Option<String>,
}

/// What the host hands out.
#[derive(Serialize, ToSchema)]
#[schema(as = Cards)]
pub(super) struct Cards {
    /// One a new name. They are told once.
    cards: Vec<Card>,
    /// How many are in by cards of another tournament.
    again: usize,
}

/// A name with its key.
#[derive(Serialize, ToSchema)]
struct Card {
    /// What the host wrote.
    asked: String,
    /// What they are called here.
    name: String,
    #[schema(value_type = String)]
    person: PersonId,
    /// Whoever has it is this person.
    token: String,
}

/// Enter people and make cards for them
///
/// Each name becomes a person with a key of their own, to be handed out as a link or a QR code.
#[utoipa::path(
    post, operation_id = "enter_roster", path = "/tournaments/{tournament}/roster", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament"), IdempotencyKeyHeader),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = CREATED, body = Cards, description = "The names with their keys, told once"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has ended, or it is too late"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This is no name (`index` says which), or there are too many"),
    ),
)]
pub(super) async fn enter(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    IdempotentBody { asked: request, key }: IdempotentBody<Request, { body::MEDIUM }>,
) -> Result<(StatusCode, Json<Cards>), Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    if request.names.len() > MOST_PLAYERS {
        return Err(Problem::unprocessable(
            "players",
            format!("A tournament has at most {MOST_PLAYERS} players."),
        ));
    }
    let mut names = Vec::with_capacity(request.names.len());
    for (index, text) in request.names.iter().enumerate() {
        names.push(Name::read(text).map_err(|why| Problem::unprocessable("name", why).index(index))?);
    }
    let again = match &request.from {
        Some(from) => again(&app, from, client, &token).await?,
        None => Vec::new(),
    };
    // Before anybody is made whom there is no place for.
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let known: HashSet<_> =
        tournament.players.iter().filter_map(|entry| entry.seat.sitter.person()).collect();
    let more = names.len() + again.iter().filter(|person| !known.contains(person)).count();
    if more > 0
        && let Err(refused) = entries::vet_more(&tournament, more)
    {
        let Some(key) = &key else { return Err(refused) };
        // Whoever has entered, by this request sent before, has a place. To look for them is work for each name.
        app.http().admit_beside(client, names.len())?;
        let has_card = |index: &usize| {
            (1..=MOST_NAMESAKES)
                .any(|namesake| known.contains(&card_id(&app, &card(*index), namesake, Some(key))))
        };
        let more = more - (0..names.len()).filter(has_card).count();
        if more > 0 {
            entries::vet_more(&tournament, more)?;
        }
    }
    let mut cards = Vec::with_capacity(names.len());
    for (index, (name, asked)) in names.iter().zip(request.names).enumerate() {
        let what = card(index);
        let own = idempotency::token(app.http(), key.as_ref(), &what);
        let person = enrol(&app, token.hash().client(), name, &what, key.as_ref(), &own).await?;
        enter_one(&app, &id, &person).await?;
        cards.push(Card { asked, name: person.name.clone(), person: person.id.clone(), token: own.reveal() });
    }
    let mut entered = 0;
    for person in &again {
        let person = app.people().accounts().load(person, Freshness::Resident).await?;
        if !person.is_gone() {
            enter_one(&app, &id, &person).await?;
            entered += 1;
        }
    }
    Ok((StatusCode::CREATED, Json(Cards { cards, again: entered })))
}

/// Those who have cards from another tournament of the same host.
async fn again(
    app: &Tournaments,
    from: &str,
    client: Client,
    token: &Token,
) -> Result<Vec<PersonId>, Problem> {
    let from = app.tournaments().load(&named(from)?, Freshness::Resident).await?;
    let HostCaller::Host = asker(app, client, &from, token).await? else {
        return Err(Problem::forbidden("You can only reuse your own cards."));
    };
    let has_card = |entry: &&Entry| entry.card;
    Ok(from.players.iter().filter(has_card).filter_map(|entry| entry.seat.sitter.person()).cloned().collect())
}

/// What a card is made of, together with the key of the request.
fn card(index: usize) -> String {
    format!("card {index}")
}

/// Who gets a card, under the first number behind the name that was free.
fn card_id(app: &Tournaments, card: &str, namesake: usize, key: Option<&IdempotencyKey>) -> PersonId {
    PersonId::seeded(idempotency::derived_id(app.http(), key, &format!("{card} {namesake}")))
}

/// Makes a person of this name, or of the first number behind it that is free. Each further try counts as one more
/// request: a name that is taken is as much work as one that is free, but nothing is made.
async fn enrol(
    app: &Tournaments,
    client: Client,
    name: &Name,
    what: &str,
    key: Option<&IdempotencyKey>,
    token: &Token,
) -> Result<Arc<Versioned<Person>>, Problem> {
    app.http().admit(client, Action::Create)?;
    for namesake in 1..=MOST_NAMESAKES {
        let called = if namesake == 1 { Some(name.clone()) } else { name.numbered(namesake) };
        let Some(called) = called else { break };
        if namesake > 1 {
            app.http().admit(client, Action::Request)?;
        }
        let id = card_id(app, what, namesake, key);
        if let Some(person) =
            people::enrol(app.people(), &called, &id, idempotency::command(key), token).await?
        {
            return Ok(person);
        }
    }
    let text = format!("Too many people have the name `{}`; choose another.", name.as_str());
    Err(Problem::new(Kind::Conflict, "taken", text))
}

/// Enters somebody, unless they have entered.
async fn enter_one(app: &Tournaments, id: &TournamentId, person: &Person) -> Result<(), Problem> {
    let decide = |now: &Versioned<Tournament>| {
        let is_known = now.players.iter().any(|entry| entry.seat.sitter.person() == Some(&person.id));
        if is_known {
            return Ok(Decision::NoChange);
        }
        entries::vet(now)?;
        let entry = Entry { card: true, ..entries::of_person(now, person) };
        Ok::<_, Problem>(Decision::Append(vec![TournamentEvent::Entered(entry)]))
    };
    app.tournaments().act(id, Command::default(), decide).await?;
    Ok(())
}

/// What the host sees.
#[derive(Serialize, ToSchema)]
#[schema(as = Roster)]
pub(super) struct Roster {
    /// What others enter by, where they may.
    #[schema(required)]
    code: Option<String>,
    players: Vec<Listed>,
}

/// A player as the host sees them.
#[derive(Serialize, ToSchema)]
#[schema(as = RosterPlayer)]
struct Listed {
    name: String,
    /// Whether they look at a page just now, or are a bot that listens; `null` for engines and other bots.
    #[schema(required)]
    here: Option<bool>,
    /// Whether they came by a card of the host.
    card: bool,
    /// They have left, or were dropped.
    withdrawn: bool,
    /// They were dropped because they did not come.
    absent: bool,
    /// The game they play just now.
    #[schema(required, value_type = Option<String>)]
    plays: Option<MatchId>,
}

/// Who has entered, and who is here
#[utoipa::path(
    get, operation_id = "get_roster", path = "/tournaments/{tournament}/roster", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    security(("token" = [])),
    responses(
        (status = OK, body = Roster, description = "The players, in the order they entered"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "This is for the host alone"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<Roster>, Problem> {
    let id = for_host(&app, &id, client, &token).await?;
    let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
    let due = if tournament.phase == Phase::Ended { Vec::new() } else { tournament.due() };
    let listed = |player: u16| {
        let entry = &tournament.players[usize::from(player)];
        let game = due.iter().find(|(_, sides)| sides.contains(&player));
        Listed {
            name: tournament.name(player).to_owned(),
            here: match &entry.seat.sitter {
                Sitter::Person { id, .. } => Some(app.people().presence().is_here(id)),
                // One that asks for its turn now and then is here, too, and nobody can tell.
                Sitter::Bot { name } => app.people().presence().is_listening(name).then_some(true),
                _ => None,
            },
            card: entry.card,
            withdrawn: tournament.has_withdrawn(player),
            absent: tournament.absent.contains(&player),
            plays: game.map(|(slot, _)| tournament.match_id(*slot)),
        }
    };
    let players = (0..tournament.players.len() as u16).map(listed).collect();
    Ok(Json(Roster { code: tournament.plan.code.clone(), players }))
}
