//! Read endpoints for studies.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::Versioned;
use chautari_http::{Billed, Cost, Problem, QueryParams, RemoteClient, problem};
use chautari_ledger::{Cursor, Version};
use chautari_people::people::Person;
use chautari_people::{Caller, SignedIn};
use chautari_platform::{PersonId, StudyId, paging};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::StudyService;
use crate::model::content::StudyContent;
use crate::model::study::{Study, by_person};
use crate::studies::{load, replay_cost};

/// Studies per page.
const PAGE: u32 = 50;

/// A version of a study.
#[derive(Serialize, ToSchema)]
#[schema(as = Study)]
pub(super) struct StudyView {
    /// The id, for URLs.
    #[schema(value_type = String)]
    study: StudyId,
    /// The number of this version, from 1.
    version: u64,
    /// The name of the author, unless the study is anonymous.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by: Option<String>,
    /// The time it was created, in milliseconds since 1970.
    made_ms: u64,
    /// The time this version was saved, in milliseconds since 1970.
    saved_ms: u64,
    /// The content.
    sheet: StudyContent,
}

impl StudyView {
    pub(super) fn new(app: &StudyService, id: StudyId, now: &Versioned<Study>) -> StudyView {
        let presence = app.people().presence();
        let display_name = |(id, name): &(PersonId, String)| presence.display_name(id, name).to_owned();
        StudyView {
            study: id,
            version: now.version.0,
            by: now.maker.person.as_ref().map(display_name),
            made_ms: now.made_ms,
            saved_ms: now.saved_ms,
            sheet: now.sheet.clone(),
        }
    }
}

/// Parses the id of a study in a URL.
pub(super) fn study_id(text: &str) -> Result<StudyId, Problem> {
    StudyId::read(text).ok_or_else(|| Problem::not_found(format!("There is no study `{text}`.")))
}

/// Query parameters of a study.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GetStudyParams {
    /// The number of an earlier version, from 1 [default: the latest].
    version: Option<u64>,
}

/// Get a study
///
/// Returns the latest version, or an earlier one by its number. Everyone with the link can read it.
#[utoipa::path(
    get, operation_id = "get_study", path = "/studies/{study}", tag = "studies",
    params(("study" = String, Path, description = "The id of the study"), GetStudyParams),
    responses(
        (status = OK, body = StudyView, description = "The study"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such study or version"),
    ),
)]
pub(super) async fn get(
    State(app): State<StudyService>,
    RemoteClient(client): RemoteClient,
    billed: Billed,
    Path(name): Path<String>,
    QueryParams(params): QueryParams<GetStudyParams>,
) -> Result<Json<StudyView>, Problem> {
    let id = study_id(&name)?;
    let now = load(&app, client, billed, &id).await?;
    let now = match params.version {
        None => now,
        Some(version) if version == now.version.0 => now,
        Some(version) if (1..now.version.0).contains(&version) => {
            // Charged beforehand, because an earlier version is replayed for every request.
            app.http().charge(billed, replay_cost(now.bytes))?;
            app.platform().read(client, app.studies().load_at(&id, Version(version))).await?
        }
        Some(version) => {
            let text = format!("This study has {} versions; there is no version {version}.", now.version.0);
            return Err(Problem::not_found(text));
        }
    };
    Ok(Json(StudyView::new(&app, id, &now)))
}

/// Query parameters of the caller's studies.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct MyStudiesParams {
    /// The `next` of the page before [default: the first page].
    before: Option<u64>,
}

/// A study in a list.
#[derive(Serialize, ToSchema)]
struct StudySummary {
    /// The id, for URLs.
    #[schema(value_type = String)]
    study: StudyId,
    /// The title.
    title: String,
    /// The game, with its rules.
    game: String,
    /// The number of positions.
    positions: usize,
    /// The time it was last saved, in milliseconds since 1970.
    saved_ms: u64,
}

/// A page of the caller's studies.
#[derive(Serialize, ToSchema)]
pub(super) struct YourStudies {
    /// The studies, newest first.
    studies: Vec<StudySummary>,
    /// The value of `before` for the next page; `null` on the last.
    #[schema(required)]
    next: Option<u64>,
}

/// List your studies
///
/// Returns the studies created with your key, newest first, in pages.
#[utoipa::path(
    get, operation_id = "list_my_studies", path = "/people/me/studies", tag = "studies", params(MyStudiesParams),
    security(("token" = [])),
    responses(
        (status = OK, body = YourStudies, description = "A page of your studies"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn mine(
    State(app): State<StudyService>,
    caller: Caller<SignedIn<Person>>,
    QueryParams(MyStudiesParams { before }): QueryParams<MyStudiesParams>,
) -> Result<Json<YourStudies>, Problem> {
    caller.charge(Cost::requests(PAGE as usize))?;
    let (label, before) = (by_person(&caller.identity.id), before.map(Cursor));
    let page = paging::load_page(app.platform(), caller.client, app.studies(), &label, before, PAGE).await?;
    caller.charge(replay_cost(page.items.iter().map(|(_, now)| now.bytes).sum()))?;
    let summary = |(id, now): (StudyId, Arc<Versioned<Study>>)| StudySummary {
        study: id,
        title: now.sheet.title.clone(),
        game: now.sheet.game.clone(),
        positions: now.sheet.nodes.len(),
        saved_ms: now.saved_ms,
    };
    let next = page.next.map(|cursor| cursor.0);
    Ok(Json(YourStudies { studies: page.items.into_iter().map(summary).collect(), next }))
}
