//! Matches looked at: one, many, and as a text.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use chautari_ledger::Place;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::named;
use super::story::{self, State as Standing};
use super::view::{At, Summary, View};
use crate::names::MatchId;
use crate::problem::ProblemShape;
use crate::{App, Params, Problem};

/// The most matches on one page, and how many where nothing is said.
const MOST: u32 = 100;
const USUAL: u32 = 20;

/// One match
#[utoipa::path(
    get, path = "/matches/{match}", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    responses((status = OK, body = View), (status = NOT_FOUND, body = ProblemShape)),
)]
pub(super) async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Json<View>, Problem> {
    let story = app.hall().look(&named(&id)?).await?;
    Ok(Json(View::new(&story, At::Now(app.hall().now()))))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those that are `live` [default], or only those that have `ended`.
    #[param(value_type = Option<String>)]
    state: Option<Standing>,
    /// Only those of this game.
    game: Option<String>,
    /// The `next` of the page before.
    before: Option<u64>,
    /// At most so many, up to 100 [default: 20].
    limit: Option<u32>,
}

/// A page of matches, the latest first.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchPage)]
pub(super) struct Page {
    matches: Vec<Summary>,
    /// What `before` is on the next page; `null` on the last.
    next: Option<u64>,
}

/// Matches, the latest first
#[utoipa::path(
    get, path = "/matches", tag = "matches", params(Which),
    responses(
        (status = OK, body = Page),
        (status = BAD_REQUEST, body = ProblemShape),
        (status = NOT_FOUND, body = ProblemShape, description = "There is no such game"),
    ),
)]
pub(super) async fn list(
    State(app): State<App>,
    Params(which): Params<Which>,
) -> Result<Json<Page>, Problem> {
    let state = which.state.unwrap_or(Standing::Live);
    let label = match &which.game {
        None => story::by_state(state),
        Some(game) => story::by_game(app.game(game)?.info().id, state),
    };
    let limit = which.limit.unwrap_or(USUAL).clamp(1, MOST);
    let page = app.ledger().page(&label, which.before.map(Place), limit).await?;
    let mut matches = Vec::with_capacity(page.streams.len());
    for id in page.streams.iter().filter_map(MatchId::of_stream) {
        matches.push(Summary::new(&app.hall().look(&id).await?));
    }
    Ok(Json(Page { matches, next: page.next.map(|place| place.0) }))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct How {
    /// The notation: one of the game's dialects [default: `moves`].
    dialect: Option<String>,
}

/// A match written down, in any notation of its game
#[utoipa::path(
    get, path = "/matches/{match}/record", tag = "matches",
    params(("match" = String, Path, description = "The match"), How),
    responses(
        (status = OK, body = String, content_type = "text/plain"),
        (status = BAD_REQUEST, body = ProblemShape, description = "The game has no such dialect"),
        (status = NOT_FOUND, body = ProblemShape),
    ),
)]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Params(how): Params<How>,
) -> Result<impl IntoResponse, Problem> {
    let story = app.hall().look(&named(&id)?).await?;
    let mut text = story.played.record().write(how.dialect.as_deref().unwrap_or("moves"))?;
    text.push('\n');
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
