//! A match is begun.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chautari_aggregate::Freshness;
use chautari_arena::live::{At, Stakes, Terms, TimeControl};
use chautari_game::{AnyGame, Side};
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Problem, Token, body};
use chautari_people::{bots, people};
use chautari_platform::MatchId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seat::{Seat, Sitter};
use super::state::{Audience, MatchCreated};
use super::view::View;
use crate::Matches;

/// More moves than any opening has; a game that is gone on with elsewhere may have had many.
const MOST_MOVES: usize = 1000;

/// So many moves to begin with are as much as one more thing that is made.
const MOVES_OF_ONE: usize = 25;

/// So many are played in less than a millisecond.
const LIGHT: usize = 40;

/// A match to be begun.
#[derive(Deserialize, ToSchema)]
#[schema(as = BeginMatch)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The game, perhaps with rules changed: `baghchal:captures=3`.
    #[schema(example = "baghchal")]
    game: String,
    /// Where to begin [default: the start of the game].
    #[serde(default)]
    position: Option<String>,
    /// Moves to be played before the sides begin.
    #[serde(default)]
    moves: Vec<String>,
    /// Who plays which side, by the names of the sides [default: humans].
    #[serde(default)]
    seats: BTreeMap<String, Sitter>,
    /// How much time there is: `{"initial_ms":300000,"increment_ms":2000}` for a game, or
    /// `{"per_move_ms":30000}` for each move [default: all there is].
    #[serde(default)]
    clock: Option<TimeControl>,
    /// Whether the match is in no list: whoever has its name finds it, and nobody else [default: it is listed].
    #[serde(default)]
    unlisted: bool,
    /// Whether the result counts for the rating of the person who plays an engine: from the usual start, by a clock,
    /// and without taking back [default: it does not].
    #[serde(default)]
    rated: bool,
}

/// A match that has begun.
#[derive(Serialize, ToSchema)]
#[schema(as = NewMatch)]
pub(super) struct Created {
    /// Its name.
    #[schema(value_type = String)]
    r#match: MatchId,
    /// How many events it has had: one.
    version: u64,
    /// The tokens of the seats that need one. Whoever has a token plays the side; they are told this
    /// once.
    seats: BTreeMap<&'static str, Key>,
    /// The match.
    state: View,
}

/// What opens a seat.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = SeatKey)]
struct Key {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
}

