//! Tournaments.

use chautari_ledger::NewJob;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::App;
use crate::names::TournamentId;

/// The queue of tournaments that may have come further.
const QUEUE: &str = "tournaments";

/// A look at a tournament, for whoever is free.
pub(crate) fn chore(id: &TournamentId) -> NewJob {
    NewJob::new(QUEUE, json!(id))
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
}
