//! Engine analysis as a stream of Server-Sent Events.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use chautari_compute::{SearchHandle, SearchRequest, SearchUpdate};
use chautari_game::{AnyRecord, Level, Limit};
use chautari_http::Shutdown;
use chautari_http::cost::Think;
use chautari_http::{Billed, ChargedClient, JsonBody, Problem, body, problem};
use chautari_wire::Thought;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Positions;
use crate::lines::{Canonical, Sender, canonical, play};
use crate::model::line::Line;

/// Time between comments of a quiet stream, which reveal that a client has disconnected.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// A position and the limits of a search.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AnalysisRequest {
    /// The position to begin at [default: the start of the game].
    position: Option<String>,
    /// The dialect of `position` and `moves` [default: the canonical one].
    dialect: Option<String>,
    /// The moves to play from there.
    moves: Vec<String>,
    /// The level of the engine, 1 to 10 [default: 10].
    level: Option<u8>,
    /// The time, in milliseconds.
    time_ms: Option<u64>,
    /// The depth, in plies.
    depth: Option<u32>,
    /// The number of positions to visit.
    nodes: Option<u64>,
    /// The random seed, for levels that choose by chance.
    seed: u64,
    /// The number of best moves to return, each with its score and line, up to 20 [default: 1].
    #[schema(minimum = 1, maximum = 20)]
    lines: Option<usize>,
}

fn level(number: Option<u8>) -> Result<Level, Problem> {
    let Some(number) = number else { return Ok(Level::FULL) };
    Level::new(number).ok_or_else(|| Problem::bad_request("Levels go from 1 to 10."))
}

fn lines(number: Option<usize>) -> Result<usize, Problem> {
    let number = number.unwrap_or(1);
    let wrong = || Problem::bad_request(format!("`lines` goes from 1 to {}.", Limit::MAX_LINES));
    (1..=Limit::MAX_LINES).contains(&number).then_some(number).ok_or_else(wrong)
}

/// Analyse a position
///
/// Streams Server-Sent Events: `thought` for each better result, the last with `final: true`; `error` with a problem if
/// the engine fails. Closing the connection stops the search.
#[utoipa::path(
    post, operation_id = "analyse_position", path = "/games/{game}/analysis", tag = "games",
    params(("game" = String, Path, description = "The game, with its rules")),
    request_body = AnalysisRequest,
    responses(
        (status = OK, body = Thought, content_type = "text/event-stream", description = "The results, deeper and deeper"),
        (status = BAD_REQUEST, body = problem::Body, description = "A text could not be read (`syntax`)"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The rules forbid a move; `index` is its place in `moves`"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Your earlier searches are still running"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All engines are busy"),
    ),
)]
pub(super) async fn analyse(
    State(app): State<Positions>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    billed: Billed,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<AnalysisRequest, { body::MEDIUM }>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.platform().game(&name)?;
    let level = level(request.level)?;
    let lines = lines(request.lines)?;
    let AnalysisRequest { position, dialect, moves, .. } = request;
    let line = Line { position, dialect, moves, typed: None };
    let record = play(&app, Sender { client, billed }, app.platform().game(&name)?, line).await?;
    let Canonical { record, start, moves } = canonical(&app, client, record).await?;
    let limit = Limit {
        time: request.time_ms.map(Duration::from_millis),
        depth: request.depth,
        nodes: request.nodes,
        lines,
        ..Limit::default()
    };
    let search = SearchRequest { game, start: Some(start), moves, level, limit, seed: request.seed };
    let search = app.platform().engines().ask(client, search)?;
    let stream = unfold(Some((search, record, app.http().shutdown().clone())), |state| async {
        let (mut search, record, shutdown) = state?;
        let update = next(&mut search, &shutdown).await?;
        let is_last = matches!(update, SearchUpdate::Done(_));
        Some((Ok(event(&*record, update)), (!is_last).then_some((search, record, shutdown))))
    });
    Ok(Sse::new(stream.fuse()).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

async fn next(search: &mut SearchHandle, shutdown: &Shutdown) -> Option<SearchUpdate> {
    tokio::select! {
        update = search.next() => update,
        () = shutdown.requested() => None,
    }
}

fn event(record: &dyn AnyRecord, update: SearchUpdate) -> Event {
    let thought = |thought, is_final| serde_json::to_string(&Thought::new(record, &thought, is_final));
    let (name, json) = match update {
        SearchUpdate::Better(better) => ("thought", thought(better, false)),
        SearchUpdate::Done(Ok(best)) => ("thought", thought(best, true)),
        SearchUpdate::Done(Err(aborted)) => ("error", Ok(Problem::from(aborted).to_json().to_string())),
    };
    Event::default().event(name).data(json.unwrap_or_default())
}
