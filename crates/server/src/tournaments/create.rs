//! A tournament is begun.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chautari_arena::live::Control;
use chautari_arena::{NoOpening, Opening, Rating};
use chautari_game::{AnyGame, Dice};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::story::{Beginning, Entry, Form, Phase, Plan, Tournament, TournamentEvent};
use super::view::View;
use crate::keyed::{self, Keyed};
use crate::matches::{Seat, Sitter};
use crate::names::TournamentId;
use crate::problem;
use crate::quota::{Lasting, Quotas};
use crate::{Action, App, Client, Problem, Token, bots};

const MOST_PLAYERS: usize = 128;
const MOST_GAMES: u32 = 100;
const MOST_ROUNDS: u32 = 50;
const MOST_OPENINGS: usize = 256;
const MOST_PLIES: u32 = 40;
const LONGEST_NAME: usize = 80;

/// What bots have where nothing is said: without any clock, one that never comes would be waited for
/// for ever.
const USUAL_CLOCK: Control = Control::Game { initial_ms: 300_000, increment_ms: 2000, delay_ms: 0 };

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
    /// Who plays, the strongest first where that is known: bots, engines and random ones.
    players: Vec<Sitter>,
    /// How much time there is: `{"initial_ms":300000,"increment_ms":2000}` for a game, or
    /// `{"per_move_ms":30000}` for each move [default: 5 minutes and 2 seconds a move, for bots].
    #[serde(default)]
    clock: Option<Control>,
    /// Where games begin: positions, or moves from the start. Each is played from both sides in turn
    /// [default: the start of the game].
    #[serde(default)]
    openings: Vec<String>,
    /// Instead of openings: so many plies of random play.
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
    /// What it is steered by: paused, resumed, players withdrawn. This is told once.
    token: String,
    /// The tournament.
    state: View,
}

/// Begin a tournament
#[utoipa::path(
    post, operation_id = "begin_tournament", path = "/tournaments", tag = "tournaments", request_body = Request,
    responses(
        (status = CREATED, body = Created, description = "The tournament, with its token"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "A bot wants to be asked, or to be left alone"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game or bot"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "No such tournament can be played"),
    ),
)]
pub(super) async fn create(
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Keyed { asked: request, key }: Keyed<Request>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    app.admit(client, Action::Create)?;
    vet_quota(&app, client).await?;
    let token = keyed::token(&app, key.as_ref(), "tournament");
    let plan = plan(&app, request, &token, Token::shown(&headers).as_ref()).await?;
    let seed = keyed::seed(&app, key.as_ref(), "tournament");
    let id = seed.map_or_else(TournamentId::random, |seed| TournamentId::derived(&["key", &seed]));
    let begun = app
        .tournaments()
        .begin(&id, keyed::command(key.as_ref()), vec![TournamentEvent::Begun(plan)])
        .await?;
    app.quotas().begin(client, Lasting::Tournament, id.as_str());
    let state = View::new(&app, &begun.now());
    Ok((StatusCode::CREATED, Json(Created { tournament: id, token: token.reveal(), state })))
}

/// Whether a client may begin one more tournament. Those that have ended are counted out when it matters.
async fn vet_quota(app: &App, client: Client) -> Result<(), Problem> {
    let Some(begun) = app.quotas().full(client, Lasting::Tournament) else { return Ok(()) };
    for id in begun {
        let over = match TournamentId::read(&id) {
            Some(id) => app.tournaments().look(&id).await.is_ok_and(|now| now.phase == Phase::Ended),
            None => true,
        };
        if over {
            app.quotas().over(client, Lasting::Tournament, &id);
        }
    }
    match app.quotas().full(client, Lasting::Tournament) {
        None => Ok(()),
        Some(_) => Err(Quotas::refuse(Lasting::Tournament)),
    }
}

