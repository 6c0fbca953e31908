//! Matches looked at: one, many, and as a text.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::{Freshness, Versioned};
use chautari_arena::live::At;
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, QueryParams};
use chautari_ledger::{Cursor, Label};
use chautari_people::people;
use chautari_platform::paging::load_batches;
use chautari_platform::{MatchId, PersonId, TournamentId};
use chautari_positions as games;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::labels::{self, State as Standing};
use super::named;
use super::state::{Audience, MatchState};
use super::view::{Recorded, Summary, View};
use crate::Matches;

/// The most matches on one page, and how many where nothing is said.
const MOST: u32 = 100;
const USUAL: u32 = 20;

/// So many plies are the work of one more request.
const LONG: usize = 50;

/// One match
#[utoipa::path(
    get, operation_id = "get_match", path = "/matches/{match}", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    responses((status = OK, body = View, description = "The match"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<Json<View>, Problem> {
    let story = look(&app, client, named(&id)?).await?;
    // One that is over had to be replayed.
    app.http().admit_beside(client, story.played.record().len() / LONG)?;
    Ok(Json(View::new(&story, At::Now(app.store().now_in(&story)))))
}

/// A match as it stands, for a client. One that nobody has come to for a while is replayed, on the threads for long work.
pub async fn look(app: &Matches, client: Client, id: MatchId) -> Result<Arc<Versioned<MatchState>>, Problem> {
    if app.store().0.is_cached(&id) {
        return app.store().load(&id, Freshness::Current).await;
    }
    app.platform().read(client, app.store().load(&id, Freshness::Current)).await
}

/// Which matches; all conditions hold for each.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those that are `live` [default], or only those that have `ended`.
    #[param(inline)]
    state: Option<Standing>,
    /// Only those of this game.
    game: Option<String>,
    /// Only those in which this bot plays.
    player: Option<String>,
    /// Only those in which this person plays; those in no list are not told.
    person: Option<String>,
    /// Only those of this tournament.
    tournament: Option<String>,
    /// Only those in which something has happened since then, in milliseconds since 1970.
    since: Option<u64>,
    /// The `next` of the page before.
    before: Option<u64>,
    /// At most this many, up to 100 [default: 20].
    limit: Option<u32>,
}

impl Which {
    /// What they are found by: whatever there is least of. The rest is looked at one by one.
    fn label(&self, app: &Matches, person: Option<&PersonId>) -> Result<Label, Problem> {
        let state = self.state.unwrap_or(Standing::Live);
        let game = self.game.as_deref().map(|game| app.platform().game(game)).transpose()?;
        Ok(match (&self.tournament, &self.player, game) {
            (Some(id), ..) => {
                let id = TournamentId::read(id)
                    .ok_or_else(|| Problem::not_found(format!("There is no tournament `{id}`.")))?;
                labels::by_tournament(&id, state)
            }
            (None, Some(name), _) => labels::by_bot(name, state),
            (None, None, game) => match (person, game) {
                (Some(id), _) => labels::by_person(id, state),
                (None, Some(game)) => labels::by_game(game.info().id, state),
                (None, None) => labels::by_state(state),
            },
        })
    }

    fn admits(&self, app: &Matches, person: Option<&PersonId>, story: &MatchState) -> bool {
        let is_theirs = |id: &PersonId| story.people().any(|player| player == id);
        let of_game =
            |name: &String| app.platform().game(name).is_ok_and(|game| game.info().id == story.info().id);
        // Those by link have the labels of their players, too: what is one's own is listed for oneself.
        story.begun.audience == Audience::Everybody
            && self.game.as_ref().is_none_or(of_game)
            && person.is_none_or(is_theirs)
            && self.player.as_ref().is_none_or(|name| story.bots().any(|bot| bot == name))
            && self.since.is_none_or(|since| story.changed_ms >= since)
    }

    /// The next so many that are admitted, and where to go on. However few are, no more is looked at than
    /// a page of a hundred has, so that no question takes long.
    async fn page(&self, app: &Matches, before: Option<Cursor>, limit: u32) -> Result<Found, Problem> {
        let person = match &self.person {
            Some(name) => Some(people::find(app.people(), name).await?.id.clone()),
            None => None,
        };
        let person = person.as_ref();
        let label = self.label(app, person)?;
        let page = load_batches(&app.store().0, &label, before, limit).await?;
        let stories = page.items.into_iter().map(|(_, story)| story);
        Ok(Found {
            stories: stories.filter(|story| self.admits(app, person, story)).collect(),
            next: page.next,
        })
    }
}

struct Found {
    stories: Vec<Arc<Versioned<MatchState>>>,
    next: Option<Cursor>,
}

/// A page of matches, the latest first.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchPage)]
pub(super) struct Page {
    /// Fewer than asked for, perhaps none, where most that were looked at are not meant.
    matches: Vec<Summary>,
    /// What `before` is on the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// Matches, the latest first
#[utoipa::path(
    get, operation_id = "list_matches", path = "/matches", tag = "matches", params(Which),
    responses(
        (status = OK, body = Page, description = "A page of matches"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or tournament"),
    ),
)]
pub(super) async fn list(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<Page>, Problem> {
    let limit = which.limit.unwrap_or(USUAL).clamp(1, MOST);
    app.http().admit_beside(client, limit as usize)?;
    // Those that are over are replayed, and so are those that go on where nobody has come to them for a while.
    let list = async {
        let found = which.page(&app, which.before.map(Cursor), limit).await?;
        let matches =
            found.stories.iter().map(|story| Summary::new(story, app.store().now_in(story))).collect();
        Ok::<_, Problem>(Json(Page { matches, next: found.next.map(|place| place.0) }))
    };
    app.platform().read(client, list).await
}

/// A page of those that are meant, a line each, and where to go on.
async fn some_lines(
    app: &Matches,
    client: Client,
    which: &Arc<Which>,
    before: Option<Cursor>,
) -> Result<(String, Option<Cursor>), Problem> {
    let (app, which) = (app.clone(), Arc::clone(which));
    let read = async {
        let found = which.page(&app, before, MOST).await?;
        let mut text = String::new();
        for story in &found.stories {
            let recorded = Recorded::new(story, app.store().now_in(story));
            text.push_str(&serde_json::to_string(&recorded).unwrap_or_default());
            text.push('\n');
        }
        Ok::<_, Problem>((text, found.next))
    };
    app.platform().read(client, read).await
}

/// Matches with their moves, one JSON object a line, all of them
///
/// As many as there are, the latest first, streamed; `before` and `limit` mean nothing here. Each line is a match
/// as lists show it, with its `moves`, how many of them were the `opening`, its `start` and its `clock`: a
/// `MatchRecord`.
#[utoipa::path(
    get, operation_id = "export_matches", path = "/matches.ndjson", tag = "matches", params(Which),
    responses(
        (status = OK, body = String, content_type = "application/x-ndjson", description = "A line a match"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or tournament"),
    ),
)]
pub(super) async fn lines(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    QueryParams(which): QueryParams<Which>,
) -> Result<Response, Problem> {
    app.http().admit(client, Action::Think)?;
    let which = Arc::new(which);
    let first = some_lines(&app, client, &which, None).await?;
    let stream = futures_util::stream::unfold(Some((app, which, first)), move |state| async move {
        let (app, which, (text, next)) = state?;
        let next = match next {
            Some(place) => match some_lines(&app, client, &which, Some(place)).await {
                Ok(next) => Some((app, which, next)),
                // Whoever reads sees that the end is missing.
                Err(problem) => return Some((Err(std::io::Error::other(problem.text().to_owned())), None)),
            },
            None => None,
        };
        Some((Ok(text), next))
    });
    // Who compresses it asks once more behind the end.
    let stream = stream.fuse();
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(stream)).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct How {
    /// The notation: one of the game's dialects [default: `moves`].
    dialect: Option<String>,
}

/// A match written down, in any notation of its game
#[utoipa::path(
    get, operation_id = "get_match_record", path = "/matches/{match}/record", tag = "matches",
    params(("match" = String, Path, description = "The match"), How),
    responses(
        (status = OK, body = String, content_type = "text/plain", description = "The game in that notation"),
        (status = BAD_REQUEST, body = problem::Body, description = "The game has no such dialect"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn record(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
    QueryParams(how): QueryParams<How>,
) -> Result<impl IntoResponse, Problem> {
    let id = named(&id)?;
    let write = async {
        let story = app.store().load(&id, Freshness::Current).await?;
        Ok::<_, Problem>(story.played.record().write(how.dialect.as_deref().unwrap_or("moves"))?)
    };
    let mut text = app.platform().read(client, write).await?;
    text.push('\n');
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// Where a match stands, as a picture for whoever shares its link
#[utoipa::path(
    get, path = "/matches/{match}/picture.png", tag = "matches",
    operation_id = "match_picture",
    params(("match" = String, Path, description = "The match")),
    responses(
        (status = OK, content_type = "image/png", description = "The picture"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = SERVICE_UNAVAILABLE, body = problem::Body, description = "All painters are busy"),
    ),
)]
pub(super) async fn picture(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let story = look(&app, client, named(&id)?).await?;
    let mut told = games::card(app.positions(), client, story.played.record()).await?;
    // It is another picture after the next move.
    told.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(told)
}
