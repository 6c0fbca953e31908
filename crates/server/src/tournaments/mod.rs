//! Tournaments of people, bots and engines: who meets whom, and what came of it.
//!
//! A tournament is a stream of the ledger. Whenever it may have come further (it was begun, a game of
//! it has ended, somebody entered or withdrew, the time has come) a job says so, in the same append; whoever takes the job reads the
//! tournament anew and does what is to be done next ([`direct`]). Matches have names that follow from
//! their place in the tournament, so that doing it twice does it once, and a kill at any instant
//! leaves nothing undone.

mod create;
mod direct;
mod entries;
mod export;
mod farewell;
mod join;
mod limits;
mod plan;
mod roster;
mod screen;
mod season;
mod show;
mod steer;
mod story;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::matches::ENDED_GAMES;
use crate::names::TournamentId;
use crate::people::LEFT_TOURNAMENTS;
use crate::{App, Problem};

pub(crate) use screen::Screens;
pub(crate) use season::Season;
pub(crate) use story::Tournament;

/// Starts the director of tournaments.
pub(crate) fn start(app: &App) {
    let tournaments = app.tournaments().clone();
    app.spawn_until_stopped(async move { tournaments.run(|| {}).await });
    app.spawn_worker(ENDED_GAMES, direct::direct);
    app.spawn_worker(story::CLOCKS, direct::watch_clock);
    app.spawn_worker(LEFT_TOURNAMENTS, farewell::leave);
    let seasons = app.seasons().clone();
    app.spawn_until_stopped(async move { seasons.run(|| {}).await });
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::create, show::list))
        .routes(routes!(limits::limits))
        .routes(routes!(join::find))
        .routes(routes!(join::join))
        .routes(routes!(roster::enter, roster::show))
        .routes(routes!(show::show))
        .routes(routes!(show::live))
        .routes(routes!(steer::start))
        .routes(routes!(steer::forfeit))
        .routes(routes!(steer::repair))
        .routes(routes!(steer::pause))
        .routes(routes!(steer::resume))
        .routes(routes!(steer::withdraw))
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
    Problem::missing(format!("There is no tournament `{id}`."))
}
