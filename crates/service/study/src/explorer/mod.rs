//! The explorer: what was played from a position, in all public games of this server.
//!
//! When a listed match has ended, each of its first moves is counted once under the position it was played at,
//! so that openings that transpose are one. The counts are rows of the ledger's database, written together with
//! the command that says the match is counted: a restart neither loses nor doubles, and nothing is kept in memory.

mod count;
mod queries;

use axum::extract::FromRef;
use chautari_http::Http;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use count::{ENDED_MATCHES, start};

use crate::StudyService;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    StudyService: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(queries::played))
}
