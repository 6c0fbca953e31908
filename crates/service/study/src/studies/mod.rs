//! Studies: a tree of moves with words, arrows and questions, kept under a link.
//!
//! Whoever makes a study is told a token once, or has made it by their name; nobody else changes it. Every version
//! stays in the ledger. A study with questions is a lesson: see `content::Question`.

mod content;
mod edit;
mod queries;
mod study;

use std::time::Duration;

use axum::extract::FromRef;
use chautari_aggregate::CacheLimits;
use chautari_http::Http;
use chautari_http::Problem;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use study::Study;

use crate::StudyService;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    StudyService: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(edit::make))
        .routes(routes!(queries::show, edit::save))
        .routes(routes!(queries::mine))
}

/// So many stay in memory after they were read, and for so long: each can be as large as a request.
pub(crate) const CACHE_LIMITS: CacheLimits =
    CacheLimits { max_entries: 256, idle_ttl: Duration::from_mins(1), finished_ttl: Duration::from_secs(20) };

/// Starts the background task that follows what other processes write about studies.
pub fn start(app: &StudyService) {
    let studies = app.studies().clone();
    app.http().spawn_until_stopped(async move { studies.run(|| {}).await });
}

/// The study that somebody names in a URL.
fn named(text: &str) -> Result<chautari_platform::StudyId, Problem> {
    chautari_platform::StudyId::read(text)
        .ok_or_else(|| Problem::not_found(format!("There is no study `{text}`.")))
}
