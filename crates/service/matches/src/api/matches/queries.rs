//! Read endpoints of matches: one, a page, an export, a record, a picture.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::{Freshness, Versioned};
use chautari_http::cost::Think;
use chautari_http::problem;
use chautari_http::{Billed, ChargedClient, Client, Cost, Problem, QueryParams, RemoteClient};
use chautari_ledger::{Cursor, Label};
use chautari_people::people;
use chautari_platform::paging::load_batches;
use chautari_platform::{MatchId, PersonId, TournamentId};
use chautari_positions as positions;
use chautari_wire::{At, MatchView};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::match_id;
use super::summary::{MatchRecord, MatchSummary};
use crate::Matches;
use crate::model::{
    Audience, MatchState, MatchStatus, by_bot, by_game, by_person, by_status, by_tournament, match_view,
};

/// Matches per page.
const MAX_PAGE: u32 = 100;

/// Matches per page if the request does not say.
const DEFAULT_PAGE: u32 = 20;

/// A request is charged as one more per this many plies, because a match that is not in memory has to be replayed.
const PLIES_PER_REQUEST: usize = 50;

/// Get a match
///
/// Use it to show a match once. To follow it, open `GET /matches/{match}/live`.
#[utoipa::path(
    get, operation_id = "get_match", path = "/matches/{match}", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    responses(
        (status = OK, body = MatchView, description = "The match"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn get(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(id): Path<String>,
) -> Result<Json<MatchView>, Problem> {
    let state = load_for_client(&app, client, match_id(&id)?).await?;
    let plies = state.played.record().len();
    app.http().charge(billed, Cost::requests(plies / PLIES_PER_REQUEST))?;
    Ok(Json(match_view(&state, app.store().presence(), At::Now(app.store().now_in(&state)))))
}

/// Loads the current state of a match for a client. A match that is not in memory is replayed as a long read.
pub async fn load_for_client(
    app: &Matches,
    client: Client,
    id: MatchId,
) -> Result<Arc<Versioned<MatchState>>, Problem> {
    let load = app.store().load(&id, Freshness::Current);
    Ok(if app.store().repository().is_cached(&id) {
        load.await?
    } else {
        app.platform().read(client, load).await?
    })
}

/// Conditions on matches, all of which must hold.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListMatchesParams {
    /// `live` for matches in progress [default], or `ended`.
    #[param(inline)]
    state: Option<MatchStatus>,
    /// Only matches of this game.
    game: Option<String>,
    /// Only matches of the bot of this name.
    player: Option<String>,
    /// Only listed matches of the person of this name.
    person: Option<String>,
    /// Only matches of this tournament.
    tournament: Option<String>,
    /// Only matches with an event since this time, in milliseconds since 1970.
    since: Option<u64>,
    /// The `next` of the previous page.
    before: Option<u64>,
    /// The most matches to return, up to 100 [default: 20].
    limit: Option<u32>,
}

impl ListMatchesParams {
    /// Returns the label with the fewest matches. The other conditions are checked on each of them.
    fn label(&self, app: &Matches, person: Option<&PersonId>) -> Result<Label, Problem> {
        let status = self.state.unwrap_or(MatchStatus::Live);
        let game = self.game.as_deref().map(|game| app.platform().game(game)).transpose()?;
        Ok(match (&self.tournament, &self.player, game) {
            (Some(id), ..) => {
                let id = TournamentId::read(id)
                    .ok_or_else(|| Problem::not_found(format!("There is no tournament `{id}`.")))?;
                by_tournament(&id, status)
            }
            (None, Some(name), _) => by_bot(name, status),
            (None, None, game) => match (person, game) {
                (Some(id), _) => by_person(id, status),
                (None, Some(game)) => by_game(game.info().id, status),
                (None, None) => by_status(status),
            },
        })
    }

    fn admits(&self, app: &Matches, person: Option<&PersonId>, state: &MatchState) -> bool {
        let is_theirs = |id: &PersonId| state.people().any(|player| player == id);
        let of_game =
            |name: &String| app.platform().game(name).is_ok_and(|game| game.info().id == state.info().id);
        // Unlisted matches have the labels of their players too, for the players' own lists.
        state.created.audience == Audience::Everybody
            && self.game.as_ref().is_none_or(of_game)
            && person.is_none_or(is_theirs)
            && self.player.as_ref().is_none_or(|name| state.bots().any(|bot| bot == name))
            && self.since.is_none_or(|since| state.changed_ms >= since)
    }

    /// Loads `limit` matches and returns those that meet all conditions, which may be none. The work per page is
    /// bounded in this way.
    async fn page(&self, app: &Matches, before: Option<Cursor>, limit: u32) -> Result<MatchStates, Problem> {
        let person = match &self.person {
            Some(name) => Some(people::find(app.people(), name).await?.id.clone()),
            None => None,
        };
        let person = person.as_ref();
        let label = self.label(app, person)?;
        let page = load_batches(app.store().repository(), &label, before, limit).await?;
        let states = page.items.into_iter().map(|(_, state)| state);
        let states = states.filter(|state| self.admits(app, person, state)).collect();
        Ok(MatchStates { states, next: page.next })
    }
}

struct MatchStates {
    states: Vec<Arc<Versioned<MatchState>>>,
    next: Option<Cursor>,
}

/// A page of matches, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchPage {
    /// The matches. There may be fewer than requested, or none, even if `next` is not `null`.
    matches: Vec<MatchSummary>,
    /// The `before` of the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// List matches
///
/// Use it to find matches to watch, or the latest matches of a player or a tournament. The newest are first. To load
/// all of them with their moves, use `GET /matches.ndjson`.
#[utoipa::path(
    get, operation_id = "list_matches", path = "/matches", tag = "matches", params(ListMatchesParams),
    responses(
        (status = OK, body = MatchPage, description = "A page of matches"),
        (status = BAD_REQUEST, body = problem::Body, description = "A condition cannot be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or tournament"),
    ),
)]
pub(super) async fn list(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    QueryParams(params): QueryParams<ListMatchesParams>,
) -> Result<Json<MatchPage>, Problem> {
    let limit = params.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    app.http().charge(billed, Cost::requests(limit as usize))?;
    // A long read, because matches that are not in memory have to be replayed.
    let list = async {
        let found = params.page(&app, params.before.map(Cursor), limit).await?;
        let store = app.store();
        let summary = |state: &Arc<Versioned<MatchState>>| {
            MatchSummary::new(state, store.presence(), store.now_in(state))
        };
        let matches = found.states.iter().map(summary).collect();
        Ok::<_, Problem>(Json(MatchPage { matches, next: found.next.map(|cursor| cursor.0) }))
    };
    app.platform().read(client, list).await
}

