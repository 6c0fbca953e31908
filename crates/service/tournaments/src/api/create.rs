//! Creating a tournament.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_arena::live::TimeControl;
use chautari_arena::{Format, Rating};
use chautari_game::AnyGame;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Cost, Problem, Token, body};
use chautari_matches::model::{Player, Seat};
use chautari_people::{Caller, bots};
use chautari_platform::quota::{self, QuotaKind};
use chautari_platform::{TournamentId, wall_clock};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::season;
use super::view::TournamentView;
use crate::Tournaments;
use crate::model::{
    CheckedPlan, Entry, EntryPolicy, NextRound, OpeningChoices, OpeningMoves, Refusal, TournamentEvent,
    TournamentPlan, TournamentSettings, check_size, code, entry,
};

/// The number of opening moves that cost as much as one more creation.
const MOVES_PER_CREATION: usize = 100;

/// The settings of a new tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginTournament {
    /// The name, 1 to 80 bytes.
    #[schema(example = "Dashain cup")]
    name: String,
    /// The game, with its rules if they are not the standard ones.
    #[schema(example = "baghchal")]
    game: String,
    /// The format. `GET /tournaments/limits` lists the formats with their rules.
    format: Format,
    /// The number of rounds, in a format that sets it [default: enough to find one winner].
    #[serde(default)]
    rounds: Option<u32>,
    /// The number of games per pairing. Sides are exchanged after each [default: 1].
    #[serde(default)]
    games_per_pair: Option<u32>,
    /// Bots, engines and random players, the strongest first if known. People join by themselves, or with a card from
    /// the host.
    #[serde(default)]
    players: Vec<Player>,
    /// The players who may enter later [default: only players whom the host enters].
    #[serde(default)]
    entrance: EntryPolicy,
    /// Whether to wait for the host or for `starts_ms` before starting [default: true if others may enter or if
    /// `starts_ms` is given].
    #[serde(default)]
    waits: Option<bool>,
    /// The time at which the tournament starts by itself, in milliseconds since 1970 [default: when the host starts
    /// it].
    #[serde(default)]
    starts_ms: Option<u64>,
    /// The time after which a player without a first move loses the game and is withdrawn, in milliseconds; 0 waits as
    /// long as the clock does [default: three minutes if the tournament waits for its start and a move has less than an
    /// hour].
    #[serde(default)]
    no_show_ms: Option<u64>,
    /// The duration of a tournament that is paired by the clock, in milliseconds [default: an hour].
    #[serde(default)]
    lasts_ms: Option<u64>,
    /// When the rounds after the first begin [default: as soon as all games have ended].
    #[serde(default)]
    next_round: NextRound,
    /// The break between rounds with `next_round: after_break`, in milliseconds [default: a minute].
    #[serde(default)]
    break_ms: Option<u64>,
    /// Whether games are rated for people. They always are for bots [default: false].
    #[serde(default)]
    rated: bool,
    /// The id of a season of the caller.
    #[serde(default)]
    season: Option<String>,
    /// The time control: `{"initial_ms":300000,"increment_ms":2000}` for a game, or `{"per_move_ms":30000}` for each
    /// move [default: 5 minutes and 2 seconds per move, if bots or people may play].
    #[serde(default)]
    clock: Option<TimeControl>,
    /// The openings: positions, or moves from the start. Each is played from both sides in turn [default: the start
    /// of the game].
    #[serde(default)]
    openings: Vec<String>,
    /// The number of random plies at the start of each game, instead of `openings`.
    #[serde(default)]
    opening_plies: Option<u32>,
}

/// A new tournament.
#[derive(Serialize, ToSchema)]
pub(super) struct NewTournament {
    /// The tournament id.
    #[schema(value_type = String)]
    tournament: TournamentId,
    /// The token for host actions, shown only once. If the request had the key of a person, that key also works.
    token: String,
    /// The join code, if others may enter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
    /// The tournament.
    state: TournamentView,
}

/// Create a tournament
///
/// With the key of a person in `Authorization`, that person is the host.
#[utoipa::path(
    post, operation_id = "begin_tournament", path = "/tournaments", tag = "tournaments",
    request_body = BeginTournament,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = NewTournament, description = "The tournament, with its token"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A bot takes no invitations, or the season belongs to another person"),
        (status = NOT_FOUND, body = problem::Body, description = "The game, a bot or the season does not exist"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The settings are not valid"),
    ),
)]
pub(super) async fn create(
    State(app): State<Tournaments>,
    caller: Caller,
    IdempotentBody { asked: request, key }: IdempotentBody<BeginTournament, { body::LARGE }>,
) -> Result<(StatusCode, Json<NewTournament>), Problem> {
    let (request, openings) = request.split_openings();
    caller.charge(Cost::of(Action::Create, 1 + openings.moves() / MOVES_PER_CREATION))?;
    let token = idempotency::token(app.http(), key.as_ref(), "tournament");
    let id = TournamentId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "tournament"));
    let command = idempotency::command(key.as_ref());
    let tournament = if let Some(existing) = app.tournaments().find_created(&id, &command).await? {
        existing
    } else {
        let settings = settle(&app, &caller, request, openings, &token).await?;
        let created = vec![TournamentEvent::Created(settings)];
        app.tournaments().create(&id, command, created).await?.now()
    };
    app.http().vouch(&token);
    let (code, state) = (tournament.settings.code.clone(), TournamentView::new(&app, &tournament));
    Ok((StatusCode::CREATED, Json(NewTournament { tournament: id, token: token.reveal(), code, state })))
}

