//! Who is how strong, and how that came about.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Aggregate as _;
use chautari_http::RemoteClient;
use chautari_http::{Action, Problem, QueryParams, problem};
use chautari_ledger::{Cursor, Stored};
use chautari_platform::paging;
use chautari_platform::paging::load_batches;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::list::RatingView;
use super::{Bot, Rated, all, find};
use crate::People;

/// The most places of a leaderboard, and how many where nothing is said.
const MOST: usize = 1000;
const USUAL: usize = 100;
/// How many bots are read at a time.
const BATCH: u32 = 100;

/// Which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only in this game.
    game: Option<String>,
}

/// A rating a bot has come to.
#[derive(Serialize, ToSchema)]
#[schema(as = RatingPoint)]
pub(super) struct Point {
    /// When, in milliseconds since 1970.
    at_ms: u64,
    /// The game, with its rules.
    game: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// How a bot's ratings have gone, the first first
#[utoipa::path(
    get, operation_id = "get_bot_ratings", path = "/bots/{name}/ratings", tag = "bots",
    params(("name" = String, Path, description = "The bot"), Which),
    responses(
        (status = OK, body = Vec<Point>, description = "A point a tournament"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn history(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<Vec<Point>>, Problem> {
    find(&app, &name).await?;
    let game = which
        .game
        .map(|game| Ok::<_, Problem>(app.platform().name_of(&*app.platform().game(&game)?)))
        .transpose()?;
    let point = move |event: Stored| {
        if event.kind != "rated" {
            return None;
        }
        let rated: Rated = serde_json::from_value(event.body).ok()?;
        let is_meant = game.as_ref().is_none_or(|game| *game == rated.game);
        is_meant.then(|| Point {
            at_ms: event.at_ms,
            rating: RatingView::new(rated.rating()),
            game: rated.game,
        })
    };
    paging::load_events(app.platform(), client, &Bot::stream(&name), point).await.map(Json)
}

/// How many places.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct HowMany {
    /// At most this many, up to 1000 [default: 100].
    limit: Option<usize>,
}

/// A place on a leaderboard.
#[derive(Serialize, ToSchema)]
pub(super) struct LeaderboardPlace {
    /// From 1.
    rank: usize,
    bot: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// The best bots of a game
///
/// By the rating that is almost certainly deserved: two deviations below what it is thought to be.
#[utoipa::path(
    get, operation_id = "get_leaderboard", path = "/games/{game}/leaderboard", tag = "bots",
    params(("game" = String, Path, description = "The game, with its rules"), HowMany),
    responses(
        (status = OK, body = Vec<LeaderboardPlace>, description = "The best first; only those that have been rated"),
        (status = BAD_REQUEST, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn leaderboard(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(game): Path<String>,
    QueryParams(how_many): QueryParams<HowMany>,
) -> Result<Json<Vec<LeaderboardPlace>>, Problem> {
    let game = app.platform().name_of(&*app.platform().game(&game)?);
    // Every bot is looked at, which is work like an engine's.
    app.http().admit(client, Action::Think)?;
    let read = async {
        let mut ranks = Vec::new();
        let mut before: Option<Cursor> = None;
        loop {
            let page = load_batches(app.bots(), &all(), before, BATCH).await?;
            for (name, bot) in page.items {
                if let Some(rated) = bot.ratings.get(&game) {
                    let rating = RatingView::new(rated.rating());
                    ranks.push(LeaderboardPlace { rank: 0, bot: name, rating });
                }
            }
            before = page.next;
            if before.is_none() {
                return Ok::<_, Problem>(ranks);
            }
        }
    };
    let mut ranks = app.platform().read(client, read).await?;
    let deserved = |rank: &LeaderboardPlace| rank.rating.rating - 2.0 * rank.rating.deviation;
    ranks.sort_by(|a, b| deserved(b).total_cmp(&deserved(a)).then_with(|| a.bot.cmp(&b.bot)));
    ranks.truncate(how_many.limit.unwrap_or(USUAL).clamp(1, MOST));
    for (index, rank) in ranks.iter_mut().enumerate() {
        rank.rank = index + 1;
    }
    Ok(Json(ranks))
}
