//! Removal of old anonymous games.

use std::time::Duration;

use chautari_ledger::{DryRun, Ledger, Prune};
use chautari_matches::model::is_retained;
use chautari_platform::{Clock, MatchId};
use chautari_study::reviews;

use crate::App;

/// How often a server removes them.
const INTERVAL: Duration = Duration::from_hours(6);

/// Selects finished games that at this time are older than `age` in which no person, no bot and no tournament took part,
/// with their reviews and conditional moves.
pub fn anonymous_games(age: Duration, clock: &Clock) -> Prune {
    let before_ms = Duration::from_millis(clock.now_ms()).saturating_sub(age).as_millis() as u64;
    Prune {
        prefix: MatchId::PREFIX,
        followers: &[reviews::PREFIX, chautari_matches::PLANS_PREFIX],
        before_ms,
        is_wanted: is_retained,
    }
}

/// Removes them periodically if the configuration limits their retention.
pub(crate) fn start(app: &App) {
    let Some(age) = app.config().anonymous_retention else { return };
    let (database, clock) = (app.config().database.clone(), app.platform().clock().clone());
    app.http().spawn_until_stopped(async move {
        let mut ticks = clock.interval(INTERVAL);
        loop {
            ticks.tick().await;
            match Ledger::prune(&database, &anonymous_games(age, &clock), DryRun::No).await {
                Ok(pruned) if pruned.removed.is_empty() => {}
                Ok(pruned) => tracing::info!(games = pruned.removed.len(), "removed old anonymous games"),
                Err(e) => tracing::warn!(cause = %e, "cannot remove old anonymous games"),
            }
        }
    });
}