impl BeginTournament {
    /// Takes the openings out of the request, because their size decides its price.
    fn split_openings(mut self) -> (BeginTournament, OpeningChoices) {
        let texts = std::mem::take(&mut self.openings);
        let plies = self.opening_plies.take();
        (self, OpeningChoices { texts, plies })
    }
}

/// Returns the settings of a new tournament. In this order: the settings are checked by themselves, what they name is
/// looked up, the size is checked, the openings are read.
async fn settle(
    app: &Tournaments,
    caller: &Caller,
    request: BeginTournament,
    openings: OpeningChoices,
    token: &Token,
) -> Result<TournamentSettings, Problem> {
    openings.check()?;
    let has_guests = request.players.iter().any(|player| player.bot().is_some());
    let plan = TournamentPlan {
        name: request.name,
        format: request.format,
        rounds: request.rounds,
        games_per_pair: request.games_per_pair,
        entrance: request.entrance,
        waits: request.waits,
        starts_ms: request.starts_ms,
        no_show_ms: request.no_show_ms,
        lasts_ms: request.lasts_ms,
        next_round: request.next_round,
        break_ms: request.break_ms,
        clock: request.clock,
    };
    let plan = plan.check(request.players.len(), has_guests, wall_clock())?;

    let payer = caller.quota_account();
    quota::check(app.tournaments(), &payer, QuotaKind::Tournament).await?;
    let game = app.platform().game(&request.game)?;
    let game_name = app.platform().name_of(&*game);
    let players = find_players(app, &game_name, request.players, caller.identity.token()).await?;
    let host = caller.identity.person().map(|person| person.id.clone());
    let season = season::find_own(app, request.season.as_deref(), host.as_ref()).await?;

    check_size(&plan, &players)?;
    let openings = read_openings(app, caller, game, openings, token).await?;

    let CheckedPlan {
        name,
        format,
        rounds,
        games,
        entrance,
        waits,
        starts_ms,
        no_show_ms,
        lasts_ms,
        next_round,
        break_ms,
        control,
    } = plan;
    Ok(TournamentSettings {
        name,
        game: game_name,
        format,
        rounds,
        games,
        players,
        control,
        openings,
        hash: token.hash(),
        host,
        entrance,
        code: (entrance != EntryPolicy::Closed).then(|| code(token.hash())),
        waits,
        starts_ms,
        no_show_ms,
        lasts_ms,
        next_round,
        break_ms,
        rated: request.rated,
        season,
        payer: Some(payer),
    })
}

/// Looks up the players who are entered at the creation: bots, engines and random players.
async fn find_players(
    app: &Tournaments,
    game: &str,
    players: Vec<Player>,
    token: Option<&Token>,
) -> Result<Vec<Entry>, Problem> {
    let mut entries: Vec<Entry> = Vec::with_capacity(players.len());
    for (index, player) in players.into_iter().enumerate() {
        let rating = match &player {
            Player::Bot { name } => {
                let bot = bots::find(app.people(), name).await?;
                bots::vet_guest(&bot, token, bots::Occasion::Tournament)?;
                if entries.iter().any(|entry| entry.name == *name) {
                    return Err(Refusal::EnteredTwice(name.clone()).into());
                }
                bot.rating(game)
            }
            // Engines have fixed ratings; see `Entry::rating`.
            Player::Engine { .. } | Player::Random => Rating::default(),
            Player::Human | Player::Person { .. } | Player::Open => {
                return Err(Problem::from(Refusal::NotAnEngine).index(index));
            }
        };
        player.vet()?;
        entries.push(entry(&entries, Seat::of(player), rating));
    }
    Ok(entries)
}

/// Reads the openings on the compute pool, if there are any.
async fn read_openings(
    app: &Tournaments,
    caller: &Caller,
    game: Box<dyn AnyGame>,
    openings: OpeningChoices,
    token: &Token,
) -> Result<Vec<OpeningMoves>, Problem> {
    if openings.is_empty() {
        return Ok(Vec::new());
    }
    let seed = token.hash().to_hex().bytes().fold(0, |seed: u64, b| seed.rotate_left(5) ^ u64::from(b));
    let read =
        app.platform().compute(caller.client, move |turn| openings.read(&*game, seed, &|| turn.check()));
    Ok(read.await??)
}
