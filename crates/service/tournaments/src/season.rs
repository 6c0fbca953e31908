//! A season: several tournaments that add up to one table.
//!
//! Whose season it is lies in a stream of its own; which tournaments belong to it, with them. The table is worked out
//! from how they stand, so that there is nothing to be kept in step.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta, Freshness, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::{Action, Bearer, Problem, is_title};
use chautari_ledger::{self as ledger, Label, Stored};
use chautari_matches::matches::Sitter;
use chautari_people::people;
use chautari_platform::{PersonId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::export::{attachment, row};
use super::state::{Phase, Tournament, by_season};
use super::view::Summary;
use crate::Tournaments;

/// The most tournaments of a season, and the most seasons of a person.
const MOST_TOURNAMENTS: usize = 100;
const MOST_SEASONS: usize = 50;
const LONGEST_NAME: usize = 80;

/// What happens to a season.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum SeasonEvent {
    /// Somebody began it.
    Begun { name: String, host: PersonId },
    /// Something a later version of the program knows about.
    #[serde(other)]
    Unknown,
}

/// A season.
#[derive(Clone, Debug)]
pub(crate) struct Season {
    id: SeasonId,
    name: String,
    host: PersonId,
    began_ms: u64,
}

impl Aggregate for Season {
    const WHAT: &'static str = "season";
    const PREFIX: &'static str = SeasonId::PREFIX;
    type Id = SeasonId;
    type Context = ();
    type Event = SeasonEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<SeasonId> {
        SeasonId::read(text)
    }

    fn read(stored: &Stored) -> Result<SeasonEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &SeasonEvent) -> Result<ledger::Event, CorruptEvents> {
        let body = serde_json::to_value(event)?;
        let kind = body["type"].as_str().unwrap_or_default().to_owned();
        Ok(ledger::Event { kind, body })
    }

    fn begin((): &(), id: &SeasonId, first: &SeasonEvent, stamp: EventMeta) -> Result<Season, CorruptEvents> {
        let SeasonEvent::Begun { name, host } = first else {
            return Err(CorruptEvents::new("a season begins with a name"));
        };
        Ok(Season { id: id.clone(), name: name.clone(), host: host.clone(), began_ms: stamp.at_ms })
    }

    fn apply(&mut self, (): &(), _: &SeasonEvent, _: EventMeta) -> Result<(), CorruptEvents> {
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![by_host(&self.host)]
    }

    fn notification(&self, _: &SeasonEvent) {}

    fn is_finished(&self) -> bool {
        false
    }
}

fn by_host(host: &PersonId) -> Label {
    Label::new("season-host", host.as_str())
}

/// The season a tournament is to belong to, where its host may say so.
pub(super) async fn vet(
    app: &Tournaments,
    season: Option<&str>,
    host: Option<&PersonId>,
) -> Result<Option<SeasonId>, Problem> {
    let Some(text) = season else { return Ok(None) };
    let season = app.seasons().load(&named(text)?, Freshness::Current).await?;
    if host != Some(&season.host) {
        return Err(Problem::forbidden(
            "This season is somebody else's; use the key of the person who created it.",
        ));
    }
    if app.tournaments().ids(&by_season(&season.id)).await?.len() >= MOST_TOURNAMENTS {
        return Err(Problem::unprocessable(
            "season",
            format!("A season can have at most {MOST_TOURNAMENTS} tournaments."),
        ));
    }
    Ok(Some(season.id.clone()))
}

fn named(text: &str) -> Result<SeasonId, Problem> {
    SeasonId::read(text).ok_or_else(|| Problem::not_found(format!("There is no season `{text}`.")))
}

/// A season to be begun.
#[derive(Deserialize, ToSchema)]
#[schema(as = BeginSeason)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What it is called.
    #[schema(example = "Winter at the club")]
    name: String,
}

/// A season, in a list of them.
#[derive(Serialize, ToSchema)]
#[schema(as = SeasonSummary)]
pub(super) struct Short {
    /// Its name in URLs.
    #[schema(value_type = String)]
    id: SeasonId,
    /// What it is called.
    name: String,
    /// When it was begun, in milliseconds since 1970.
    began_ms: u64,
}

impl Short {
    fn new(season: &Season) -> Short {
        Short { id: season.id.clone(), name: season.name.clone(), began_ms: season.began_ms }
    }
}

/// Begin a season: tournaments that add up to one table
#[utoipa::path(
    post, operation_id = "begin_season", path = "/seasons", tag = "tournaments", request_body = Request,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = CREATED, body = Short, description = "The season. Its tournaments are begun with `season` and your key"),
        (status = UNAUTHORIZED, body = problem::Body, description = "A season is a person's"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body),
    ),
)]
pub(super) async fn create(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    IdempotentBody { asked: request, key }: IdempotentBody<Request>,
) -> Result<(StatusCode, Json<Short>), Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    if !is_title(&request.name, LONGEST_NAME) {
        return Err(Problem::unprocessable(
            "name",
            format!("A season's name has 1 to {LONGEST_NAME} bytes, all in one line."),
        ));
    }
    let id = SeasonId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "season"));
    let command = idempotency::command(key.as_ref());
    if let Some(begun) = app.seasons().find_created(&id, &command).await? {
        return Ok((StatusCode::CREATED, Json(Short::new(&begun))));
    }
    if app.seasons().ids(&by_host(&person.id)).await?.len() >= MOST_SEASONS {
        return Err(Problem::unprocessable(
            "seasons",
            format!("You have already created {MOST_SEASONS} seasons."),
        ));
    }
    let event = SeasonEvent::Begun { name: request.name, host: person.id.clone() };
    let begun = app.seasons().create(&id, command, vec![event]).await?;
    Ok((StatusCode::CREATED, Json(Short::new(&begun.now()))))
}