/// Begin a match
#[utoipa::path(
    post, operation_id = "begin_match", path = "/matches", tag = "matches", request_body = Request,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Created, description = "The match, with the tokens of its seats"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = UNAUTHORIZED, body = problem::Body, description = "A person sits down by their key"),
        (status = FORBIDDEN, body = problem::Body, description = "The bot wants to be asked, or to be left alone"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or bot"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no"),
    ),
)]
pub(super) async fn create(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    IdempotentBody { asked: request, key }: IdempotentBody<Request, { body::MEDIUM }>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    let asker = Token::shown(&headers);
    let counted = people::counted(app.people(), client, asker.as_ref()).await?;
    app.http().admit_work(counted.client, Action::Create, request.moves.len() / MOVES_OF_ONE)?;
    let game = app.platform().game(&request.game)?;
    let sides = game.info().sides;
    let mut sitters = seated(&*game, request.seats)?;
    let mut keys = BTreeMap::new();
    let mut seats = Vec::new();
    for side in Side::ALL {
        let mut sitter = sitters.remove(&side).unwrap_or(Sitter::Human);
        sitter.vet()?;
        let (token, hash) = match &sitter {
            Sitter::Human => {
                let token = idempotency::token(app.http(), key.as_ref(), sides[side.index()]);
                (Some(token.reveal()), Some(token.hash()))
            }
            Sitter::Bot { name } => {
                let bot = bots::find(app.people(), name).await?;
                bots::vet_guest(&bot, asker.as_ref(), bots::Occasion::Match)?;
                (None, None)
            }
            Sitter::Person { name, .. } => {
                let person = match &asker {
                    Some(token) => people::by_their_key(app.people(), client, token).await?,
                    None => return Err(Problem::unauthorized("Send your key to play under your name.")),
                };
                if !name.is_empty() && *name != person.name {
                    let text = format!("You can only seat yourself: invite `{name}` instead.");
                    return Err(Problem::unprocessable("invite", text));
                }
                sitter = Sitter::Person { id: person.id.clone(), name: person.name.clone() };
                (None, None)
            }
            Sitter::Engine { .. } | Sitter::Random | Sitter::Open => (None, None),
        };
        keys.insert(sides[side.index()], Key { token });
        seats.push(Seat { sitter, hash });
    }
    let seats: [Seat; 2] = seats.try_into().expect("there are two sides");
    let id = MatchId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "match"));
    let terms = terms(&*game, request.position, request.moves, request.clock, &seats)?;
    let ratings = if request.rated {
        Some(rated(&app, &app.platform().name_of(&*game), &terms, &seats).await?)
    } else {
        None
    };
    let audience = if request.unlisted { Audience::Friends } else { Audience::Everybody };
    let begun = MatchCreated {
        game: app.platform().name_of(&*game),
        terms,
        seats,
        tournament: None,
        audience,
        ratings,
        no_show_ms: None,
        payer: Some(counted.payer.clone()),
    };
    let command = idempotency::command(key.as_ref());
    // A repeated request is answered, however many go on by now.
    if app.store().0.find_created(&id, &command).await?.is_none() {
        app.store().vet_quota(&counted.payer, begun.lasting()).await?;
    }
    let (id, begun) = if begun.terms.opening.len() <= LIGHT {
        app.store().vet(&id, &begun)?;
        (id, begun)
    } else {
        let hall = app.store().clone();
        app.platform().compute(client, move |_| hall.vet(&id, &begun).map(|()| (id, begun))).await??
    };
    let story = app.store().begin_vetted(id, begun, command).await?;
    let created = Created {
        r#match: story.id.clone(),
        version: story.version.0,
        seats: keys,
        state: View::new(&story, At::LastEvent),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// What both are worth as they sit down, where their match can be rated: engines are fixed points. Who would play each
/// other for ratings asks first.
async fn rated(
    app: &Matches,
    game: &str,
    terms: &Terms,
    seats: &[Seat; 2],
) -> Result<[[f64; 3]; 2], Problem> {
    if terms.control.is_none() {
        return Err(Problem::unprocessable("rated", "A rated match needs a clock."));
    }
    let is_usual = terms.start.is_none() && terms.opening.is_empty();
    let has_engine = seats.iter().any(|seat| matches!(seat.sitter, Sitter::Engine { time_ms: None, .. }));
    let mut ratings = [[0.0; 3]; 2];
    for (seat, rating) in seats.iter().zip(&mut ratings) {
        let worth = match seat.sitter.person() {
            Some(id) => Some(app.people().accounts().load(id, Freshness::Current).await?.rating(game)),
            None => seat.sitter.fixed_rating(),
        };
        let Some(worth) = worth.filter(|_| is_usual && has_engine) else {
            let text = "A match made like this is rated only between a person and an engine at a level, from the usual start. \
                        To play others for ratings, invite them.";
            return Err(Problem::unprocessable("rated", text));
        };
        *rating = [worth.rating, worth.deviation, worth.volatility];
    }
    Ok(ratings)
}

fn seated(game: &dyn AnyGame, seats: BTreeMap<String, Sitter>) -> Result<BTreeMap<Side, Sitter>, Problem> {
    let sides = game.info().sides;
    let side = |name: &str| Side::ALL.into_iter().find(|side| sides[side.index()] == name);
    let seat = |(name, sitter): (String, Sitter)| match side(&name) {
        Some(side) => Ok((side, sitter)),
        None => Err(Problem::unprocessable(
            "side",
            format!("There is no side `{name}`; the sides are {} and {}.", sides[0], sides[1]),
        )),
    };
    seats.into_iter().map(seat).collect()
}

fn terms(
    game: &dyn AnyGame,
    start: Option<String>,
    opening: Vec<String>,
    control: Option<TimeControl>,
    seats: &[Seat; 2],
) -> Result<Terms, Problem> {
    if opening.len() > MOST_MOVES {
        return Err(Problem::bad_request(format!("More than {MOST_MOVES} moves.")));
    }
    let control = control.map(TimeControl::vet).transpose();
    let control = control.map_err(|e| Problem::unprocessable("clock", e.to_string()))?;
    // Kept in the one written form.
    let start = start.map(|text| game.read_position(&text).map(|record| record.position())).transpose()?;
    Ok(Terms {
        start,
        opening,
        control: control.map(Into::into),
        stakes: Stakes::Friendly,
        players: [seats[0].sitter.player(), seats[1].sitter.player()],
    })
}
