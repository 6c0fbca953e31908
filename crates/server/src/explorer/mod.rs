//! The explorer: what was played from a position, in all public games of this server.
//!
//! When a listed match has ended, each of its first moves is counted once under the position it was played at,
//! so that openings that transpose are one. The counts are rows of the ledger's database, written together with
//! the command that says the match is counted: a restart neither loses nor doubles, and nothing is kept in memory.

mod count;
mod show;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use count::start;

use crate::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show::played))
}