/// Your seasons, the first first
#[utoipa::path(
    get, operation_id = "list_my_seasons", path = "/seasons", tag = "tournaments", security(("token" = [])),
    responses(
        (status = OK, body = Vec<Short>, description = "Those you have begun"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn list(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<Vec<Short>>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    let mut seasons = Vec::new();
    for id in app.seasons().ids(&by_host(&person.id)).await? {
        seasons.push(Short::new(&*app.seasons().load(&id, Freshness::Current).await?));
    }
    Ok(Json(seasons))
}

/// A season with its table.
#[derive(Serialize, ToSchema)]
#[schema(as = Season)]
pub(super) struct View {
    #[serde(flatten)]
    season: Short,
    /// Whose it is.
    host: String,
    /// Its tournaments, the first first.
    tournaments: Vec<Summary>,
    /// Where everybody stands, the best first: by points, then by tournaments won, then by games won.
    table: Vec<Row>,
}

/// Where somebody stands in a season.
#[derive(Serialize, ToSchema)]
#[schema(as = SeasonPlace)]
pub(super) struct Row {
    /// 1 for the best; players that nothing tells apart share a rank.
    rank: usize,
    player: String,
    /// The points of all tournaments.
    points: f64,
    /// How many tournaments they were first in, once those have ended.
    firsts: u32,
    wins: u32,
    /// The points in each tournament, in their order; `null` where they did not play.
    #[schema(value_type = Vec<Option<f64>>)]
    by_tournament: Vec<Option<f64>>,
}

impl Row {
    /// What decides the place, the better the greater; points in halves, which are exact.
    fn merit(&self) -> (u64, u32, u32) {
        ((2.0 * self.points) as u64, self.firsts, self.wins)
    }
}

/// One season: its tournaments and its table
#[utoipa::path(
    get, operation_id = "get_season", path = "/seasons/{season}", tag = "tournaments",
    params(("season" = String, Path, description = "The season")),
    responses((status = OK, body = View, description = "The season"), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<Json<View>, Problem> {
    // Many tournaments are looked at, which is work like an engine's.
    app.http().admit(client, Action::Think)?;
    let season = app.seasons().load(&named(&id)?, Freshness::Current).await?;
    let tournaments = all(&app, client, &season.id).await?;
    Ok(Json(View {
        season: Short::new(&season),
        host: app.people().accounts().load(&season.host, Freshness::Current).await?.name.clone(),
        tournaments: tournaments.iter().map(|tournament| Summary::new(tournament)).collect(),
        table: table(&tournaments),
    }))
}

/// The table of a season as comma-separated values
#[utoipa::path(
    get, operation_id = "export_season_csv", path = "/seasons/{season}/export.csv", tag = "tournaments",
    params(("season" = String, Path, description = "The season")),
    responses(
        (status = OK, body = String, content_type = "text/csv", description = "The table"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn csv(
    State(app): State<Tournaments>,
    RemoteClient(client): RemoteClient,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    app.http().admit(client, Action::Think)?;
    let season = app.seasons().load(&named(&id)?, Freshness::Current).await?;
    let tournaments = all(&app, client, &season.id).await?;
    let mut text = String::new();
    let names = tournaments.iter().map(|tournament| tournament.plan.name.clone());
    let heads = ["rank", "player", "points", "firsts", "wins"].map(str::to_owned);
    row(&mut text, heads.into_iter().chain(names));
    for place in table(&tournaments) {
        let firsts = [
            place.rank.to_string(),
            place.player,
            place.points.to_string(),
            place.firsts.to_string(),
            place.wins.to_string(),
        ];
        let points =
            place.by_tournament.iter().map(|points| points.map(|p| p.to_string()).unwrap_or_default());
        row(&mut text, firsts.into_iter().chain(points));
    }
    Ok(attachment("text/csv; charset=utf-8", &format!("season-{id}.csv"), text))
}

async fn all(
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

/// What somebody is known by from one tournament to the next.
fn identity(sitter: &Sitter, name: &str) -> String {
    match sitter {
        Sitter::Person { id, .. } => format!("person {id}"),
        Sitter::Bot { name } => format!("bot {name}"),
        _ => format!("house {name}"),
    }
}

fn table(tournaments: &[Arc<Versioned<Tournament>>]) -> Vec<Row> {
    let mut rows: HashMap<String, Row> = HashMap::new();
    for (index, tournament) in tournaments.iter().enumerate() {
        // Where no game has counted everybody is first, and nobody has won.
        let is_won = tournament.phase == Phase::Ended && !tournament.field.results.is_empty();
        for place in tournament.field.standings() {
            let player = place.player.0;
            let entry = &tournament.players[usize::from(player)];
            let row = rows.entry(identity(&entry.seat.sitter, &entry.name)).or_insert_with(|| Row {
                rank: 0,
                player: String::new(),
                points: 0.0,
                firsts: 0,
                wins: 0,
                by_tournament: vec![None; tournaments.len()],
            });
            let points = f64::from(place.half_points) / 2.0;
            tournament.name(player).clone_into(&mut row.player);
            row.points += points;
            row.wins += place.games[0];
            row.firsts += u32::from(place.rank == 1 && is_won);
            row.by_tournament[index] = Some(points);
        }
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by(|a, b| b.merit().cmp(&a.merit()).then_with(|| a.player.cmp(&b.player)));
    let merits: Vec<_> = rows.iter().map(Row::merit).collect();
    for (row, merit) in rows.iter_mut().zip(&merits) {
        row.rank = 1 + merits.iter().take_while(|other| *other != merit).count();
    }
    rows
}
