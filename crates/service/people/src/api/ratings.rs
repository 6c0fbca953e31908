//! Rating histories and leaderboards, of people and of bots.

use std::hash::Hash;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Aggregate, Repository};
use chautari_http::cost::Think;
use chautari_http::{ChargedClient, Client, Problem, QueryParams, RemoteClient, problem};
use chautari_ledger::{Cursor, Label, Stored, StreamId};
use chautari_platform::paging;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::People;
use crate::bots::{self, Bot, BotEvent, RatingView};
use crate::model::leaderboard::{Leaderboards, Ranked};
use crate::model::rating::{Ratings, StoredRating};
use crate::model::{bot, person};
use crate::people::{self, Person, PersonEvent};

/// Rows of a leaderboard: the most, and the default.
const MAX_ROWS: usize = 1000;
const DEFAULT_ROWS: usize = 100;

/// Accounts read per batch.
const BATCH: u32 = 100;

/// Query parameters of a rating history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RatingHistoryParams {
    /// Only ratings in this game [default: all games].
    game: Option<String>,
}

/// A rating at a time.
#[derive(Serialize, ToSchema)]
pub(super) struct RatingPoint {
    /// The time, in milliseconds since 1970.
    at_ms: u64,
    /// The game, with its rules.
    game: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// Get a person's rating history
///
/// Returns one point per rated game, oldest first, for charts.
#[utoipa::path(
    get, operation_id = "get_person_ratings", path = "/people/{name}/ratings", tag = "people",
    params(("name" = String, Path, description = "The name of the person, in any case"), RatingHistoryParams),
    responses(
        (status = OK, body = Vec<RatingPoint>, description = "The ratings, oldest first"),
        (status = BAD_REQUEST, body = problem::Body, description = "The query could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such person or game"),
    ),
)]
pub(super) async fn person_history(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<RatingHistoryParams>,
) -> Result<Json<Vec<RatingPoint>>, Problem> {
    let stream = Person::stream(&people::find(&app, &name).await?.id);
    let rating = |stored: &Stored| match Person::read(stored) {
        Ok(PersonEvent::Rated(rating)) => Some(rating),
        _ => None,
    };
    history(&app, client, &stream, params, rating).await
}

/// Get a bot's rating history
///
/// Returns one point per tournament, oldest first, for charts.
#[utoipa::path(
    get, operation_id = "get_bot_ratings", path = "/bots/{name}/ratings", tag = "bots",
    params(("name" = String, Path, description = "The name of the bot"), RatingHistoryParams),
    responses(
        (status = OK, body = Vec<RatingPoint>, description = "The ratings, oldest first"),
        (status = BAD_REQUEST, body = problem::Body, description = "The query could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such bot or game"),
    ),
)]
pub(super) async fn bot_history(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<RatingHistoryParams>,
) -> Result<Json<Vec<RatingPoint>>, Problem> {
    let stream = Bot::stream(&bots::find(&app, &name).await?.name);
    let rating = |stored: &Stored| match Bot::read(stored) {
        Ok(BotEvent::Rated(rating)) => Some(rating),
        _ => None,
    };
    history(&app, client, &stream, params, rating).await
}

async fn history(
    app: &People,
    client: Client,
    stream: &StreamId,
    params: RatingHistoryParams,
    rating: impl Fn(&Stored) -> Option<StoredRating>,
) -> Result<Json<Vec<RatingPoint>>, Problem> {
    let game = params.game.map(|game| canonical_name(app, &game)).transpose()?;
    let point = |stored: Stored| {
        let rating =
            rating(&stored).filter(|rating| game.as_ref().is_none_or(|game| *game == rating.game))?;
        let (at_ms, view) = (stored.at_ms, RatingView::new(rating.rating()));
        Some(RatingPoint { at_ms, game: rating.game, rating: view })
    };
    paging::load_events(app.platform(), client, stream, point).await.map(Json)
}

fn canonical_name(app: &People, game: &str) -> Result<String, Problem> {
    Ok(app.platform().name_of(&*app.platform().game(game)?))
}

/// Query parameters of a leaderboard.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardParams {
    /// The most rows to return, up to 1000 [default: 100].
    limit: Option<usize>,
}

/// A row of a leaderboard of people.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonPlace {
    /// The rank, from 1.
    rank: usize,
    /// The name of the person.
    name: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// A row of a leaderboard of bots.
