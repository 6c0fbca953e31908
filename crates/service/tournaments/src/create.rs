//! A tournament is begun.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chautari_arena::live::TimeControl;
use chautari_arena::{Opening, OpeningError};
use chautari_compute::Client;
use chautari_game::{AnyGame, Rng};
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Problem, Token, TokenHash, body, is_title};
use chautari_matches::matches::{Sitter, is_leisurely};
use chautari_people::people;
use chautari_platform::TournamentId;
use chautari_platform::quota;
use chautari_platform::quota::QuotaKind;
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::{self, MOST_GAMES_PER_PAIR, MOST_ROUNDS};
use super::settings::{Entry, EntryPolicy, Form, OpeningChoice, TournamentSettings};
use super::state::TournamentEvent;
use super::view::View;
use super::{entries, season};
use crate::Tournaments;

const MOST_OPENINGS: usize = 256;
const MOST_PLIES: u32 = 40;

/// The most moves of an opening that is written down, and of all together: every game of the tournament begins with
/// them.
const MOST_MOVES: usize = 100;
const MOST_MOVES_IN_ALL: usize = 5000;

/// A position is shorter.
const LONGEST_OPENING: usize = 4096;

/// So many moves to begin with are as much as one more thing that is made.
const MOVES_OF_ONE: usize = 100;
const LONGEST_NAME: usize = 80;

/// Until when a tournament may be planned, and how long an arena may last.
const LATEST_MS: u64 = 366 * 24 * 3_600_000;
const LONGEST_ARENA_MS: u64 = 24 * 3_600_000;
const USUAL_ARENA_MS: u64 = 3_600_000;

/// How long people are waited for where nothing is said, and what can be said.
const USUAL_NO_SHOW_MS: u64 = 180_000;
const NO_SHOW_MS: std::ops::RangeInclusive<u64> = 500..=7 * 24 * 3_600_000;

/// What guests have where nothing is said: without any clock, one that never comes would be waited for
/// for ever.
const USUAL_CLOCK: TimeControl = TimeControl::Game { initial_ms: 300_000, increment_ms: 2000, delay_ms: 0 };

/// A tournament to be begun.
#[derive(Deserialize, ToSchema)]
#[schema(as = BeginTournament)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What it is called.
    #[schema(example = "Dashain cup")]
    name: String,
    /// The game, perhaps with rules changed.
    #[schema(example = "baghchal")]
    game: String,
    /// Who meets whom.
    format: Form,
    /// How many rounds a Swiss tournament has [default: enough to find one winner].
    #[serde(default)]
    rounds: Option<u32>,
    /// How many games a meeting has; sides are exchanged after each [default: 1].
    #[serde(default)]
    games_per_pair: Option<u32>,
    /// Who plays, the strongest first where that is known: bots, engines and random ones. People enter by
    /// themselves, or by a card of the host.
    #[serde(default)]
    players: Vec<Sitter>,
    /// Who may enter later on [default: whom the host enters].
    #[serde(default)]
    entrance: EntryPolicy,
    /// Whether it waits for its host, or its time, to start [default: it does where others may enter, or where a
    /// time is given].
    #[serde(default)]
    waits: Option<bool>,
    /// When it starts by itself, in milliseconds since 1970 [default: when the host says].
    #[serde(default)]
    starts_ms: Option<u64>,
    /// Whoever makes no first move for this long, in milliseconds, loses the game and is dropped; 0 waits as long as
    /// the clock does [default: three minutes where people may enter and have less than an hour a move].
    #[serde(default)]
    no_show_ms: Option<u64>,
    /// How long an arena lasts, in milliseconds [default: an hour].
    #[serde(default)]
    lasts_ms: Option<u64>,
    /// Whether its games count for the ratings of people; bots are always rated [default: they do not].
    #[serde(default)]
    rated: bool,
    /// The season it belongs to, one of yours.
    #[serde(default)]
    season: Option<String>,
    /// How much time there is: `{"initial_ms":300000,"increment_ms":2000}` for a game, or
    /// `{"per_move_ms":30000}` for each move [default: 5 minutes and 2 seconds a move, for bots and people].
    #[serde(default)]
    clock: Option<TimeControl>,
    /// Where games begin: positions, or moves from the start. Each is played from both sides in turn
    /// [default: the start of the game].
    #[serde(default)]
    openings: Vec<String>,
    /// Instead of openings: this many plies of random play.
    #[serde(default)]
    opening_plies: Option<u32>,
}

