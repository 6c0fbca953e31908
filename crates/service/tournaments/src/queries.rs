//! Tournaments looked at: one, many, and as they go on.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::Freshness;
use chautari_http::LargeJson;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, QueryParams};
use chautari_ledger::Cursor;
use chautari_platform::paging::load_batches;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

use super::state::by_state;
use super::view::{Summary, View};
use super::{live_feed, named};
use crate::Tournaments;

/// The most tournaments on one page, and how many where nothing is said.
const MOST: u32 = 100;
const USUAL: u32 = 20;

/// How often a silent stream shows that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// One tournament: standings, cross table, pairings
#[utoipa::path(
    get, operation_id = "get_tournament", path = "/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses((status = OK, body = View, description = "The tournament"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = named(&id)?;
    let is_kept = app.tournaments().is_cached(&id);
    let show = async {
        let tournament = app.tournaments().load(&id, Freshness::Resident).await?;
        Ok::<_, Problem>(LargeJson(View::new(&app, &tournament)).into_response())
    };
    // A class that looks at its tournament does not wait for what somebody beside it has worked out.
    if is_kept { show.await } else { app.platform().read(client, show).await }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those that are `live` [default], or only those that have `ended`.
    #[param(inline)]
    state: Option<Standing>,
    /// The `next` of the page before.
    before: Option<u64>,
    /// At most this many, up to 100 [default: 20].
    limit: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Standing {
    Live,
    Ended,
}

/// A page of tournaments, the latest first.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentPage)]
pub(super) struct Page {
    tournaments: Vec<Summary>,
    /// What `before` is on the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// Tournaments, the latest first
#[utoipa::path(
    get, operation_id = "list_tournaments", path = "/tournaments", tag = "tournaments", params(Which),
    responses((status = OK, body = Page, description = "A page of tournaments"), (status = BAD_REQUEST, body = problem::Body)),
)]
pub(super) async fn list(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<Page>, Problem> {
    let limit = which.limit.unwrap_or(USUAL).clamp(1, MOST);
    app.http().admit_beside(client, limit as usize)?;
    let list = async {
        let label = by_state(which.state == Some(Standing::Ended));
        let page = load_batches(app.tournaments(), &label, which.before.map(Cursor), limit).await?;
        let tournaments = page.items.iter().map(|(_, tournament)| Summary::new(tournament)).collect();
        Ok::<_, Problem>(Json(Page { tournaments, next: page.next.map(|place| place.0) }))
    };
    app.platform().read(client, list).await
}

/// A tournament as it goes on, as Server-Sent Events
///
/// `tournament` carries the tournament as it stands, at once and whenever something has happened, at most once
/// a second; the stream ends with the tournament.
#[utoipa::path(
    get, operation_id = "stream_tournament", path = "/tournaments/{tournament}/live", tag = "tournaments",
    params(("tournament" = String, Path, description = "The tournament")),
    responses(
        (status = OK, body = String, content_type = "text/event-stream", description = "The tournament, whenever something has happened"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn live(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    // One that is over is written anew for whoever comes.
    app.http().admit(client, Action::Think)?;
    let mut frames = live_feed::follow(&app, &named(&id)?).await?;
    let (events, told) = mpsc::channel(1);
    tokio::spawn(async move {
        let gone = events.clone();
        tokio::select! {
            () = tell(&mut frames, events) => {}
            () = gone.closed() => {}
            () = app.http().shutdown().requested() => {}
        }
    });
    Ok(Sse::new(ReceiverStream::new(told)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Tells how a tournament stands until it has ended. A slow listener hears less often, not later.
async fn tell(
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
