//! `GET /people/me/matches`: the matches of the client.

use axum::Json;
use axum::extract::State;
use chautari_http::problem;
use chautari_http::{Cost, Problem, QueryParams};
use chautari_ledger::Cursor;
use chautari_people::people::Person;
use chautari_people::{Caller, SignedIn};
use chautari_platform::paging::load_page;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::summary::MyMatch;
use crate::Matches;
use crate::model::{MatchStatus, by_person};

/// Matches per page.
const MAX_PAGE: u32 = 100;

/// Matches per page if the request does not say.
const DEFAULT_PAGE: u32 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListMyMatchesParams {
    /// `live` for matches in progress [default], or `ended`.
    #[param(inline)]
    state: Option<MatchStatus>,
    /// The `next` of the previous page.
    before: Option<u64>,
    /// The most matches to return, up to 100 [default: 50].
    limit: Option<u32>,
}

/// A page of the client's matches, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = YourMatches)]
pub(super) struct MyMatchesPage {
    /// The matches.
    matches: Vec<MyMatch>,
    /// The `before` of the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// List your matches
///
/// Use it to show a person which of their matches wait for a move. The newest are first.
#[utoipa::path(
    get, operation_id = "list_my_matches", path = "/people/me/matches", tag = "people",
    params(ListMyMatchesParams),
    security(("token" = [])),
    responses(
        (status = OK, body = MyMatchesPage, description = "A page of your matches"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list(
    State(app): State<Matches>,
    caller: Caller<SignedIn<Person>>,
    QueryParams(params): QueryParams<ListMyMatchesParams>,
) -> Result<Json<MyMatchesPage>, Problem> {
    let person = &caller.identity;
    let limit = params.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    let label = by_person(&person.id, params.state.unwrap_or(MatchStatus::Live));
    caller.charge(Cost::requests(limit as usize))?;
    let (store, before) = (app.store(), params.before.map(Cursor));
    let page = load_page(app.platform(), caller.client, store.repository(), &label, before, limit).await?;
    let states = page.items.iter().map(|(_, state)| state);
    let matches = states
        .filter_map(|state| MyMatch::new(state, &person.id, store.presence(), store.now_in(state)))
        .collect();
    Ok(Json(MyMatchesPage { matches, next: page.next.map(|cursor| cursor.0) }))
}
