//! The endpoints of games and positions.

mod analysis;
mod games;
pub(crate) mod pictures;
mod position;
mod remarks;
mod tablebase;

use axum::extract::FromRef;
use chautari_http::Http;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Positions;

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Positions: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(games::list))
        .routes(routes!(games::get))
        .routes(routes!(position::describe, position::get))
        .routes(routes!(analysis::analyse))
        .routes(routes!(tablebase::values))
        .routes(routes!(tablebase::prospects))
        .routes(routes!(remarks::remarks))
        .routes(routes!(pictures::draw_svg))
        .routes(routes!(pictures::draw_png))
        .routes(routes!(pictures::draw_gif))
}
