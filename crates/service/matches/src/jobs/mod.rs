//! Background work: engine moves, clocks, rematches, ratings, expiry and push notifications.
//!
//! A job may run twice: each one checks whether the match or invitation is still in the state that queued it.

mod account_deleted;
mod clocks;
mod engine_moves;
mod inactivity;
mod invitations;
mod rating;
mod rematch;
mod turn_notices;

use std::time::Duration;

use chautari_ledger::Job;
use serde::de::DeserializeOwned;

pub use account_deleted::on_account_deleted;
pub(crate) use rating::current_rating;
pub(crate) use rematch::create_rematch;

use crate::Matches;
use crate::model::{INVITATION_ACCEPTED, INVITATION_EXPIRY, INVITATION_NOTICES, queues};

/// The interval at which live matches are counted for the metrics.
const COUNT_INTERVAL: Duration = Duration::from_secs(2);

/// Starts the background tasks of matches and invitations.
pub fn start(app: &Matches) {
    let (http, platform) = (app.http(), app.platform());
    let store = app.store().clone();
    http.spawn_until_stopped(async move { store.run().await });
    let invitations = app.invitations().clone();
    http.spawn_until_stopped(async move { invitations.run(|| {}).await });
    let feed = app.clone();
    http.spawn_until_stopped(async move { feed.lobby_feed().run(&feed).await });
    http.spawn_until_stopped(clocks::watch(app.store().clone()));
    http.spawn_until_stopped(invitations::withdraw_for_players(app.clone()));
    http.spawn_until_stopped(count_live(app.clone()));
    // The engine pool decides the order among the jobs that have been taken. A client has only its share of the pool
    // and more jobs than that are taken, so the jobs of one client cannot keep out those of others.
    let share = platform.engines().config().per_client;
    platform.spawn_workers(app, queues::ENGINE_MOVES, 8 * share, engine_moves::make_move);
    platform.spawn_workers(app, queues::BACKGROUND_ENGINE_MOVES, 4 * share, engine_moves::make_move);
    platform.spawn_workers(app, queues::DRAW_ANSWERS, 4 * share, engine_moves::answer_draw_offer);
    platform.spawn_worker(app, queues::REMATCHES, rematch::create);
    platform.spawn_worker(app, queues::INACTIVITY, inactivity::abandon);
    platform.spawn_worker(app, queues::CORRESPONDENCE_CLOCKS, clocks::check_correspondence);
    platform.spawn_worker(app, queues::RATINGS, rating::rate);
    platform.spawn_worker(app, queues::TURN_NOTICES, turn_notices::notify);
    platform.spawn_worker(app, INVITATION_EXPIRY, invitations::expire);
    platform.spawn_worker(app, INVITATION_ACCEPTED, invitations::create_match);
    platform.spawn_worker(app, INVITATION_NOTICES, invitations::notify);
}

/// Parses the body of a job; logs an error if it is not valid, which retrying would not change.
fn read_body<T: DeserializeOwned>(job: &Job) -> Option<T> {
    let body = serde_json::from_value(job.body.clone()).ok();
    if body.is_none() {
        tracing::error!(body = %job.body, "invalid job");
    }
    body
}

async fn count_live(app: Matches) {
    let live = app.http().metrics().gauge("chautari_matches_live", "Live matches this process follows");
    loop {
        live.set(app.store().unfinished_count() as f64);
        tokio::time::sleep(COUNT_INTERVAL).await;
    }
}