/// A tournament that has begun.
#[derive(Serialize, ToSchema)]
#[schema(as = NewTournament)]
pub(super) struct Created {
    /// Its name in URLs.
    #[schema(value_type = String)]
    tournament: TournamentId,
    /// What it is steered by: started, paused, players entered and withdrawn. This is told once. Whoever has begun it
    /// by their key as a person steers it by that, too.
    token: String,
    /// What others enter by, where they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
    /// The tournament.
    state: View,
}

/// Begin a tournament
///
/// With the key of a person in `Authorization` that person is its host.
#[utoipa::path(
    post, operation_id = "begin_tournament", path = "/tournaments", tag = "tournaments", request_body = Request,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = Created, description = "The tournament, with its token"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A bot wants to be asked, or to be left alone"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, bot or season"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "No such tournament can be played"),
    ),
)]
pub(super) async fn create(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    IdempotentBody { asked: request, key }: IdempotentBody<Request, { body::LARGE }>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    let asker = Token::shown(&headers);
    let counted = people::counted(app.people(), client, asker.as_ref()).await?;
    let plies = request.opening_plies.unwrap_or(0).min(MOST_PLIES) as usize * RANDOM_OPENINGS as usize;
    let moves: usize = request.openings.iter().map(|text| text.split_whitespace().count()).sum();
    let moves = (plies + moves).min(MOST_MOVES_IN_ALL);
    app.http().admit_work(counted.client, Action::Create, moves / MOVES_OF_ONE)?;
    let token = idempotency::token(app.http(), key.as_ref(), "tournament");
    let id = TournamentId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "tournament"));
    let command = idempotency::command(key.as_ref());
    let begun = if let Some(begun) = app.tournaments().find_created(&id, &command).await? {
        begun
    } else {
        quota::check(app.tournaments(), &counted.payer, QuotaKind::Tournament).await?;
        let plan = plan(&app, client, request, &token, asker.as_ref()).await?;
        let plan = TournamentSettings { payer: Some(counted.payer), ..plan };
        app.tournaments().create(&id, command, vec![TournamentEvent::Begun(plan)]).await?.now()
    };
    app.http().vouch(&token);
    let (code, state) = (begun.plan.code.clone(), View::new(&app, &begun));
    Ok((StatusCode::CREATED, Json(Created { tournament: id, token: token.reveal(), code, state })))
}

async fn plan(
    app: &Tournaments,
    client: Client,
    request: Request,
    token: &Token,
    asker: Option<&Token>,
) -> Result<TournamentSettings, Problem> {
    let game = app.platform().game(&request.game)?;
    let refused = |what: &'static str, text: String| Err(Problem::unprocessable(what, text));
    if !is_title(&request.name, LONGEST_NAME) {
        return refused(
            "name",
            format!("A tournament's name has 1 to {LONGEST_NAME} bytes, all in one line."),
        );
    }
    let is_open = request.entrance != EntryPolicy::Closed;
    let waits = request.waits.unwrap_or(is_open || request.starts_ms.is_some());
    if !waits && request.players.len() < 2 && request.format != Form::Arena {
        return refused("players", "A tournament that starts at once needs two players.".to_owned());
    }
    let games = request.games_per_pair.unwrap_or(1);
    if !(1..=MOST_GAMES_PER_PAIR).contains(&games) {
        return refused("games", format!("A meeting has 1 to {MOST_GAMES_PER_PAIR} games."));
    }
    let rounds = request.rounds.unwrap_or(0);
    if request.rounds.is_some() && !(1..=MOST_ROUNDS).contains(&rounds) {
        return refused("rounds", format!("A Swiss tournament has 1 to {MOST_ROUNDS} rounds."));
    }
    if request.starts_ms.is_some_and(|starts| starts > wall_clock() + LATEST_MS) {
        return refused("starts", "A tournament must start within a year.".to_owned());
    }
    let is_arena = request.format == Form::Arena;
    let lasts_ms = is_arena.then(|| request.lasts_ms.unwrap_or(USUAL_ARENA_MS));
    if request.lasts_ms.is_some() && !is_arena {
        return refused("lasts", "Only an arena can have a time at which it ends.".to_owned());
    }
    if lasts_ms.is_some_and(|lasts| !(1000..=LONGEST_ARENA_MS).contains(&lasts)) {
        return refused("lasts", "An arena lasts between a second and a day.".to_owned());
    }
    let name = app.platform().name_of(&*game);
    let players = entries::read(app, &name, request.players, asker).await?;
    limits::vet(request.format, players.len(), rounds, games, entries::house(&players))?;
    let host = match asker {
        Some(key) => people::holder(app.people(), key).await?.map(|person| person.id.clone()),
        None => None,
    };
    let season = season::vet(app, request.season.as_deref(), host.as_ref()).await?;
    let control = request.clock.map(TimeControl::vet).transpose();
    let control = control.map_err(|e| Problem::unprocessable("clock", e.to_string()))?;
    let openings = read_openings(app, client, game, request.openings, request.opening_plies, token).await?;
    let has_guests = waits || is_open || players.iter().any(Entry::is_guest);
    let control = control.or(has_guests.then_some(USUAL_CLOCK));
    Ok(TournamentSettings {
        name: request.name,
        format: request.format,
        rounds,
        games: if is_arena { 1 } else { games },
        no_show_ms: no_show(request.no_show_ms, waits, control)?,
        control,
        players,
        openings,
        game: name,
        code: is_open.then(|| code(token.hash())),
        hash: token.hash(),
        host,
        entrance: request.entrance,
        waits,
        starts_ms: request.starts_ms,
        lasts_ms,
        rated: request.rated,
        season,
        payer: None,
    })
}