#[derive(Serialize, ToSchema)]
pub(super) struct LeaderboardPlace {
    /// The rank, from 1.
    rank: usize,
    /// The name of the bot.
    bot: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// Get the best people of a game
///
/// The order is by the rating that a person almost certainly deserves: two deviations below the current one.
#[utoipa::path(
    get, operation_id = "get_people_leaderboard", path = "/games/{game}/people", tag = "people",
    params(("game" = String, Path, description = "The game, with its rules"), LeaderboardParams),
    responses(
        (status = OK, body = Vec<PersonPlace>, description = "The people with rated games, best first"),
        (status = BAD_REQUEST, body = problem::Body, description = "The query could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn person_leaderboard(
    State(app): State<People>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    Path(game): Path<String>,
    QueryParams(params): QueryParams<LeaderboardParams>,
) -> Result<Json<Vec<PersonPlace>>, Problem> {
    let game = canonical_name(&app, &game)?;
    let boards = &app.accounts().context().leaderboards;
    let source = Source { accounts: app.accounts(), boards, label: person::rated_in(&game) };
    let best = source.best(&app, client, &game).await?;
    let place = |(rank, Ranked { name, rating }): (usize, Ranked)| PersonPlace { rank, name, rating };
    Ok(Json(rows(&best, &params).map(place).collect()))
}

/// Get the best bots of a game
///
/// The order is by the rating that a bot almost certainly deserves: two deviations below the current one.
#[utoipa::path(
    get, operation_id = "get_leaderboard", path = "/games/{game}/leaderboard", tag = "bots",
    params(("game" = String, Path, description = "The game, with its rules"), LeaderboardParams),
    responses(
        (status = OK, body = Vec<LeaderboardPlace>, description = "The rated bots, best first"),
        (status = BAD_REQUEST, body = problem::Body, description = "The query could not be read"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn bot_leaderboard(
    State(app): State<People>,
    ChargedClient { client, .. }: ChargedClient<Think>,
    Path(game): Path<String>,
    QueryParams(params): QueryParams<LeaderboardParams>,
) -> Result<Json<Vec<LeaderboardPlace>>, Problem> {
    let game = canonical_name(&app, &game)?;
    let source = Source { accounts: app.bots(), boards: app.bots().context(), label: bot::all() };
    let best = source.best(&app, client, &game).await?;
    let place =
        |(rank, Ranked { name: bot, rating }): (usize, Ranked)| LeaderboardPlace { rank, bot, rating };
    Ok(Json(rows(&best, &params).map(place).collect()))
}

/// The first rows of a leaderboard, with their ranks.
fn rows(best: &[Ranked], params: &LeaderboardParams) -> impl Iterator<Item = (usize, Ranked)> {
    (1..).zip(best.iter().take(params.limit.unwrap_or(DEFAULT_ROWS).clamp(1, MAX_ROWS)).cloned())
}

/// An account with ratings.
trait Rated: Aggregate {
    fn name(&self) -> &str;
    fn ratings(&self) -> &Ratings;
}

impl Rated for Person {
    fn name(&self) -> &str {
        &self.name
    }

    fn ratings(&self) -> &Ratings {
        &self.ratings
    }
}

impl Rated for Bot {
    fn name(&self) -> &str {
        &self.name
    }

    fn ratings(&self) -> &Ratings {
        &self.ratings
    }
}

/// The accounts that leaderboards are read from.
struct Source<'a, A: Aggregate> {
    accounts: &'a Repository<A>,
    boards: &'a Leaderboards<A::Id>,
    /// The label of all accounts that may have a rating.
    label: Label,
}

impl<A: Rated<Id: Clone + Eq + Hash>> Source<'_, A> {
    /// Returns the leaderboard of a game. The first request reads it from the database, as a long read.
    async fn best(&self, app: &People, client: Client, game: &str) -> Result<Arc<[Ranked]>, Problem> {
        loop {
            if let Some(best) = self.boards.best(game) {
                return Ok(best);
            }
            let read = async {
                let _reading = self.boards.reading.lock().await;
                if self.boards.best(game).is_none() { self.read(game).await } else { Ok(()) }
            };
            app.platform().read(client, read).await?;
        }
    }

    async fn read(&self, game: &str) -> Result<(), Problem> {
        self.boards.open(game);
        let mut before: Option<Cursor> = None;
        loop {
            let page = paging::load_batches(self.accounts, &self.label, before, BATCH).await?;
            for (id, account) in &page.items {
                self.boards.add(game, id, account.name(), account.ratings());
            }
            before = page.next;
            if before.is_none() {
                self.boards.complete(game);
                return Ok(());
            }
        }
    }
}
