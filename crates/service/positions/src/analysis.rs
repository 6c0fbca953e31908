//! Thinking aloud: a stream that deepens, and stops when nobody listens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use chautari_compute::{SearchHandle, SearchRequest, SearchUpdate};
use chautari_game::{AnyRecord, Level, Limit, Score, Thought};
use chautari_http::Action;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{JsonBody, Problem, Shutdown, body};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::{self, Canonical};
use crate::Positions;

/// What to think about, and how long.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = AnalysisRequest)]
pub(super) struct Request {
    /// Where to begin [default: the start of the game].
    position: Option<String>,
    /// The dialect `position` and `moves` are written in [default: the canonical one].
    dialect: Option<String>,
    /// What to play from there.
    moves: Vec<String>,
    /// How strong to think, 1 to 10 [default: 10].
    level: Option<u8>,
    /// How long, in milliseconds.
    time_ms: Option<u64>,
    /// How deep, in plies.
    depth: Option<u32>,
    /// How many positions to visit.
    nodes: Option<u64>,
    /// The random seed, where the level leaves something to chance.
    seed: u64,
    /// How many of the best moves to tell, each with its score and line, up to 20 [default: 1].
    #[schema(minimum = 1, maximum = 20)]
    lines: Option<usize>,
}

/// What thinking has come to so far.
#[derive(Serialize, ToSchema)]
#[schema(as = Thought)]
pub(crate) struct ThoughtLine {
    /// The best move; `null` where the game is over.
    #[serde(rename = "move")]
    #[schema(required)]
    best: Option<String>,
    /// How good the position is for the side to move.
    score: ScoreLine,
    /// How deep the thinking went, in plies.
    depth: u32,
    /// How many positions were visited.
    nodes: u64,
    /// How long it took.
    seconds: f64,
    /// The play expected, the best move first.
    line: Vec<String>,
    /// The same as people write it.
    human: Vec<String>,
    /// The best moves, best first, as many as were asked for and there are; the first says the same as above.
    lines: Vec<VariationLine>,
    /// Whether this is the last word.
    #[serde(rename = "final")]
    is_final: bool,
}

/// A move worth considering.
#[derive(Serialize, ToSchema)]
#[schema(as = Variation)]
pub(crate) struct VariationLine {
    /// The move.
    #[serde(rename = "move")]
    first: String,
    /// How good the position is for the side to move if it makes this move.
    score: ScoreLine,
    /// Whether the score is proven, by search or by tables.
    exact: bool,
    /// The play expected, the move itself first.
    line: Vec<String>,
    /// The same as people write it.
    human: Vec<String>,
}

impl VariationLine {
    fn new(record: &dyn AnyRecord, score: Score, line: &[String]) -> Option<VariationLine> {
        let (first, exact, human) = (line.first()?.clone(), score.is_exact(), record.human_line(line));
        Some(VariationLine { first, score: score.into(), exact, line: line.to_vec(), human })
    }
}

/// `win` and `loss` are proven, their value in plies or, where nobody knows how many, `null`; `draw` is proven too;
/// `guess` is in hundredths.
#[derive(Serialize, ToSchema)]
#[schema(as = Score)]
pub(crate) struct ScoreLine {
    #[schema(value_type = ScoreKind)]
    kind: &'static str,
    #[schema(required)]
    value: Option<i64>,
}

/// What is known of a score.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "for the document")]
pub(crate) enum ScoreKind {
    Win,
    Loss,
    Draw,
    Guess,
}

impl From<Score> for ScoreLine {
    fn from(score: Score) -> ScoreLine {
        let (kind, value) = score.kind_and_value();
        ScoreLine { kind, value }
    }
}

impl ThoughtLine {
    fn new(record: &dyn AnyRecord, thought: Thought<String>, is_final: bool) -> ThoughtLine {
        let variations = thought.lines().filter_map(|(score, line)| VariationLine::new(record, score, line));
        ThoughtLine {
            lines: variations.collect(),
            human: record.human_line(&thought.line),
            best: thought.best,
            score: thought.score.into(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: thought.time.as_secs_f64(),
            line: thought.line,
            is_final,
        }
    }
}

/// A level that was asked for.
pub(super) fn level(number: Option<u8>) -> Result<Level, Problem> {
    let Some(number) = number else { return Ok(Level::FULL) };
    Level::new(number).ok_or_else(|| Problem::bad_request("Levels go from 1 to 10."))
}

/// How many lines were asked for.
fn lines(number: Option<usize>) -> Result<usize, Problem> {
    let number = number.unwrap_or(1);
    let wrong = || Problem::bad_request(format!("`lines` goes from 1 to {}.", Limit::MAX_LINES));
    (1..=Limit::MAX_LINES).contains(&number).then_some(number).ok_or_else(wrong)
}

/// An engine's thoughts as they deepen
///
/// Server-Sent Events: `thought` for each better one, the last with `final: true`; `error` with a
/// problem where the engine fails. The search stops when the connection is closed.
#[utoipa::path(
    post, operation_id = "analyse_position", path = "/games/{game}/analysis", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = ThoughtLine, content_type = "text/event-stream", description = "Thoughts as they deepen"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules say no; `index` is the move"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Your earlier questions are not answered yet"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All engines are busy"),
    ),
)]
pub(super) async fn analyse(
    State(app): State<Positions>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<Request, { body::MEDIUM }>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.platform().game(&name)?;
    let level = level(request.level)?;
    let lines = lines(request.lines)?;
    app.http().admit(client, Action::Think)?;
    let Request { position, dialect, moves, .. } = request;
    let record =
        position::line_in(&app, client, app.platform().game(&name)?, position, dialect, moves).await?;
    let Canonical { record, start, moves } = position::canonical(&app, client, record).await?;
    let limit = Limit {
        time: request.time_ms.map(Duration::from_millis),
        depth: request.depth,
        nodes: request.nodes,
        lines,
        ..Limit::default()
    };
    let question = SearchRequest { game, start: Some(start), moves, level, limit, seed: request.seed };
    let thinking = app.platform().engines().ask(client, question)?;
    let stream = unfold(Some((thinking, record, app.http().shutdown().clone())), |state| async {
        let (mut thinking, record, shutdown) = state?;
        let step = next(&mut thinking, &shutdown).await?;
        let is_last = matches!(step, SearchUpdate::Done(_));
        Some((Ok(event(&*record, step)), (!is_last).then_some((thinking, record, shutdown))))
    });
    // A comment now and then finds out that the client has gone while nothing better is thought of.
    Ok(Sse::new(stream.fuse()).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))))
}

async fn next(thinking: &mut SearchHandle, shutdown: &Shutdown) -> Option<SearchUpdate> {
    tokio::select! {
        step = thinking.next() => step,
        () = shutdown.requested() => None,
    }
}

fn event(record: &dyn AnyRecord, step: SearchUpdate) -> Event {
    let thought = |thought, last| serde_json::to_string(&ThoughtLine::new(record, thought, last));
    let (name, json) = match step {
        SearchUpdate::Better(better) => ("thought", thought(better, false)),
        SearchUpdate::Done(Ok(best)) => ("thought", thought(best, true)),
        SearchUpdate::Done(Err(unthought)) => ("error", Ok(Problem::from(unthought).to_json().to_string())),
    };
    Event::default().event(name).data(json.unwrap_or_default())
}
