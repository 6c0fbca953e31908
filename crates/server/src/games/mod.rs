//! Games and positions: everything that needs no memory.

mod analysis;
mod list;
mod picture;
mod position;
mod remarks;
mod scene;
mod value;
mod values;

pub(crate) use picture::card;
pub(crate) use position::line;
pub(crate) use values::ask as ask_tables;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

pub(crate) use self::scene::Boards;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(list::describe))
        .routes(routes!(position::ask, position::look))
        .routes(routes!(analysis::analyse))
        .routes(routes!(values::values))
        .routes(routes!(values::prospects))
        .routes(routes!(remarks::remarks))
        .routes(routes!(picture::drawing))
        .routes(routes!(picture::painting))
        .routes(routes!(picture::animation))
}
