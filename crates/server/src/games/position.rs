//! A position: what can be played, what stands where, what it is worth. No memory, no lock.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_game::{AnyGame, AnyRecord, Info, Offer, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::scene::SceneLine;
use super::shapes::{OfferShape, SceneShape};
use super::value::{self, MoveValue, Value, Wanted};
use crate::problem::ProblemShape;
use crate::told::Told;
use crate::{App, Asked, Client, Params, Problem};

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
    /// Dialects to write the result in.
    write: Vec<String>,
    /// What it is worth, if that is wanted.
    value: Option<Wanted>,
}

/// The same in a URL.
#[derive(Deserialize, IntoParams)]
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
pub(super) struct Answer<'a> {
    /// The position, in the canonical notation.
    position: String,
    /// The side to move.
    turn: &'static str,
    /// How many plies have been played, where that is known.
    ply: Option<u32>,
    /// How it ended; `null` while it goes on.
    outcome: Option<Ended>,
    /// Whether the side to move is in check, in games that know check.
    check: Option<bool>,
    /// What to draw.
    #[schema(value_type = SceneShape)]
    scene: SceneLine<'a>,
    /// The legal moves, with the points a hand touches.
    #[schema(value_type = Vec<OfferShape>)]
    offers: Vec<Offer>,
    /// The result in other dialects; `null` where one cannot express it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<String, Option<String>>,
    /// Every ply since it began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Ply>,
    /// What the position is worth, where that was asked; `null` where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// What each move is worth, where tables know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    move_values: Vec<MoveValue>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ended {
    /// The winning side; `null` is a draw.
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
    /// The same in the notation of chess, in games that have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    /// The position after it.
    position: String,
}

/// The record a request is about.
pub(super) fn read(
    game: &dyn AnyGame,
    position: Option<&str>,
    dialect: Option<&str>,
    moves: &[impl AsRef<str>],
) -> Result<Box<dyn AnyRecord>, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::form(format!("More than {MOST_MOVES} moves.")));
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
    }
    Ok(record)
}

/// Where a record began and what was played since, in the canonical notation: what an engine is told.
pub(super) fn canonical(record: &dyn AnyRecord) -> (String, Vec<String>) {
    let moves = record.moves();
    (begin(record).position(), moves)
}

/// The same record before its first move.
fn begin(record: &dyn AnyRecord) -> Box<dyn AnyRecord> {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record
}

fn answer<'a>(
    app: &'a App,
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    write: &[String],
) -> Result<Answer<'a>, Problem> {
    let info = record.info();
    Ok(Answer {
        position: record.position(),
        turn: info.side(record.turn()),
        ply: record.plies(),
        outcome: record.outcome().map(|outcome| Ended::new(info, outcome)),
        check: record.in_check(),
        scene: app.boards().line(record.scene()),
        offers: record.offers(),
        texts: texts(game, record, write)?,
        history: if record.is_empty() { Vec::new() } else { history(record)? },
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

fn history(record: &dyn AnyRecord) -> Result<Vec<Ply>, Problem> {
    let moves = record.moves();
    let mut record = begin(record);
    let ply = |text: &String| {
        let played = record.play(text)?;
        Ok(Ply { text: text.clone(), san: played.san, position: record.position() })
    };
    moves.iter().map(ply).collect()
}

/// A position: its scene, its legal moves, how it ended
#[utoipa::path(
    post, path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = ProblemShape, description = "A text could not be read"),
        (status = NOT_FOUND, body = ProblemShape, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape, description = "The rules say no; `index` is the move"),
        (status = TOO_MANY_REQUESTS, body = ProblemShape, description = "Too many searches for a value"),
        (status = SERVICE_UNAVAILABLE, body = ProblemShape, description = "All engines are busy"),
    ),
)]
pub(super) async fn ask(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Asked(request): Asked<Request>,
) -> Result<Response, Problem> {
    let game = app.game(&name)?;
    let record = read(&*game, request.position.as_deref(), request.dialect.as_deref(), &request.moves)?;
    let mut answer = answer(&app, &*game, &*record, &request.write)?;
    if let Some(wanted) = request.value {
        let worth = value::find(&app, client, game, &*record, wanted).await?;
        (answer.value, answer.move_values) = (Some(worth.value), worth.moves);
    }
    Ok(Told(answer).into_response())
}

/// The same by URL, for simple clients
#[utoipa::path(
    get, path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path, description = "The game"), Look),
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = ProblemShape, description = "A text could not be read"),
        (status = NOT_FOUND, body = ProblemShape, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn look(
    State(app): State<App>,
    Path(name): Path<String>,
    Params(look): Params<Look>,
) -> Result<Response, Problem> {
    let game = app.game(&name)?;
    let moves: Vec<&str> = look.moves.as_deref().unwrap_or_default().split_whitespace().collect();
    let record = read(&*game, look.position.as_deref(), look.dialect.as_deref(), &moves)?;
    Ok(Told(answer(&app, &*game, &*record, &[])?).into_response())
}
