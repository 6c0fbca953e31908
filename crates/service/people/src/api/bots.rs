//! Read endpoints for bots.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_http::{Problem, QueryParams, problem};
use chautari_ledger::Cursor;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::People;
use crate::bots::{Bot, InvitationPolicy, RatingView, find};
use crate::model::bot::all;

/// Bots per page.
const PAGE: u32 = 100;

/// The public profile of a bot.
#[derive(Serialize, ToSchema)]
#[schema(as = Bot)]
pub(super) struct BotView {
    /// The name.
    name: String,
    /// The time of registration, in milliseconds since 1970.
    since_ms: u64,
    /// The players who may invite it.
    invitations: InvitationPolicy,
    /// The rating in each game, by tournaments.
    ratings: BTreeMap<String, RatingView>,
}

impl From<&Bot> for BotView {
    fn from(bot: &Bot) -> BotView {
        BotView {
            name: bot.name.clone(),
            since_ms: bot.since_ms,
            invitations: bot.invitation_policy,
            ratings: bot.ratings.views(),
        }
    }
}

/// Get a bot
///
/// Returns the public profile: ratings and invitation policy.
#[utoipa::path(
    get, operation_id = "get_bot", path = "/bots/{name}", tag = "bots",
    params(("name" = String, Path, description = "The name of the bot")),
    responses(
        (status = OK, body = BotView, description = "The profile"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot"),
    ),
)]
pub(super) async fn get(
    State(app): State<People>,
    Path(name): Path<String>,
) -> Result<Json<BotView>, Problem> {
    Ok(Json(BotView::from(&find(&app, &name).await?.state)))
}

/// Query parameters of the list of bots.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListBotsParams {
    /// The `next` of the page before [default: the first page].
    before: Option<u64>,
    /// The most bots to return, up to 100 [default: 100].
    limit: Option<u32>,
}

/// A page of bots, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct BotPage {
    /// The bots, newest first.
    bots: Vec<BotView>,
    /// The value of `before` for the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// List bots
///
/// Returns all registered bots, newest first, in pages.
#[utoipa::path(
    get, operation_id = "list_bots", path = "/bots", tag = "bots", params(ListBotsParams),
    responses(
        (status = OK, body = BotPage, description = "A page of bots"),
        (status = BAD_REQUEST, body = problem::Body, description = "The query could not be read"),
    ),
)]
pub(super) async fn list(
    State(app): State<People>,
    QueryParams(params): QueryParams<ListBotsParams>,
) -> Result<Json<BotPage>, Problem> {
    let limit = params.limit.unwrap_or(PAGE).clamp(1, PAGE);
    let page = app.bots().page(&all(), params.before.map(Cursor), limit).await?;
    let bots = page.items.iter().map(|(_, bot)| BotView::from(&bot.state)).collect();
    Ok(Json(BotPage { bots, next: page.next.map(|cursor| cursor.0) }))
}
