//! Games that nobody will look for any more.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chautari_ledger::{DryRun, Ledger, Prune};

use crate::matches::is_wanted;
use crate::{App, MatchId, reviews};

/// How often a server looks for them.
const EVERY: Duration = Duration::from_hours(6);

/// Games that are over, in which nobody played by name (no person, no bot, in no tournament), and in which nothing has
/// happened for so long. Their reviews go with them.
pub fn nameless_games(age: Duration) -> Prune {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let before_ms = now.saturating_sub(age).as_millis() as u64;
    Prune { prefix: MatchId::PREFIX, followers: &[reviews::PREFIX], before_ms, is_wanted }
}

/// Removes them from time to time, where that is wanted.
pub(crate) fn start(app: &App) {
    let Some(age) = app.config().keep_nameless else { return };
    let database = app.config().database.clone();
    app.spawn_until_stopped(async move {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            ticks.tick().await;
            match Ledger::prune(&database, &nameless_games(age), DryRun::No).await {
                Ok(pruned) if pruned.removed.is_empty() => {}
                Ok(pruned) => {
                    tracing::info!(games = pruned.removed.len(), "old games without names are removed");
                }
                Err(e) => tracing::warn!(cause = %e, "old games cannot be removed"),
            }
        }
    });
}
