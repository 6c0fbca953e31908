//! Thinking aloud: a stream that deepens, and stops when nobody listens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use chautari_game::{Level, Limit, Score, Thought};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position;
use crate::engines::{Question, Step, Thinking};
use crate::problem::ProblemShape;
use crate::rates::Action;
use crate::{App, Asked, Client, Problem, Shutdown};

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
}

/// What thinking has come to so far.
#[derive(Serialize, ToSchema)]
#[schema(as = Thought)]
pub(crate) struct ThoughtLine {
    /// The best move; `null` where the game is over.
    #[serde(rename = "move")]
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
    /// Whether this is the last word.
    #[serde(rename = "final")]
    is_final: bool,
}

/// `win` and `loss` are proven, their value in plies; `draw` is proven too; `guess` is in hundredths.
#[derive(Serialize, ToSchema)]
#[schema(as = Score)]
pub(crate) struct ScoreLine {
    #[schema(example = "guess")]
    kind: &'static str,
    value: i64,
}

impl From<Score> for ScoreLine {
    fn from(score: Score) -> ScoreLine {
        let (kind, value) = match score {
            Score::Win(plies) => ("win", plies.into()),
            Score::Loss(plies) => ("loss", plies.into()),
            Score::Draw => ("draw", 0),
            Score::Guess(value) => ("guess", value.into()),
        };
        ScoreLine { kind, value }
    }
}

impl ThoughtLine {
    fn new(thought: Thought<String>, is_final: bool) -> ThoughtLine {
        ThoughtLine {
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
    Level::new(number).ok_or_else(|| Problem::form("Levels go from 1 to 10."))
}

/// An engine's thoughts as they deepen
///
/// Server-Sent Events: `thought` for each better one, the last with `final: true`; `error` with a
/// problem where the engine fails. The search stops when the connection is closed.
#[utoipa::path(
    post, path = "/games/{game}/analysis", tag = "games",
    params(("game" = String, Path, description = "The game")),
    request_body = Request,
    responses(
        (status = OK, body = ThoughtLine, content_type = "text/event-stream"),
        (status = BAD_REQUEST, body = ProblemShape, description = "A text could not be read"),
        (status = NOT_FOUND, body = ProblemShape, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape, description = "The rules say no; `index` is the move"),
        (status = TOO_MANY_REQUESTS, body = ProblemShape, description = "Your earlier questions are not answered yet"),
        (status = SERVICE_UNAVAILABLE, body = ProblemShape, description = "All engines are busy"),
    ),
)]
pub(super) async fn analyse(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Asked(request): Asked<Request>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.game(&name)?;
    let level = level(request.level)?;
    let record =
        position::read(&*game, request.position.as_deref(), request.dialect.as_deref(), &request.moves)?;
    app.admit(client, Action::Think)?;
    let limit = Limit {
        time: request.time_ms.map(Duration::from_millis),
        depth: request.depth,
        nodes: request.nodes,
        ..Limit::default()
    };
    let (start, moves) = position::canonical(&*record);
    let question = Question { game, start: Some(start), moves, level, limit, seed: 0 };
    let thinking = app.engines().ask(client, question)?;
    let stream = unfold(Some((thinking, app.shutdown().clone())), |state| async {
        let (mut thinking, shutdown) = state?;
        let step = next(&mut thinking, &shutdown).await?;
        let is_last = matches!(step, Step::Done(_));
        Some((Ok(event(step)), (!is_last).then_some((thinking, shutdown))))
    });
    // A comment now and then finds out that the client has gone while nothing better is thought of.
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))))
}

async fn next(thinking: &mut Thinking, shutdown: &Shutdown) -> Option<Step> {
    tokio::select! {
        step = thinking.next() => step,
        () = shutdown.requested() => None,
    }
}

fn event(step: Step) -> Event {
    let (name, json) = match step {
        Step::Better(thought) => ("thought", serde_json::to_string(&ThoughtLine::new(thought, false))),
        Step::Done(Ok(thought)) => ("thought", serde_json::to_string(&ThoughtLine::new(thought, true))),
        Step::Done(Err(unthought)) => ("error", Ok(Problem::from(unthought).to_json().to_string())),
    };
    Event::default().event(name).data(json.unwrap_or_default())
}
