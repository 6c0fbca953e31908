//! Bots looked at.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_arena::Rating;
use chautari_http::problem;
use chautari_http::{Problem, QueryParams};
use chautari_ledger::Cursor;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Bot, Rated, Welcome, all, find};
use crate::People;

/// The most bots on one page.
const MOST: u32 = 100;

/// A bot.
#[derive(Serialize, ToSchema)]
#[schema(as = Bot)]
pub(super) struct Shown {
    /// Its name.
    name: String,
    /// Since when it has been here, in milliseconds since 1970.
    since_ms: u64,
    /// Who may invite it.
    invitations: Welcome,
    /// What it has come to in each game, by tournaments.
    ratings: BTreeMap<String, RatingView>,
}

/// How strong a player is thought to be, by Glicko-2.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Rating)]
pub struct RatingView {
    /// On the scale of Elo; 1500 for a newcomer.
    pub rating: f64,
    /// The standard deviation of that.
    pub deviation: f64,
}

impl RatingView {
    /// Rounds a rating and its deviation to one decimal place.
    pub fn new(rating: Rating) -> RatingView {
        // More digits would only pretend.
        let round = |n: f64| (n * 10.0).round() / 10.0;
        RatingView { rating: round(rating.rating), deviation: round(rating.deviation) }
    }
}

impl From<&Bot> for Shown {
    fn from(bot: &Bot) -> Shown {
        let shown = |(game, rated): (&String, &Rated)| (game.clone(), RatingView::new(rated.rating()));
        let ratings = bot.ratings.iter().map(shown).collect();
        Shown { name: bot.name.clone(), since_ms: bot.since_ms, invitations: bot.welcome, ratings }
    }
}

/// One bot
#[utoipa::path(
    get, operation_id = "get_bot", path = "/bots/{name}", tag = "bots",
    params(("name" = String, Path, description = "Its name")),
    responses((status = OK, body = Shown, description = "The bot"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<People>,
    Path(name): Path<String>,
) -> Result<Json<Shown>, Problem> {
    Ok(Json(Shown::from(&find(&app, &name).await?.state)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The `next` of the page before.
    before: Option<u64>,
    /// At most this many, up to 100 [default: 100].
    limit: Option<u32>,
}

/// A page of bots, the latest first.
#[derive(Serialize, ToSchema)]
#[schema(as = BotPage)]
pub(super) struct Page {
    bots: Vec<Shown>,
    /// What `before` is on the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// Bots, the latest first
#[utoipa::path(
    get, operation_id = "list_bots", path = "/bots", tag = "bots", params(Which),
    responses((status = OK, body = Page, description = "A page of bots"), (status = BAD_REQUEST, body = problem::Body)),
)]
pub(super) async fn list(
    State(app): State<People>,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<Page>, Problem> {
    let limit = which.limit.unwrap_or(MOST).clamp(1, MOST);
    let page = app.bots().page(&all(), which.before.map(Cursor), limit).await?;
    let bots = page.items.iter().map(|(_, bot)| Shown::from(&bot.state)).collect();
    Ok(Json(Page { bots, next: page.next.map(|place| place.0) }))
}
