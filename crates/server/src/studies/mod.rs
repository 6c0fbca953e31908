//! Studies: a tree of moves with words, arrows and questions, kept under a link.
//!
//! Whoever makes a study is told a token once, or has made it by their name; nobody else changes it. Every version
//! stays in the ledger. A study with questions is a lesson: see [`sheet::Question`].

mod make;
mod sheet;
mod show;
mod study;

use std::time::Duration;

use chautari_keeper::Bounds;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use study::Study;

use crate::{App, Problem};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(make::make))
        .routes(routes!(show::show, make::save))
        .routes(routes!(show::mine))
}

/// So many stay in memory after they were read, and for so long: each can be as large as a request.
pub(crate) const KEPT: Bounds =
    Bounds { most: 256, idle: Duration::from_mins(1), over: Duration::from_secs(20) };

/// Follows what other processes write about studies.
pub(crate) fn start(app: &App) {
    let studies = app.studies().clone();
    app.spawn_until_stopped(async move { studies.run(|| {}).await });
}

/// The study that somebody names in a URL.
fn named(text: &str) -> Result<crate::names::StudyId, Problem> {
    crate::names::StudyId::read(text).ok_or_else(|| Problem::missing(format!("There is no study `{text}`.")))
}
