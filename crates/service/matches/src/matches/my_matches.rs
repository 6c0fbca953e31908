//! The matches of the person who asks.

use axum::Json;
use axum::extract::State;
use chautari_arena::live::Tick;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Bearer, Problem, QueryParams};
use chautari_ledger::Cursor;
use chautari_people::people;
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::labels::{State as Standing, by_person};
use super::state::MatchState;
use super::view::Summary;
use crate::Matches;

/// The most games on one page, and how many where nothing is said.
const MOST: u32 = 100;
const USUAL: u32 = 50;

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Those that are `live` [default], or those that have `ended`.
    #[param(inline)]
    state: Option<Standing>,
    /// The `next` of the page before.
    before: Option<u64>,
    /// At most this many, up to 100 [default: 50].
    limit: Option<u32>,
}

/// A game of the person who asks.
#[derive(Serialize, ToSchema)]
#[schema(as = YourMatch)]
pub struct Yours {
    /// The side that is theirs.
    side: &'static str,
    /// Whether it waits for them.
    your_turn: bool,
    #[serde(flatten)]
    summary: Summary,
}

impl Yours {
    pub(crate) fn new(story: &MatchState, person: &PersonId, now: Tick) -> Option<Yours> {
        let sits = |side: &Side| story.begun.seats[side.index()].sitter.person() == Some(person);
        let side = Side::ALL.into_iter().find(sits)?;
        // Somebody who plays both sides is always to move.
        let your_turn = !story.played.is_paused() && story.played.turn().is_some_and(|turn| sits(&turn));
        Some(Yours { side: story.info().side(side), your_turn, summary: Summary::new(story, now) })
    }
}

/// A page of the games of the person who asks, the latest begun first.
#[derive(Serialize, ToSchema)]
#[schema(as = YourMatches)]
pub(super) struct Page {
    matches: Vec<Yours>,
    /// What `before` is on the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// Your games, with whose turn it is
#[utoipa::path(
    get, operation_id = "list_my_matches", path = "/people/me/matches", tag = "people", params(Which),
    security(("token" = [])),
    responses(
        (status = OK, body = Page, description = "A page of your games"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<Page>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    let limit = which.limit.unwrap_or(USUAL).clamp(1, MOST);
    let label = by_person(&person.id, which.state.unwrap_or(Standing::Live));
    app.http().admit_beside(client, limit as usize)?;
    let page = app.store().page(&app, client, label, which.before.map(Cursor), limit).await?;
    let yours = |story: &MatchState| Yours::new(story, &person.id, app.store().now_in(story));
    let matches = page.items.iter().filter_map(|(_, story)| yours(story)).collect();
    Ok(Json(Page { matches, next: page.next.map(|place| place.0) }))
}
