//! `POST /matches`: create a match.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::Freshness;
use chautari_arena::live::{NamedTimeControls, Stakes, Terms};
use chautari_game::{AnyGame, Side};
use chautari_http::idempotency::{self, IdempotencyKey, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Cost, Problem, body};
use chautari_people::{Caller, bots};
use chautari_platform::{MatchId, quota};
use chautari_wire::terms::{vet_clock, vet_rated};
use chautari_wire::{At, NewMatch, SeatKey, side_named};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Matches;
use crate::api::problem::invalid;
use crate::model::{Audience, MatchCreated, Player, Seat, match_view};

/// Moves of an opening. More than any opening has; a match that continues another one may begin with many.
const MAX_OPENING: usize = 1000;

/// A request is charged as one more creation per this many opening moves.
const MOVES_PER_CREATION: usize = 25;

/// An opening of up to this many moves is replayed on the spot, in less than a millisecond. A longer one goes to the
/// compute pool.
const SHORT_OPENING: usize = 40;

/// A match to create.
#[derive(Deserialize, ToSchema)]
#[schema(as = BeginMatch)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateMatchRequest {
    /// The game, optionally with rules: `baghchal:captures=3`.
    #[schema(example = "baghchal")]
    game: String,
    /// The start position [default: that of the game].
    #[serde(default)]
    position: Option<String>,
    /// The opening: moves that are played before the sides begin.
    #[serde(default)]
    moves: Vec<String>,
    /// The player of each side, under its name [default: humans].
    #[serde(default)]
    seats: BTreeMap<String, Player>,
    /// The time control: `{"initial_ms":300000,"increment_ms":2000}` for the game, or `{"per_move_ms":30000}` for
    /// each move. For time odds, one per side under its name:
    /// `{"goats":{"initial_ms":60000},"tigers":{"initial_ms":300000}}` [default: unlimited time].
    #[serde(default)]
    clock: Option<NamedTimeControls>,
    /// Whether the match is left out of all lists, so that only its link leads to it [default: it is listed].
    #[serde(default)]
    unlisted: bool,
    /// Whether the result counts for the rating of a person who plays an engine. A rated match needs the same
    /// clock for both sides and the usual start, and has no takebacks [default: it does not count].
    #[serde(default)]
    rated: bool,
}

/// Create a match
///
/// Use it to play an engine or a bot, to play both sides at one screen, or to share a link to an `open` seat. To play
/// another person for ratings, send an invitation instead. The response has a token for each `human` seat, shown only
/// once; people and bots play with their own.
#[utoipa::path(
    post, operation_id = "begin_match", path = "/matches", tag = "matches", request_body = CreateMatchRequest,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewMatch, description = "The match, with the tokens of its seats"),
        (status = BAD_REQUEST, body = problem::Body, description = "A position or a move cannot be read"),
        (status = UNAUTHORIZED, body = problem::Body, description = "A `person` seat needs the key of the person"),
        (status = FORBIDDEN, body = problem::Body, description = "The bot has to be invited, or takes no invitations"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or bot"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The match cannot be played like this"),
    ),
)]
pub(super) async fn create(
    State(app): State<Matches>,
    caller: Caller,
    IdempotentBody { asked: request, key }: IdempotentBody<CreateMatchRequest, { body::MEDIUM }>,
) -> Result<(StatusCode, Json<NewMatch>), Problem> {
    caller.charge(Cost::of(Action::Create, 1 + request.moves.len() / MOVES_PER_CREATION))?;
    let game = app.platform().game(&request.game)?;
    let (seats, keys) = seats(&app, &*game, request.seats, &caller, key.as_ref()).await?;
    let id = MatchId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "match"));
    let terms = terms(&*game, request.position, request.moves, request.clock.as_ref(), &seats)?;
    let name = app.platform().name_of(&*game);
    let ratings = if request.rated { Some(ratings(&app, &name, &terms, &seats).await?) } else { None };
    let payer = caller.quota_account();
    let created = MatchCreated {
        game: name,
        terms,
        seats,
        tournament: None,
        audience: if request.unlisted { Audience::Friends } else { Audience::Everybody },
        ratings,
        no_show_ms: None,
        payer: Some(payer.clone()),
    };
    let (store, command) = (app.store(), idempotency::command(key.as_ref()));
    // A repeated request gets its response even if the quota is used up by now.
    if store.repository().find_created(&id, &command).await?.is_none() {
        quota::check(store.repository(), &payer, created.quota_kind()).await?;
    }
    let (id, created) = if created.terms.opening.len() <= SHORT_OPENING {
        store.vet(&id, &created)?;
        (id, created)
    } else {
        let store = store.clone();
        let vet = move |_: &_| store.vet(&id, &created).map(|()| (id, created));
        app.platform().compute(caller.client, vet).await??
    };
    let state = store.create_vetted(id, created, command).await?;
    let new = NewMatch {
        r#match: state.id.to_string(),
        version: state.version.0,
        seats: keys,
        state: match_view(&state, store.presence(), At::LastEvent),
    };
    Ok((StatusCode::CREATED, Json(new)))
}

