//! Handlers of matches.

mod actions;
mod chat;
mod create;
mod insights;
mod join;
mod my_matches;
mod opponents;
mod queries;
mod report;
mod seat_token;
mod summary;
mod websocket;

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_http::Problem;
use chautari_people::People;
use chautari_platform::MatchId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use queries::load_for_client;
pub use summary::MatchRecord;
pub(super) use summary::MyMatch;

use crate::Matches;

/// The routes of matches.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Matches: FromRef<S>,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::create, queries::list))
        .routes(routes!(queries::export))
        .routes(routes!(queries::get))
        .routes(routes!(queries::record))
        .routes(routes!(queries::picture))
        .routes(routes!(actions::act))
        .routes(routes!(join::join))
        .routes(routes!(chat::send))
        .routes(routes!(websocket::watch))
        .routes(routes!(my_matches::list))
        .routes(routes!(opponents::of_person))
        .routes(routes!(opponents::of_bot))
        .routes(routes!(insights::get))
        .routes(routes!(report::report))
}

/// Parses the match id of a path.
fn match_id(text: &str) -> Result<MatchId, Problem> {
    MatchId::read(text).ok_or_else(|| Problem::not_found(format!("There is no match `{text}`.")))
}
