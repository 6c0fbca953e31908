//! Clocks that run out: by timers in memory, and by stored jobs in correspondence matches.

use std::time::Duration;

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::{Job, Version};

use super::read_body;
use crate::model::{Command, MatchCommand, MatchJob};
use crate::{MatchStore, Matches};

/// The delay before another attempt if the ledger is unavailable.
const RETRY_DELAY: Duration = Duration::from_secs(1);

fn timeout() -> Command<'static> {
    Command::new("flag", MatchCommand::ClaimTimeout)
}

/// Ends matches whose clocks have run out, until the server stops.
pub(super) async fn watch(store: MatchStore) {
    loop {
        let id = store.context().timers.next(store.context().clock).await;
        let store = store.clone();
        // In a task of its own, so that a slow match does not delay the clock of another.
        tokio::spawn(async move {
            let ended = store.execute(&id, timeout()).await.map_err(Problem::from);
            // Either the match has ended, or the clock still runs and has set its own timer.
            if ended.is_err_and(|problem| problem.kind() == Kind::Unavailable) {
                tokio::time::sleep(RETRY_DELAY).await;
                store.context().timers.set(&id, Some(store.now()));
            }
        });
    }
}

/// Ends a correspondence match if the side to move has run out of time.
pub(super) async fn check_correspondence(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(MatchJob { id, at }) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let store = app.store();
    let state = store.load(&id, Freshness::AtLeast(Version(at))).await?;
    // A move since then has queued its own job.
    let Some(deadline) = state.played.deadline().filter(|_| state.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    let left_ms = deadline.since(store.now_in(&state));
    if left_ms > 0 {
        return Ok(JobOutcome::RetryAfter(Duration::from_millis(left_ms)));
    }
    drop(state);
    match store.execute(&id, timeout()).await.map_err(Problem::from) {
        // On a conflict the match has ended, or the clock does not run any more.
        Err(problem) if problem.kind() != Kind::Conflict => Err(problem),
        _ => Ok(JobOutcome::Done),
    }
}