type SeatKeys = BTreeMap<std::borrow::Cow<'static, str>, SeatKey>;

/// Checks the requested players and creates the tokens of human seats.
async fn seats(
    app: &Matches,
    game: &dyn AnyGame,
    requested: BTreeMap<String, Player>,
    caller: &Caller,
    key: Option<&IdempotencyKey>,
) -> Result<([Seat; 2], SeatKeys), Problem> {
    let info = game.info();
    let mut players = [Player::Human, Player::Human];
    for (name, player) in requested {
        players[side_named(info, &name).map_err(invalid)?.index()] = player;
    }
    let mut keys = BTreeMap::new();
    let mut seats = Vec::new();
    for (side, player) in Side::ALL.into_iter().zip(players) {
        player.vet()?;
        let (seat, token) = seat(app, info.side(side), player, caller, key).await?;
        keys.insert(info.side(side).into(), SeatKey { token });
        seats.push(seat);
    }
    Ok((seats.try_into().expect("there are two sides"), keys))
}

/// Creates a seat, and its token if the player needs one.
async fn seat(
    app: &Matches,
    side: &str,
    player: Player,
    caller: &Caller,
    key: Option<&IdempotencyKey>,
) -> Result<(Seat, Option<String>), Problem> {
    let player = match player {
        Player::Human => {
            let token = idempotency::token(app.http(), key, side);
            return Ok((Seat { player, hash: Some(token.hash()) }, Some(token.reveal())));
        }
        Player::Bot { name } => {
            let bot = bots::find(app.people(), &name).await?;
            bots::vet_guest(&bot, caller.identity.token(), bots::Occasion::Match)?;
            Player::Bot { name }
        }
        Player::Person { name, .. } => {
            let Some(person) = caller.person()? else {
                return Err(Problem::unauthorized("Send your key to play under your name."));
            };
            if !name.is_empty() && name != person.name {
                let text = format!("You can only seat yourself: invite `{name}` instead.");
                return Err(Problem::unprocessable("invite", text));
            }
            Player::Person { id: person.id.clone(), name: person.name.clone() }
        }
        player @ (Player::Engine { .. } | Player::Random | Player::Open) => player,
    };
    Ok((Seat::of(player), None))
}

/// Returns the ratings of both players for a rated match. Engines have fixed ratings; two people play each other for
/// ratings only by invitation.
async fn ratings(
    app: &Matches,
    game: &str,
    terms: &Terms,
    seats: &[Seat; 2],
) -> Result<[[f64; 3]; 2], Problem> {
    vet_rated(terms.control).map_err(invalid)?;
    let has_usual_start = terms.start.is_none() && terms.opening.is_empty();
    let has_engine = seats.iter().any(|seat| matches!(seat.player, Player::Engine { time_ms: None, .. }));
    let mut ratings = [[0.0; 3]; 2];
    for (seat, rating) in seats.iter().zip(&mut ratings) {
        let current = match seat.player.person() {
            Some(id) => Some(app.people().accounts().load(id, Freshness::Current).await?.rating(game)),
            None => seat.player.fixed_rating(),
        };
        let Some(current) = current.filter(|_| has_usual_start && has_engine) else {
            let text = "A match made like this is rated only between a person and an engine at a level, from the usual start. \
                        To play others for ratings, invite them.";
            return Err(Problem::unprocessable("rated", text));
        };
        *rating = [current.rating, current.deviation, current.volatility];
    }
    Ok(ratings)
}

fn terms(
    game: &dyn AnyGame,
    start: Option<String>,
    opening: Vec<String>,
    clock: Option<&NamedTimeControls>,
    seats: &[Seat; 2],
) -> Result<Terms, Problem> {
    if opening.len() > MAX_OPENING {
        return Err(Problem::bad_request(format!("More than {MAX_OPENING} moves.")));
    }
    let control = vet_clock(clock, game.info()).map_err(invalid)?;
    // Stored in the canonical notation.
    let start = start.map(|text| game.read_position(&text).map(|record| record.position())).transpose()?;
    let players = seats.each_ref().map(|seat| seat.player.party());
    Ok(Terms { start, opening, control, stakes: Stakes::Friendly, players })
}
