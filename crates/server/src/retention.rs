//! Removal of old anonymous games.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chautari_ledger::{DryRun, Ledger, Prune};
use chautari_matches::model::is_retained;
use chautari_platform::MatchId;
use chautari_study::reviews;

use crate::App;

/// How often a server removes them.
const INTERVAL: Duration = Duration::from_hours(6);

/// Selects finished games older than `age` in which no person, no bot and no tournament took part, with their reviews.
pub fn anonymous_games(age: Duration) -> Prune {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let before_ms = now.saturating_sub(age).as_millis() as u64;
    Prune { prefix: MatchId::PREFIX, followers: &[reviews::PREFIX], before_ms, is_wanted: is_retained }
}

/// Removes them periodically if the configuration limits their retention.
pub(crate) fn start(app: &App) {
    let Some(age) = app.config().anonymous_retention else { return };
    let database = app.config().database.clone();
    app.http().spawn_until_stopped(async move {
        let mut ticks = tokio::time::interval(INTERVAL);
        loop {
            ticks.tick().await;
            match Ledger::prune(&database, &anonymous_games(age), DryRun::No).await {
                Ok(pruned) if pruned.removed.is_empty() => {}
                Ok(pruned) => tracing::info!(games = pruned.removed.len(), "removed old anonymous games"),
                Err(e) => tracing::warn!(cause = %e, "cannot remove old anonymous games"),
            }
        }
    });
}