/// How long somebody who does not come is waited for.
fn no_show(said: Option<u64>, waits: bool, control: Option<TimeControl>) -> Result<Option<u64>, Problem> {
    match said {
        Some(0) => Ok(None),
        Some(ms) if NO_SHOW_MS.contains(&ms) => Ok(Some(ms)),
        Some(_) => Err(Problem::unprocessable(
            "no-show",
            "The time to wait for a player who does not show up is half a second to a week.",
        )),
        None => Ok((waits && !is_leisurely(control.map(Into::into))).then_some(USUAL_NO_SHOW_MS)),
    }
}

/// What is read out to a class: six letters and digits that nobody takes for others.
fn code(hash: TokenHash) -> String {
    const SIGNS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    let mut number = hash.digest();
    let mut next = || {
        let sign = SIGNS[(number % 31) as usize];
        number /= 31;
        char::from(sign)
    };
    (0..6).map(|_| next()).collect()
}

/// How many openings are played at random.
const RANDOM_OPENINGS: u64 = 64;

/// Reads openings where long work is done, unless there are none.
async fn read_openings(
    app: &Tournaments,
    client: Client,
    game: Box<dyn AnyGame>,
    texts: Vec<String>,
    plies: Option<u32>,
    token: &Token,
) -> Result<Vec<OpeningChoice>, Problem> {
    if texts.is_empty() && plies.is_none() {
        return Ok(Vec::new());
    }
    let seed = token.hash().to_hex().bytes().fold(0, |seed: u64, b| seed.rotate_left(5) ^ u64::from(b));
    app.platform()
        .compute(client, move |turn| openings(&*game, &texts, plies, seed, &|| Ok(turn.check()?)))
        .await?
}

fn openings(
    game: &dyn AnyGame,
    texts: &[String],
    plies: Option<u32>,
    seed: u64,
    go_on: &dyn Fn() -> Result<(), Problem>,
) -> Result<Vec<OpeningChoice>, Problem> {
    let beginning = |opening: Opening| OpeningChoice { start: opening.start, moves: opening.moves };
    let problem = |error: OpeningError| match error {
        OpeningError::Unreadable(fault) => Problem::from(fault),
        other => Problem::unprocessable("opening", other.to_string()),
    };
    if texts.len() > MOST_OPENINGS {
        return Err(Problem::unprocessable(
            "opening",
            format!("There can be at most {MOST_OPENINGS} openings."),
        ));
    }
    // Before any of them is read.
    let mut moves = 0;
    for (index, text) in texts.iter().enumerate() {
        let count = text.split_whitespace().count();
        moves += count;
        if count > MOST_MOVES || text.len() > LONGEST_OPENING {
            let text = format!("An opening has at most {MOST_MOVES} moves.");
            return Err(Problem::unprocessable("opening", text).index(index));
        }
    }
    if moves > MOST_MOVES_IN_ALL {
        let text = format!("All openings together have at most {MOST_MOVES_IN_ALL} moves.");
        return Err(Problem::unprocessable("opening", text));
    }
    match plies {
        Some(_) if !texts.is_empty() => {
            Err(Problem::bad_request("Openings are either written down or random, not both."))
        }
        Some(plies) if plies > MOST_PLIES => Err(Problem::unprocessable(
            "opening",
            format!("Random openings have at most {MOST_PLIES} plies."),
        )),
        Some(plies) => {
            let random = |number| {
                go_on()?;
                Opening::random(game, plies, &mut Rng::stream(seed, number)).map(beginning).map_err(problem)
            };
            (0..RANDOM_OPENINGS).map(random).collect()
        }
        None => {
            let read = |(index, text): (usize, &String)| {
                go_on()?;
                let opening = Opening::read(game, text).map(beginning);
                opening.map_err(|error| problem(error).index(index))
            };
            texts.iter().enumerate().map(read).collect()
        }
    }
}
