//! Tournaments of people, bots and engines: who meets whom, and what came of it.
//!
//! A tournament is an event stream in the ledger. Every event that may advance it (creation, the end of a game, an
//! entry or a withdrawal, a deadline) queues a job in the same append. The worker that takes the job loads the
//! tournament and takes the next step (`advance`). Match ids are derived from the place in the tournament, so repeating
//! a step changes nothing, and a process that dies at any point leaves nothing undone.

mod advance;
mod create;
mod entries;
mod export;
mod host_actions;
mod join;
mod limits;
mod live_feed;
mod on_account_deleted;
mod queries;
mod roster;
mod season;
mod service;
mod settings;
mod state;
mod view;

use axum::extract::FromRef;
use chautari_http::Http;
use chautari_http::Problem;
use chautari_matches::matches::ENDED_GAMES;
use chautari_people::people::LEFT_TOURNAMENTS;
use chautari_platform::TournamentId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use service::Tournaments;

/// Starts the background tasks, which direct the tournaments.
pub fn start(app: &Tournaments) {
    let tournaments = app.tournaments().clone();
    app.http().spawn_until_stopped(async move { tournaments.run(|| {}).await });
    app.platform().spawn_worker(app, ENDED_GAMES, advance::direct);
    app.platform().spawn_worker(app, state::CLOCKS, advance::watch_clock);
    app.platform().spawn_worker(app, LEFT_TOURNAMENTS, on_account_deleted::leave);
    let seasons = app.seasons().clone();
    app.http().spawn_until_stopped(async move { seasons.run(|| {}).await });
}

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Tournaments: FromRef<S>,
    Http: FromRef<S>,
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
        .routes(routes!(host_actions::forfeit))
        .routes(routes!(host_actions::repair))
        .routes(routes!(host_actions::pause))
        .routes(routes!(host_actions::resume))
        .routes(routes!(host_actions::withdraw))
        .routes(routes!(export::csv))
        .routes(routes!(export::json))
        .routes(routes!(export::pgn))
        .routes(routes!(season::create, season::list))
        .routes(routes!(season::show))
        .routes(routes!(season::csv))
}

/// The tournament that somebody names in a URL.
fn named(text: &str) -> Result<TournamentId, Problem> {
    TournamentId::read(text).ok_or_else(|| missing(text))
}

fn missing(id: &str) -> Problem {
    Problem::not_found(format!("There is no tournament `{id}`."))
}
