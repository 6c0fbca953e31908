//! Read endpoints for tournaments: one, a list, a live stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::Freshness;
use chautari_http::cost::Think;
use chautari_http::problem;
use chautari_http::{Billed, ChargedClient, Cost, LargeJson, Problem, QueryParams, RemoteClient};
use chautari_ledger::Cursor;
use chautari_platform::paging::load_batches;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

use super::view::{TournamentSummary, TournamentView};
use super::{live_feed, tournament_id};
use crate::Tournaments;
use crate::model::by_state;

const MAX_PAGE: u32 = 100;
const DEFAULT_PAGE: u32 = 20;

/// The interval at which an idle stream sends a comment, so that proxies do not close it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Get a tournament
///
/// With its players, standings, crosstable and pairings.
#[utoipa::path(
    get, operation_id = "get_tournament", path = "/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    responses((status = OK, body = TournamentView, description = "The tournament"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = tournament_id(&id)?;
    let is_cached = app.tournaments().is_cached(&id);
    let show = async {
        let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
        Ok::<_, Problem>(LargeJson(TournamentView::new(&app, &tournament)).into_response())
    };
    // A cached tournament is quick: its players do not wait behind long reads from the same address.
    if is_cached { show.await } else { app.platform().read(client, show).await }
}

/// The filter of a list of tournaments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListTournamentsParams {
    /// Only tournaments that are `live` [default], which includes those that have not started, or that have `ended`.
    #[param(inline)]
    state: Option<ListedState>,
    /// The `next` of the previous page.
    before: Option<u64>,
    /// The largest number of tournaments, up to 100 [default: 20].
    limit: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListedState {
    Live,
    Ended,
}

/// A page of tournaments, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct TournamentPage {
    /// The tournaments.
    tournaments: Vec<TournamentSummary>,
    /// The `before` of the next page; `null` on the last page.
    #[schema(required)]
    next: Option<u64>,
}

/// List tournaments
///
/// Newest first.
#[utoipa::path(
    get, operation_id = "list_tournaments", path = "/tournaments", tag = "tournaments",
    params(ListTournamentsParams),
    responses((status = OK, body = TournamentPage, description = "A page of tournaments"), (status = BAD_REQUEST, body = problem::Body)),
)]
pub(super) async fn list(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    QueryParams(params): QueryParams<ListTournamentsParams>,
) -> Result<Json<TournamentPage>, Problem> {
    let limit = params.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    app.http().charge(billed, Cost::requests(limit as usize))?;
    let list = async {
        let label = by_state(params.state == Some(ListedState::Ended));
        let page = load_batches(app.tournaments(), &label, params.before.map(Cursor), limit).await?;
        let tournaments = page.items.iter().map(|(_, now)| TournamentSummary::new(&app, now)).collect();
        Ok::<_, Problem>(Json(TournamentPage { tournaments, next: page.next.map(|cursor| cursor.0) }))
    };
    app.platform().read(client, list).await
}

/// Stream a tournament
///
/// As Server-Sent Events. `tournament` carries the tournament as in `GET /tournaments/{tournament}`, at once and on
/// every change, at most once per second. The stream ends with the tournament.
#[utoipa::path(
    get, operation_id = "stream_tournament", path = "/tournaments/{tournament}/live", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament id")),
    responses(
        (status = OK, body = String, content_type = "text/event-stream", description = "The tournament, after every change"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn live(
    State(app): State<Tournaments>,
    // A tournament that has ended is serialised again for every request.
    _: ChargedClient<Think>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let mut frames = live_feed::follow(&app, &tournament_id(&id)?).await?;
    let (events, stream) = mpsc::channel(1);
    tokio::spawn(async move {
        let disconnected = events.clone();
        tokio::select! {
            () = send_frames(&mut frames, events) => {}
            () = disconnected.closed() => {}
            () = app.http().shutdown().requested() => {}
        }
    });
    Ok(Sse::new(ReceiverStream::new(stream)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Sends frames until the tournament has ended. A slow client skips frames, but always gets the latest.
async fn send_frames(
    frames: &mut watch::Receiver<Option<Arc<str>>>,
    events: mpsc::Sender<Result<Event, Infallible>>,
) {
    while frames.changed().await.is_ok() {
        let Some(text) = frames.borrow_and_update().clone() else { continue };
        if events.send(Ok(Event::default().event("tournament").data(text))).await.is_err() {
            return;
        }
    }
}
