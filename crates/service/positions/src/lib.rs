//! Games and positions: everything that needs no memory.

mod analysis;
mod evaluation;
mod list;
mod picture;
mod position;
mod remarks;
mod scene;
mod state;
mod tablebase;

use axum::extract::FromRef;
use chautari_http::Http;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use picture::card;
pub use position::line;
pub use state::Positions;
pub use tablebase::ask as ask_tables;

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Positions: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(list::describe))
        .routes(routes!(position::ask, position::look))
        .routes(routes!(analysis::analyse))
        .routes(routes!(tablebase::values))
        .routes(routes!(tablebase::prospects))
        .routes(routes!(remarks::remarks))
        .routes(routes!(picture::drawing))
        .routes(routes!(picture::painting))
        .routes(routes!(picture::animation))
}
