//! A position: what can be played, what stands where, what it is worth. No memory, no lock.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_compute::Cancelled;
use chautari_compute::Client;
use chautari_game::{AnyGame, AnyRecord, Info, MarkKind, Offer, Outcome};
use chautari_http::LargeJson;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, QueryParams, body};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::evaluation::{self, Known, MoveValue, Wanted};
use super::scene::SceneLine;
use crate::Positions;

/// More plies than any game that means to end.
const MOST_MOVES: usize = 4096;

/// Which position, and what to tell about it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = PositionRequest)]
pub(super) struct Request {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// The dialect `position` and `moves` are written in [default: the canonical one].
    dialect: Option<String>,
    /// What to play from there.
    moves: Vec<String>,
    /// What somebody typed, to be played last: a move in any notation people use.
    typed: Option<String>,
    /// Dialects to write the result in.
    write: Vec<String>,
    /// What it is worth, if that is wanted.
    value: Option<Wanted>,
}

/// The same in a URL.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// The dialect it is written in [default: the canonical one].
    dialect: Option<String>,
    /// What to play from there, with spaces between.
    moves: Option<String>,
}

/// A position and what can be done in it.
#[derive(Serialize, ToSchema)]
#[schema(as = Position)]
pub(super) struct Answer<'a> {
    /// The position, in the canonical notation.
    position: String,
    /// The side to move.
    turn: &'static str,
    /// How many plies have been played, where that is known.
    #[schema(required)]
    ply: Option<u32>,
    /// How it ended; `null` while it goes on.
    #[schema(required)]
    outcome: Option<Ended>,
    /// Whether the side to move is in check, in games that know check.
    #[schema(required)]
    check: Option<bool>,
    /// What to draw.
    #[schema(value_type = chautari_game::Scene)]
    scene: SceneLine<'a>,
    /// The legal moves, with the points a hand touches.
    offers: Vec<Offer>,
    /// The result in other dialects; `null` where one cannot express it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<String, Option<String>>,
    /// Every ply since it began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Ply>,
    /// What the position is worth, where that was asked; `null` where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Known>)]
    #[allow(clippy::option_option, reason = "not asked is not the same as not known")]
    value: Option<Option<Known>>,
    /// What each move is worth, where tables know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    move_values: Vec<MoveValue>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[schema(as = Outcome)]
pub(crate) struct Ended {
    /// The winning side; `null` is a draw.
    #[schema(required)]
    winner: Option<&'static str>,
    /// Stable, for programs.
    reason: &'static str,
    /// The same in words.
    text: &'static str,
}

impl Ended {
    pub(crate) fn new(info: &Info, outcome: Outcome) -> Ended {
        Ended {
            winner: outcome.winner.map(|side| info.side(side)),
            reason: outcome.ending.code,
            text: outcome.ending.text,
        }
    }
}

/// One ply of a game.
#[derive(Serialize, ToSchema)]
struct Ply {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    text: String,
    /// The same as people write it.
    human: String,
    /// Which side made it: turns need not alternate.
    side: &'static str,
    /// What that side had to do, as a verb.
    action: &'static str,
    /// The same in a further notation that programs use, where the game has one: SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    san: Option<String>,
    /// The position after it.
    position: String,
}

/// The record a request is about, for as long as anybody wants it.
fn read_while(
    game: &dyn AnyGame,
    position: Option<&str>,
    dialect: Option<&str>,
    moves: &[impl AsRef<str>],
    keep_on: &dyn Fn() -> bool,
) -> Result<Box<dyn AnyRecord>, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::bad_request(format!("More than {MOST_MOVES} moves.")));
    }
    let mut record = match (position, dialect) {
        (None, _) => game.start(),
        (Some(text), None) => game.read_position(text)?,
        (Some(text), Some(dialect)) => game.read(dialect, text)?,
    };
    for (index, text) in moves.iter().enumerate() {
        let played = match dialect {
            None => record.play(text.as_ref()),
            Some(dialect) => record.play_in(dialect, text.as_ref()),
        };
        played.map_err(|fault| Problem::from(fault).index(index))?;
        if !keep_on() {
            return Err(Cancelled.into());
        }
    }
    Ok(record)
}

/// A record, where it began and what was played since, in the canonical notation: what an engine is told.
pub(super) struct Canonical {
    pub(super) record: Box<dyn AnyRecord>,
    pub(super) start: String,
    pub(super) moves: Vec<String>,
}

/// The same of a record, worked out elsewhere where it is long.
pub(super) async fn canonical(
    app: &Positions,
    client: Client,
    record: Box<dyn AnyRecord>,
) -> Result<Canonical, Problem> {
    let light = record.len() <= LIGHT;
    let tell = move || {
        let (start, moves) = (begin(&*record).position(), record.moves());
        Canonical { record, start, moves }
    };
    if light { Ok(tell()) } else { Ok(app.platform().compute(client, move |_| tell()).await?) }
}

/// The same record before its first move.
fn begin(record: &dyn AnyRecord) -> Box<dyn AnyRecord> {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record
}

fn answer<'a>(
    app: &'a Positions,
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    write: &[String],
    keep_on: &dyn Fn() -> bool,
) -> Result<Answer<'a>, Problem> {
    let info = record.info();
    Ok(Answer {
        position: record.position(),
        turn: info.side(record.turn()),
        ply: record.plies(),
        outcome: record.outcome().map(|outcome| Ended::new(info, outcome)),
        check: record.is_marked(MarkKind::Check),
        scene: app.boards().line(record.scene()),
        offers: record.offers(),
        texts: texts(game, record, write)?,
        history: if record.is_empty() { Vec::new() } else { history(record, keep_on)? },
        value: None,
        move_values: Vec::new(),
    })
}

