//! Endpoints for seasons.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use chautari_aggregate::{Freshness, Versioned};
use chautari_compute::Client;
use chautari_http::cost::{Create, Think};
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{ChargedClient, Problem};
use chautari_people::people::Person;
use chautari_people::{Caller, SignedIn};
use chautari_platform::{PersonId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::export::{attachment, write_row};
use super::names::PlayerNames;
use super::view::TournamentSummary;
use crate::Tournaments;
use crate::model::{
    MAX_SEASONS, MAX_TOURNAMENTS, Refusal, Season, SeasonEvent, SeasonPlace, Tournament, by_host, by_season,
    read_name, season_table,
};

/// Returns the season of a new tournament, if its host may add tournaments to it.
pub(super) async fn find_own(
    app: &Tournaments,
    season: Option<&str>,
    host: Option<&PersonId>,
) -> Result<Option<SeasonId>, Problem> {
    let Some(text) = season else { return Ok(None) };
    let season = app.seasons().load(&season_id(text)?, Freshness::Current).await?;
    if host != Some(&season.host) {
        return Err(Refusal::NotYourSeason.into());
    }
    if app.tournaments().ids(&by_season(&season.id)).await?.len() >= MAX_TOURNAMENTS {
        return Err(Refusal::FullSeason.into());
    }
    Ok(Some(season.id.clone()))
}

/// Parses the id of a season.
fn season_id(text: &str) -> Result<SeasonId, Problem> {
    SeasonId::read(text).ok_or_else(|| Problem::not_found(format!("There is no season `{text}`.")))
}

/// A new season.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginSeason {
    /// The name, 1 to 80 bytes.
    #[schema(example = "Winter at the club")]
    name: String,
}

/// A season in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct SeasonSummary {
    /// The season id.
    #[schema(value_type = String)]
    id: SeasonId,
    /// The name.
    name: String,
    /// The time of creation, in milliseconds since 1970.
    began_ms: u64,
}

impl SeasonSummary {
    fn new(season: &Season) -> SeasonSummary {
        SeasonSummary { id: season.id.clone(), name: season.name.clone(), began_ms: season.began_ms }
    }
}

/// Create a season
///
/// A season adds several tournaments of one host up to one table. Create them with its id as `season`.
#[utoipa::path(
    post, operation_id = "begin_season", path = "/seasons", tag = "tournaments", request_body = BeginSeason,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = CREATED, body = SeasonSummary, description = "The season"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token is not the key of a person"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body),
    ),
)]
pub(super) async fn create(
    State(app): State<Tournaments>,
    caller: Caller<SignedIn<Person>, Create>,
    IdempotentBody { asked: request, key }: IdempotentBody<BeginSeason>,
) -> Result<(StatusCode, Json<SeasonSummary>), Problem> {
    let name = read_name(request.name).ok_or(Refusal::SeasonName)?;
    let host = caller.identity.id.clone();
    let id = SeasonId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "season"));
    let command = idempotency::command(key.as_ref());
    if let Some(existing) = app.seasons().find_created(&id, &command).await? {
        return Ok((StatusCode::CREATED, Json(SeasonSummary::new(&existing))));
    }
    if app.seasons().ids(&by_host(&host)).await?.len() >= MAX_SEASONS {
        return Err(Refusal::TooManySeasons.into());
    }
    let created = app.seasons().create(&id, command, vec![SeasonEvent::Created { name, host }]).await?;
    Ok((StatusCode::CREATED, Json(SeasonSummary::new(&created.now()))))
}

