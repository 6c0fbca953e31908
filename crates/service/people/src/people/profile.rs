//! A person as others see them, and who is how strong.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Aggregate as _;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Problem, QueryParams};
use chautari_ledger::Stored;
use chautari_platform::paging;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::find;
use super::leaderboard::{self, Ranked};
use super::person::{Person, PersonEvent};
use crate::bots::{Rated, RatingView};
use crate::{People, bots};

/// The most places of a leaderboard, and how many where nothing is said.
const MOST_PLACES: usize = 1000;
const USUAL_PLACES: usize = 100;

/// A person.
#[derive(Serialize, ToSchema)]
#[schema(as = Person)]
pub(super) struct Shown {
    name: String,
    /// Since when, in milliseconds since 1970.
    since_ms: u64,
    /// Whether they look at a page of this server now.
    here: bool,
    /// Their bots.
    bots: Vec<String>,
    /// What they have come to in each game, by rated games.
    ratings: BTreeMap<String, RatingView>,
}

/// One person
#[utoipa::path(
    get, operation_id = "get_person", path = "/people/{name}", tag = "people",
    params(("name" = String, Path, description = "Their name, in any case")),
    responses((status = OK, body = Shown, description = "The person"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<People>,
    Path(name): Path<String>,
) -> Result<Json<Shown>, Problem> {
    let person = find(&app, &name).await?;
    let shown = |(game, rated): (&String, &Rated)| (game.clone(), RatingView::new(rated.rating()));
    Ok(Json(Shown {
        name: person.name.clone(),
        since_ms: person.since_ms,
        here: app.presence().is_here(&person.id),
        bots: bots::of(&app, &person.id).await?,
        ratings: person.ratings.iter().map(shown).collect(),
    }))
}

/// A rating a person has come to.
#[derive(Serialize, ToSchema)]
#[schema(as = PersonRatingPoint)]
pub(super) struct Point {
    /// When, in milliseconds since 1970.
    at_ms: u64,
    /// The game, with its rules.
    game: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// How a person's ratings have gone, the first first
#[utoipa::path(
    get, operation_id = "get_person_ratings", path = "/people/{name}/ratings", tag = "people",
    params(("name" = String, Path, description = "The person")),
    responses(
        (status = OK, body = Vec<Point>, description = "A point a rated game"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn history(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
) -> Result<Json<Vec<Point>>, Problem> {
    let person = find(&app, &name).await?;
    let point = |stored: Stored| match Person::read(&stored) {
        Ok(PersonEvent::Rated(rated)) => {
            Some(Point { at_ms: stored.at_ms, rating: RatingView::new(rated.rating()), game: rated.game })
        }
        _ => None,
    };
    paging::load_events(app.platform(), client, &Person::stream(&person.id), point).await.map(Json)
}

/// Which leaderboard.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct HowMany {
    /// At most this many, up to 1000 [default: 100].
    limit: Option<usize>,
}

/// A place on a leaderboard of people.
#[derive(Serialize, ToSchema)]
#[schema(as = PersonPlace)]
pub(super) struct Placed {
    /// From 1.
    rank: usize,
    name: String,
    #[serde(flatten)]
    rating: RatingView,
}

/// The best people of a game
///
/// By the rating that is almost certainly deserved: two deviations below what it is thought to be.
#[utoipa::path(
    get, operation_id = "get_people_leaderboard", path = "/games/{game}/people", tag = "people",
    params(("game" = String, Path, description = "The game, with its rules"), HowMany),
    responses(
        (status = OK, body = Vec<Placed>, description = "The best first; only those who have played rated games"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn leaderboard(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Path(game): Path<String>,
    QueryParams(how_many): QueryParams<HowMany>,
) -> Result<Json<Vec<Placed>>, Problem> {
    let game = app.platform().name_of(&*app.platform().game(&game)?);
    app.http().admit(client, Action::Think)?;
    let limit = how_many.limit.unwrap_or(USUAL_PLACES).clamp(1, MOST_PLACES);
    let best = leaderboard::best(&app, &game).await?;
    let place =
        |(rank, one): (usize, &Ranked)| Placed { rank, name: one.name.clone(), rating: one.rating.clone() };
    Ok(Json((1..).zip(best.iter().take(limit)).map(place).collect()))
}
