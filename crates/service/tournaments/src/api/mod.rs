//! The HTTP API of tournaments and seasons.

mod access;
mod create;
mod export;
mod host_actions;
mod join;
mod limits;
mod live_feed;
mod names;
mod problem;
mod queries;
mod roster;
mod rounds;
mod season;
mod view;

use axum::extract::FromRef;
use chautari_http::{Http, Problem};
use chautari_people::People;
use chautari_platform::TournamentId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Tournaments;

pub(crate) use live_feed::LiveFeeds;

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Tournaments: FromRef<S>,
    Http: FromRef<S>,
    People: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::create, queries::list))
        .routes(routes!(limits::limits))
        .routes(routes!(join::find))
        .routes(routes!(join::join))
        .routes(routes!(roster::enter, roster::show))
        .routes(routes!(queries::show))
        .routes(routes!(queries::live))
        .routes(routes!(host_actions::start))
        .routes(routes!(host_actions::pause))
        .routes(routes!(host_actions::resume))
        .routes(routes!(host_actions::withdraw))
        .routes(routes!(host_actions::readmit))
        .routes(routes!(host_actions::forfeit))
        .routes(routes!(rounds::next_round))
        .routes(routes!(rounds::repair))
        .routes(routes!(rounds::undo_pairing))
        .routes(routes!(export::csv))
        .routes(routes!(export::json))
        .routes(routes!(export::pgn))
        .routes(routes!(season::create, season::list))
        .routes(routes!(season::show))
        .routes(routes!(season::csv))
}

/// Parses the id of a tournament in a URL.
fn tournament_id(text: &str) -> Result<TournamentId, Problem> {
    TournamentId::read(text).ok_or_else(|| Problem::not_found(format!("There is no tournament `{text}`.")))
}