/// List your seasons
///
/// Oldest first.
#[utoipa::path(
    get, operation_id = "list_my_seasons", path = "/seasons", tag = "tournaments", security(("token" = [])),
    responses(
        (status = OK, body = Vec<SeasonSummary>, description = "The seasons that the caller has created"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list(
    State(app): State<Tournaments>,
    caller: Caller<SignedIn<Person>>,
) -> Result<Json<Vec<SeasonSummary>>, Problem> {
    let mut seasons = Vec::new();
    for id in app.seasons().ids(&by_host(&caller.identity.id)).await? {
        seasons.push(SeasonSummary::new(&*app.seasons().load(&id, Freshness::Current).await?));
    }
    Ok(Json(seasons))
}

/// A season with its tournaments and table.
#[derive(Serialize, ToSchema)]
#[schema(as = Season)]
pub(super) struct SeasonView {
    #[serde(flatten)]
    season: SeasonSummary,
    /// The name of the host.
    host: String,
    /// The tournaments, oldest first.
    tournaments: Vec<TournamentSummary>,
    /// The players, best first: by points, then tournaments won, then games won.
    table: Vec<SeasonPlace>,
}

/// Get a season
///
/// With its tournaments and its table.
#[utoipa::path(
    get, operation_id = "get_season", path = "/seasons/{season}", tag = "tournaments",
    params(("season" = String, Path, description = "The season id")),
    responses((status = OK, body = SeasonView, description = "The season"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    charged: ChargedClient<Think>,
    Path(id): Path<String>,
) -> Result<Json<SeasonView>, Problem> {
    let season = app.seasons().load(&season_id(&id)?, Freshness::Current).await?;
    let tournaments = load_tournaments(&app, charged.client, &season.id).await?;
    Ok(Json(SeasonView {
        season: SeasonSummary::new(&season),
        host: app.people().accounts().load(&season.host, Freshness::Current).await?.name.clone(),
        tournaments: tournaments.iter().map(|now| TournamentSummary::new(&app, now)).collect(),
        table: table(&app, &tournaments),
    }))
}

/// Export the table of a season as CSV
///
/// With the points in each tournament.
#[utoipa::path(
    get, operation_id = "export_season_csv", path = "/seasons/{season}/export.csv", tag = "tournaments",
    params(("season" = String, Path, description = "The season id")),
    responses(
        (status = OK, body = String, content_type = "text/csv", description = "The table"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn csv(
    State(app): State<Tournaments>,
    charged: ChargedClient<Think>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let season = app.seasons().load(&season_id(&id)?, Freshness::Current).await?;
    let tournaments = load_tournaments(&app, charged.client, &season.id).await?;
    let mut text = String::new();
    let names = tournaments.iter().map(|tournament| tournament.settings.name.clone());
    let heads = ["rank", "player", "points", "firsts", "wins"].map(str::to_owned);
    write_row(&mut text, heads.into_iter().chain(names));
    for place in table(&app, &tournaments) {
        let firsts = [
            place.rank.to_string(),
            place.player,
            place.points.to_string(),
            place.firsts.to_string(),
            place.wins.to_string(),
        ];
        let points =
            place.by_tournament.iter().map(|points| points.map(|p| p.to_string()).unwrap_or_default());
        write_row(&mut text, firsts.into_iter().chain(points));
    }
    Ok(attachment("text/csv; charset=utf-8", &format!("season-{id}.csv"), text))
}

/// Loads the tournaments of a season, oldest first.
async fn load_tournaments(
    app: &Tournaments,
    client: Client,
    season: &SeasonId,
) -> Result<Vec<Arc<Versioned<Tournament>>>, Problem> {
    let (tournaments, label) = (app.tournaments().clone(), by_season(season));
    let read = async {
        let mut all = Vec::new();
        for id in tournaments.ids(&label).await? {
            tokio::task::yield_now().await;
            all.push(tournaments.load(&id, Freshness::Current).await?);
        }
        all.sort_by_key(|tournament| tournament.began_ms);
        Ok::<_, Problem>(all)
    };
    app.platform().read(client, read).await
}

fn table(app: &Tournaments, tournaments: &[Arc<Versioned<Tournament>>]) -> Vec<SeasonPlace> {
    let tournaments: Vec<&Tournament> = tournaments.iter().map(|tournament| &***tournament).collect();
    let names = PlayerNames::new(app);
    season_table(&tournaments, |tournament, player| names.of(tournament, player))
}