fn texts(
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    write: &[String],
) -> Result<BTreeMap<String, Option<String>>, Problem> {
    let mut texts = BTreeMap::new();
    for dialect in write {
        let text = record.write(dialect);
        if text.is_err() && !game.dialects().iter().any(|known| known.id == dialect) {
            text?;
        } else {
            texts.insert(dialect.clone(), text.ok());
        }
    }
    Ok(texts)
}

fn history(record: &dyn AnyRecord, keep_on: &dyn Fn() -> bool) -> Result<Vec<Ply>, Problem> {
    let moves = record.moves();
    let mut record = begin(record);
    let ply = |text: &String| {
        if !keep_on() {
            return Err(Cancelled.into());
        }
        let (side, action) = (record.info().side(record.turn()), record.action());
        let played = record.play(text)?;
        let position = record.position();
        Ok(Ply { text: text.clone(), human: played.human, side, action, san: played.further, position })
    };
    moves.iter().map(ply).collect()
}

/// A position: its scene, its legal moves, how it ended
#[utoipa::path(
    post, operation_id = "ask_position", path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = Answer, description = "The position"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Too many searches for a value"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All engines are busy"),
    ),
)]
pub(crate) async fn ask(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<Request, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    vet_dialects(&*game, &request.write)?;
    let (wanted, light) = (request.value, request.is_light());
    let (mut record, request) = play(&app, client, app.platform().game(&name)?, request).await?;
    let worth = match wanted {
        Some(wanted) => {
            let line = canonical(&app, client, record).await?;
            let worth =
                evaluation::find(&app, client, app.platform().game(&name)?, line.start, line.moves, wanted)
                    .await?;
            record = line.record;
            Some(worth)
        }
        None => None,
    };
    let tell = {
        let app = app.clone();
        move |keep_on: &dyn Fn() -> bool| {
            let mut answer = answer(&app, &*game, &*record, &request.write, keep_on)?;
            if let Some(worth) = worth {
                (answer.value, answer.move_values) = (Some(worth.value), worth.moves);
            }
            Ok(LargeJson(answer).into_response())
        }
    };
    if light {
        tell(&|| true)
    } else {
        app.platform().compute(client, move |turn| tell(&|| turn.check().is_ok())).await?
    }
}

/// Plays what a request asks for.
async fn play(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    request: Request,
) -> Result<(Box<dyn AnyRecord>, Request), Problem> {
    let light = request.is_light();
    app.http().admit_beside(client, request.moves.len().min(LIGHT) / MORE)?;
    let play =
        move |keep_on: &dyn Fn() -> bool| request.play(&*game, keep_on).map(|record| (record, request));
    if light {
        play(&|| true)
    } else {
        app.platform().compute(client, move |turn| play(&|| turn.check().is_ok())).await?
    }
}

/// The line of play through these moves, from a position or from the usual start.
pub async fn line(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    position: Option<String>,
    moves: Vec<String>,
) -> Result<Box<dyn AnyRecord>, Problem> {
    line_in(app, client, game, position, None, moves).await
}

/// The same, of texts in a dialect.
pub(super) async fn line_in(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    position: Option<String>,
    dialect: Option<String>,
    moves: Vec<String>,
) -> Result<Box<dyn AnyRecord>, Problem> {
    let request = Request { position, dialect, moves, ..Request::default() };
    Ok(play(app, client, game, request).await?.0)
}

/// This many plies are played and told in less than a millisecond; what is longer is worked out elsewhere, where
/// clients share in proportion.
const LIGHT: usize = 40;

/// So many of them are the work of one more request; what is longer pays by its time as well.
const MORE: usize = 8;

/// A text of this many bytes is read in less than that.
const LIGHT_TEXT: usize = 1024;

impl Request {
    fn is_light(&self) -> bool {
        let text = self.position.as_ref().map_or(0, String::len);
        self.moves.len() <= LIGHT && text <= LIGHT_TEXT && self.write.len() <= 2
    }

    fn play(&self, game: &dyn AnyGame, keep_on: &dyn Fn() -> bool) -> Result<Box<dyn AnyRecord>, Problem> {
        let (position, dialect) = (self.position.as_deref(), self.dialect.as_deref());
        let mut record = read_while(game, position, dialect, &self.moves, keep_on)?;
        if let Some(typed) = &self.typed {
            record.play_typed(typed).map_err(|fault| Problem::from(fault).index(self.moves.len()))?;
        }
        Ok(record)
    }
}

/// Every dialect is known and asked for once.
fn vet_dialects(game: &dyn AnyGame, write: &[String]) -> Result<(), Problem> {
    let known = game.dialects();
    if write.len() > known.len() {
        return Err(Problem::bad_request(format!(
            "`write` has at most {} dialects, each once.",
            known.len()
        )));
    }
    match write.iter().enumerate().find(|(index, dialect)| write[..*index].contains(dialect)) {
        Some((index, _)) => Err(Problem::bad_request("`write` has each dialect once.").index(index)),
        None => Ok(()),
    }
}

/// The same by URL, for simple clients
#[utoipa::path(
    get, operation_id = "get_position", path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, body = Answer, description = "The position"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn look(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(look): QueryParams<Look>,
) -> Result<Response, Problem> {
    let moves = look.moves.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let request = Request { position: look.position, dialect: look.dialect, moves, ..Request::default() };
    ask(State(app), RemoteClient(client), Path(name), JsonBody(request)).await
}
