//! The endpoints of the opening explorer, reviews, studies and puzzles.

mod edit_study;
mod explorer;
mod puzzle_attempts;
mod puzzles;
mod reviews;
mod studies;

use axum::extract::FromRef;
use chautari_http::Http;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::StudyService;

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    StudyService: FromRef<S>,
    chautari_people::People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(explorer::explore))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::get))
        .routes(routes!(puzzles::ratings))
        .routes(routes!(puzzle_attempts::attempt))
        .routes(routes!(puzzle_attempts::mine))
        .routes(routes!(edit_study::create))
        .routes(routes!(studies::get, edit_study::save))
        .routes(routes!(studies::mine))
        .routes(routes!(reviews::get, reviews::request))
}
