//! Tournaments of people, bots and engines, and seasons of tournaments.
//!
//! A tournament is an event stream of the ledger. The start, the end of a game, an entry, a host action or a due time
//! may allow a next step, so each queues a job in the same append. The job loads the tournament and does all steps that
//! are due (`advance`). The ids of matches follow from their place in the tournament, so a step that is done twice has
//! no further effect, and a crash at any time loses nothing.
//!
//! * `model` has the rules: events, settings, limits, decisions. It is pure.
//! * `api` translates between HTTP and the model.

mod advance;
mod api;
mod model;
mod on_account_deleted;
mod service;

use chautari_matches::model::EndedMatchQueue;

pub use api::routes;
pub use on_account_deleted::on_account_deleted;
pub use service::Tournaments;

/// The queue of tournaments to advance.
const ENDED_GAMES: &str = "tournaments";

/// The queue as matches see it: a tournament may advance when one of its matches has ended.
pub const ENDED_MATCHES: EndedMatchQueue = EndedMatchQueue {
    name: ENDED_GAMES,
    body: |state| state.created.tournament.as_ref().map(|id| serde_json::json!(id)),
};

/// Starts the background tasks, which advance the tournaments.
pub fn start(app: &Tournaments) {
    let tournaments = app.tournaments().clone();
    app.http().spawn_until_stopped(async move { tournaments.run(|| {}).await });
    app.platform().spawn_worker(app, ENDED_GAMES, advance::advance);
    app.platform().spawn_worker(app, model::CLOCKS, advance::watch_clock);
    let seasons = app.seasons().clone();
    app.http().spawn_until_stopped(async move { seasons.run(|| {}).await });
}