async fn plan(app: &App, request: Request, token: &Token, asker: Option<&Token>) -> Result<Plan, Problem> {
    let game = app.game(&request.game)?;
    let refused = |what: &'static str, text: String| Err(Problem::refused(what, text));
    if request.name.trim().is_empty() || request.name.len() > LONGEST_NAME {
        return refused("name", format!("A tournament's name has 1 to {LONGEST_NAME} bytes."));
    }
    if !(2..=MOST_PLAYERS).contains(&request.players.len()) {
        return refused("players", format!("A tournament has 2 to {MOST_PLAYERS} players."));
    }
    let games = request.games_per_pair.unwrap_or(1);
    if !(1..=MOST_GAMES).contains(&games) {
        return refused("games", format!("A meeting has 1 to {MOST_GAMES} games."));
    }
    let enough = request.players.len().next_power_of_two().trailing_zeros();
    let rounds = request.rounds.unwrap_or(enough);
    if !(1..=MOST_ROUNDS).contains(&rounds) {
        return refused("rounds", format!("A Swiss tournament has 1 to {MOST_ROUNDS} rounds."));
    }
    let name = app.name_of(&*game);
    let players = entries(app, &name, request.players, asker).await?;
    let control = request.clock.map(Control::vet).transpose();
    let control = control.map_err(|e| Problem::refused("clock", e.to_string()))?;
    Ok(Plan {
        name: request.name,
        format: request.format,
        rounds,
        games,
        control: control.or(Tournament::has_guests(&players).then_some(USUAL_CLOCK)),
        players,
        openings: openings(&*game, &request.openings, request.opening_plies, token)?,
        game: name,
        hash: token.hash(),
    })
}

async fn entries(
    app: &App,
    game: &str,
    players: Vec<Sitter>,
    asker: Option<&Token>,
) -> Result<Vec<Entry>, Problem> {
    let mut entries: Vec<Entry> = Vec::with_capacity(players.len());
    for (index, sitter) in players.into_iter().enumerate() {
        let (hash, rating) = match &sitter {
            Sitter::Bot { name } => {
                let found = bots::find(app, name).await?;
                bots::vet_guest(&found, asker)?;
                if entries.iter().any(|entry| entry.name == *name) {
                    return Err(Problem::refused("players", format!("The bot `{name}` has entered twice.")));
                }
                (found.hash, found.rating(game))
            }
            Sitter::Engine { .. } | Sitter::Random => (None, Rating::default()),
            Sitter::Human | Sitter::Person { .. } | Sitter::Open => {
                let text = "People cannot enter a tournament; a bot, an engine or `random` can.";
                return Err(Problem::refused("players", text).index(index));
            }
        };
        sitter.vet()?;
        let title = sitter.title();
        // A space cannot be in a bot's name, so that no bot is mistaken for the house.
        let taken = |name: &String| entries.iter().any(|entry| entry.name == *name);
        let name = std::iter::once(title.clone())
            .chain((2..=MOST_PLAYERS + 1).map(|n| format!("{title} ({n})")))
            .find(|name| !taken(name))
            .expect("there are more numbers than players");
        let rating = [rating.rating, rating.deviation, rating.volatility];
        entries.push(Entry { name, seat: Seat { sitter, hash }, rating });
    }
    Ok(entries)
}

fn openings(
    game: &dyn AnyGame,
    texts: &[String],
    plies: Option<u32>,
    token: &Token,
) -> Result<Vec<Beginning>, Problem> {
    let beginning = |opening: Opening| Beginning { start: opening.start, moves: opening.moves };
    let problem = |error: NoOpening| match error {
        NoOpening::Unreadable(fault) => Problem::from(fault),
        other => Problem::refused("opening", other.to_string()),
    };
    if texts.len() > MOST_OPENINGS {
        return Err(Problem::refused("opening", format!("There can be {MOST_OPENINGS} openings.")));
    }
    match plies {
        Some(_) if !texts.is_empty() => {
            Err(Problem::form("Openings are either written down or random, not both."))
        }
        Some(plies) if plies > MOST_PLIES => {
            Err(Problem::refused("opening", format!("Random openings have at most {MOST_PLIES} plies.")))
        }
        Some(plies) => {
            let seed =
                token.hash().to_hex().bytes().fold(0, |seed: u64, b| seed.rotate_left(5) ^ u64::from(b));
            let random = |number| Opening::random(game, plies, &mut Dice::nth(seed, number));
            (0..64).map(|number| random(number).map(beginning).map_err(problem)).collect()
        }
        None => {
            let read = |(index, text): (usize, &String)| {
                let opening = Opening::read(game, text).map(beginning);
                opening.map_err(|error| problem(error).index(index))
            };
            texts.iter().enumerate().map(read).collect()
        }
    }
}
