//! Abandonment of matches without events.

use chautari_aggregate::JobOutcome;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::Job;
use chautari_platform::wall_clock;

use super::read_body;
use crate::Matches;
use crate::model::{Command, MatchCommand};

/// Ends a match if it has been inactive for too long.
pub(super) async fn abandon(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let state = match app.store().find(&id).await? {
        Some(state) if state.played.verdict().is_none() => state,
        _ => return Ok(JobOutcome::Done),
    };
    let is_no_show = state.no_show().is_some();
    // The time before this process started does not count for a first move, because the server may have been down.
    let latest_ms = if is_no_show { state.awaits_ms + app.store().now().0 } else { u64::MAX };
    let left = state.time_to_abandonment(wall_clock().min(latest_ms));
    if !left.is_zero() {
        return Ok(JobOutcome::RetryAfter(left));
    }
    let reason = if is_no_show {
        "a player did not come"
    } else if state.played.is_paused() {
        "nobody came back for ninety days"
    } else {
        "nothing happened for two weeks"
    };
    let command = Command {
        seen_version: Some(state.version.0),
        job: Some(job),
        ..Command::new("abandoned", MatchCommand::Abandon(reason))
    };
    match app.store().execute(&id, command).await.map_err(Problem::from) {
        Ok(_) => Ok(JobOutcome::Committed),
        // The match has changed at the last moment.
        Err(problem) if problem.kind() == Kind::Conflict => Ok(JobOutcome::Retry),
        Err(problem) => Err(problem),
    }
}
