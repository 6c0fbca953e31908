//! A study is read.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Freshness, Versioned};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Bearer, Problem, QueryParams};
use chautari_ledger::{Cursor, Version};
use chautari_people::people;
use chautari_platform::paging;
use chautari_platform::{PersonId, StudyId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::content::StudyContent;
use super::named;
use super::study::{Study, by_person};
use crate::StudyService;

/// A study.
#[derive(Serialize, ToSchema)]
#[schema(as = Study)]
pub(super) struct View {
    /// Its name in URLs.
    #[schema(value_type = String)]
    study: StudyId,
    /// Which version this is, from 1.
    version: u64,
    /// Who made it, where they did so by their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by: Option<String>,
    /// When it was made, in milliseconds since 1970.
    made_ms: u64,
    /// When this version was saved.
    saved_ms: u64,
    /// What it says.
    sheet: StudyContent,
}

impl View {
    pub(super) fn new(app: &StudyService, id: StudyId, now: &Versioned<Study>) -> View {
        let called =
            |(id, name): &(PersonId, String)| app.people().presence().display_name(id, name).to_owned();
        View {
            study: id,
            version: now.version.0,
            by: now.maker.person.as_ref().map(called),
            made_ms: now.made_ms,
            saved_ms: now.saved_ms,
            sheet: now.sheet.clone(),
        }
    }
}

/// Which version.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// An earlier version, from 1 [default: the latest].
    version: Option<u64>,
}

/// A study
#[utoipa::path(
    get, operation_id = "get_study", path = "/studies/{study}", tag = "studies",
    params(("study" = String, Path, description = "Its name"), Which),
    responses((status = OK, body = View), (status = NOT_FOUND, body = problem::Body)),
)]
pub(super) async fn show(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Path(name): Path<String>,
    QueryParams(which): QueryParams<Which>,
) -> Result<Json<View>, Problem> {
    let id = named(&name)?;
    let now = look(&app, client, &id).await?;
    let now = match which.version {
        None => now,
        Some(version) if version == now.version.0 => now,
        Some(version) if (1..now.version.0).contains(&version) => {
            // Counted before: it is replayed each time.
            app.http().admit_beside(client, now.bytes / REPLAYED)?;
            let (studies, id) = (app.studies().clone(), id.clone());
            app.platform().read(client, studies.load_at(&id, Version(version))).await?
        }
        Some(version) => {
            let text = format!("This study has {} versions; there is no version {version}.", now.version.0);
            return Err(Problem::not_found(text));
        }
    };
    Ok(Json(View::new(&app, id, &now)))
}

/// So many bytes that have to be replayed are the work of one more request.
const REPLAYED: usize = 16 << 10;

/// A study as it stands, kept for whoever comes next. One that nobody has come to for a while is replayed, on the
/// threads for long work, and counted by its length.
pub(super) async fn look(
    app: &StudyService,
    client: Client,
    id: &StudyId,
) -> Result<Arc<Versioned<Study>>, Problem> {
    if app.studies().is_cached(id) {
        return Ok(app.studies().load(id, Freshness::Resident).await?);
    }
    let (studies, id) = (app.studies().clone(), id.clone());
    let now = app.platform().read(client, studies.load(&id, Freshness::Resident)).await?;
    app.http().admit_beside(client, now.bytes / REPLAYED)?;
    Ok(now)
}

/// How many studies are on one page.
const PAGE: u32 = 50;

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Before {
    /// The `next` of the page before.
    before: Option<u64>,
}

/// A line about a study.
#[derive(Serialize, ToSchema)]
#[schema(as = StudySummary)]
struct Summary {
    /// Its name in URLs.
    #[schema(value_type = String)]
    study: StudyId,
    /// What it is called.
    title: String,
    /// The game.
    game: String,
    /// How many positions it has.
    positions: usize,
    /// When it was last saved, in milliseconds since 1970.
    saved_ms: u64,
}

/// A page of the studies of the person who asks, the latest made first.
#[derive(Serialize, ToSchema)]
#[schema(as = YourStudies)]
pub(super) struct Page {
    studies: Vec<Summary>,
    /// What `before` is on the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// Your studies
#[utoipa::path(
    get, operation_id = "list_my_studies", path = "/people/me/studies", tag = "studies", params(Before),
    security(("token" = [])),
    responses((status = OK, body = Page), (status = UNAUTHORIZED, body = problem::Body)),
)]
pub(super) async fn mine(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    QueryParams(Before { before }): QueryParams<Before>,
) -> Result<Json<Page>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    app.http().admit_beside(client, PAGE as usize)?;
    let page = paging::load_page(
        app.platform(),
        client,
        app.studies(),
        &by_person(&person.id),
        before.map(Cursor),
        PAGE,
    )
    .await?;
    // The next page is for whoever has paid for this one.
    app.http().admit_beside(client, page.items.iter().map(|(_, now)| now.bytes).sum::<usize>() / REPLAYED)?;
    let line = |(id, now): (StudyId, Arc<Versioned<Study>>)| Summary {
        study: id,
        title: now.sheet.title.clone(),
        game: now.sheet.game.clone(),
        positions: now.sheet.nodes.len(),
        saved_ms: now.saved_ms,
    };
    let next = page.next.map(|place| place.0);
    Ok(Json(Page { studies: page.items.into_iter().map(line).collect(), next }))
}