/// Loads a page of records as lines, and the cursor of the next page.
async fn export_page(
    app: &Matches,
    client: Client,
    params: &Arc<ListMatchesParams>,
    before: Option<Cursor>,
) -> Result<(String, Option<Cursor>), Problem> {
    let (app, params) = (app.clone(), Arc::clone(params));
    let read = async {
        let found = params.page(&app, before, MAX_PAGE).await?;
        let mut text = String::new();
        for state in &found.states {
            let record = MatchRecord::new(state, app.store().presence(), app.store().now_in(state));
            text.push_str(&serde_json::to_string(&record).unwrap_or_default());
            text.push('\n');
        }
        Ok::<_, Problem>((text, found.next))
    };
    app.platform().read(client, read).await
}

/// Export matches with their moves
///
/// Use it to study many matches. The response streams all matches that meet the conditions, newest first, as one
/// `MatchRecord` per line; `before` and `limit` are ignored. A connection that closes without an end means that the
/// export is incomplete.
#[utoipa::path(
    get, operation_id = "export_matches", path = "/matches.ndjson", tag = "matches", params(ListMatchesParams),
    responses(
        (status = OK, body = String, content_type = "application/x-ndjson", description = "One match per line"),
        (status = BAD_REQUEST, body = problem::Body, description = "A condition cannot be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or tournament"),
    ),
)]
pub(super) async fn export(
    State(app): State<Matches>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    QueryParams(params): QueryParams<ListMatchesParams>,
) -> Result<Response, Problem> {
    let params = Arc::new(params);
    let first = export_page(&app, client, &params, None).await?;
    let stream = futures_util::stream::unfold(Some((app, params, first)), move |state| async move {
        let (app, params, (text, next)) = state?;
        let next = match next {
            Some(cursor) => match export_page(&app, client, &params, Some(cursor)).await {
                Ok(next) => Some((app, params, next)),
                // Breaks the connection, so that the client notices that the end is missing.
                Err(problem) => return Some((Err(std::io::Error::other(problem.text().to_owned())), None)),
            },
            None => None,
        };
        Some((Ok(text), next))
    });
    // The compression layer polls once more after the end.
    let stream = stream.fuse();
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(stream)).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GetMatchRecordParams {
    /// The notation: one of the game's dialects [default: `moves`].
    dialect: Option<String>,
}

/// Get the moves of a match as text
///
/// Use it to copy a match to another program, in any notation of its game.
#[utoipa::path(
    get, operation_id = "get_match_record", path = "/matches/{match}/record", tag = "matches",
    params(("match" = String, Path, description = "The id of the match"), GetMatchRecordParams),
    responses(
        (status = OK, body = String, content_type = "text/plain", description = "The match in that notation"),
        (status = BAD_REQUEST, body = problem::Body, description = "The game has no such dialect"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn record(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
    QueryParams(params): QueryParams<GetMatchRecordParams>,
) -> Result<impl IntoResponse, Problem> {
    let id = match_id(&id)?;
    let write = async {
        let state = app.store().load(&id, Freshness::Current).await?;
        Ok::<_, Problem>(state.played.record().write(params.dialect.as_deref().unwrap_or("moves"))?)
    };
    let mut text = app.platform().read(client, write).await?;
    text.push('\n');
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// Get a picture of a match
///
/// Use it for previews of links. It shows the current position.
#[utoipa::path(
    get, path = "/matches/{match}/picture.png", tag = "matches",
    operation_id = "match_picture",
    params(("match" = String, Path, description = "The id of the match")),
    responses(
        (status = OK, content_type = "image/png", description = "The picture"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All renderers are busy"),
    ),
)]
pub(super) async fn picture(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let state = load_for_client(&app, client, match_id(&id)?).await?;
    let mut response = positions::card(app.positions(), client, state.played.record()).await?;
    // The picture changes with the next move.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}
