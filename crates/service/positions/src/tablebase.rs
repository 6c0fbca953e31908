//! What many positions are worth at once, and what each move of one leads to, by exact tables.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use chautari_compute::Client;
use chautari_compute::TaskContext;
use chautari_game::{AnyGame, AnyOracle, Exact, Info, OracleError, Prospect};
use chautari_http::LargeJson;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, JsonBody, Problem, body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::{Canonical, canonical};
use crate::Positions;

/// How many positions one request may ask about.
const MOST_POSITIONS: usize = 1000;

/// Which positions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ValuesRequest)]
pub(super) struct Request {
    /// Up to 1,000, in the canonical notation.
    #[schema(max_items = 1000)]
    positions: Vec<String>,
}

/// What they are worth, in the same order.
#[derive(Serialize, ToSchema)]
#[schema(as = ValuesAnswer)]
pub(super) struct Answer {
    /// `null` where no table knows.
    values: Vec<Option<Worth>>,
}

/// When both sides play their best.
#[derive(Serialize, ToSchema)]
#[schema(as = ExactValue)]
struct Worth {
    /// Who wins; `null` is a draw.
    winner: Option<&'static str>,
    /// In how many plies, where that is known.
    plies: Option<u32>,
}

impl Worth {
    fn new(info: &Info, value: Exact) -> Worth {
        Worth { winner: value.winner.map(|side| info.side(side)), plies: value.plies }
    }
}

/// What many positions are worth, by exact tables
#[utoipa::path(
    post, operation_id = "values_of_positions", path = "/games/{game}/values", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = Answer),
        (status = BAD_REQUEST, body = problem::Body, description = "More than 1,000, or a text that could not be read; `index` is the position"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the position"),
    ),
)]
pub(super) async fn values(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    JsonBody(Request { positions }): JsonBody<Request, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    if positions.len() > MOST_POSITIONS {
        return Err(Problem::bad_request(format!("More than {MOST_POSITIONS} positions.")));
    }
    let game = app.platform().game(&name)?;
    app.http().admit(client, Action::Think)?;
    let info = game.info();
    let positions: Arc<[String]> = positions.into();
    let (unknown, texts) = (app.platform().game(&name)?, Arc::clone(&positions));
    let asked = ask(&app, client, game, move |oracle, turn| {
        let value = |(index, text): (usize, &String)| {
            // What nobody reads need not be right.
            if turn.check().is_err() {
                return Ok(None);
            }
            oracle.value(text).map_err(|error| (Some(index), error))
        };
        positions.iter().enumerate().map(value).collect::<Result<Vec<_>, _>>()
    });
    let values = match asked.await? {
        Some(values) => values,
        // Where nothing is known of them they are positions all the same, or are refused.
        None => app.platform().compute(client, move |turn| vet(&*unknown, &texts, turn)).await??,
    };
    let values = values.into_iter().map(|value| value.map(|value| Worth::new(info, value))).collect();
    Ok(LargeJson(Answer { values }).into_response())
}

/// Nothing of each of these, if they are positions.
fn vet(game: &dyn AnyGame, positions: &[String], turn: &TaskContext) -> Result<Vec<Option<Exact>>, Problem> {
    let one = |(index, text): (usize, &String)| match game.read_position(text) {
        Err(fault) if turn.check().is_ok() => Err(Problem::from(fault).index(index)),
        _ => Ok(None),
    };
    positions.iter().enumerate().map(one).collect()
}

/// What each move of a position leads to.
#[derive(Serialize, ToSchema)]
#[schema(as = ProspectsAnswer)]
pub(super) struct Prospects {
    /// In the order the moves are offered; empty where there are no tables or no moves.
    moves: Vec<ProspectLine>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Prospect)]
struct ProspectLine {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    text: String,
    /// What the position after it is worth; `null` where no table knows.
    value: Option<Worth>,
    /// How many answers there are.
    replies: u32,
    /// How many of them hold what the position is worth.
    holding: u32,
    /// The most plies a wrong answer takes to lose, where that is known.
    deepest: Option<u32>,
}

/// Which position.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ProspectsRequest)]
pub(super) struct Where {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// What to play from there.
    moves: Vec<String>,
}

/// What each move leads to, by exact tables: its value, how many answers hold it, how deep the trap is
#[utoipa::path(
    post, path = "/games/{game}/prospects", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Where,
    responses(
        (status = OK, body = Prospects),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
    ),
)]
pub(super) async fn prospects(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<Where, { body::MEDIUM }>,
) -> Result<Response, Problem> {
    let game = app.platform().game(&name)?;
    app.http().admit(client, Action::Think)?;
    let info = game.info();
    let record =
        super::line(&app, client, app.platform().game(&name)?, request.position, request.moves).await?;
    let Canonical { start, moves, .. } = canonical(&app, client, record).await?;
    let asked = ask(&app, client, game, move |oracle, _| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        oracle.explore(Some(&start), &moves).map_err(|error| (None, error))
    });
    let line = |prospect: Prospect| ProspectLine {
        text: prospect.text,
        value: prospect.value.map(|value| Worth::new(info, value)),
        replies: prospect.replies,
        holding: prospect.holding,
        deepest: prospect.deepest,
    };
    let moves = asked.await?.unwrap_or_default().into_iter().map(line).collect();
    Ok(LargeJson(Prospects { moves }).into_response())
}

/// Asks what the tables know, where long work is done: they may have to be read from disk. `None` where there are none.
pub async fn ask<T: Send + 'static>(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    question: impl FnOnce(&dyn AnyOracle, &TaskContext) -> Result<T, (Option<usize>, OracleError)>
    + Send
    + 'static,
) -> Result<Option<T>, Problem> {
    let Some(folder) = app.platform().engines().tables() else { return Ok(None) };
    let asked = app.platform().compute(client, move |turn| {
        let oracle = game.oracle(&folder).map_err(|error| (None, error))?;
        oracle.map(|oracle| question(&*oracle, turn)).transpose()
    });
    match asked.await? {
        Ok(answer) => Ok(answer),
        Err((index, OracleError::Query(fault))) => {
            let problem = Problem::from(fault);
            Err(match index {
                Some(index) => problem.index(index),
                None => problem,
            })
        }
        Err((_, cause @ OracleError::Tables(_))) => {
            // Damaged tables are as good as none, but somebody should know.
            tracing::warn!(%cause, "tables cannot be read");
            Ok(None)
        }
    }
}
