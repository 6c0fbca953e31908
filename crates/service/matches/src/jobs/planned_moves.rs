//! Conditional moves that are due.

use chautari_aggregate::{Freshness, JobOutcome, RepositoryError};
use chautari_arena::live::Action;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::Job;

use super::read_body;
use crate::Matches;
use crate::model::{Command, MatchCommand};

/// Plays the reply that the side to move has planned for the position on the board.
pub(super) async fn play(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let plans = match app.plans().load(&id, Freshness::Current).await {
        Err(RepositoryError::Missing { .. }) => return Ok(JobOutcome::Done),
        plans => plans?,
    };
    let state = app.store().load(&id, Freshness::Current).await?;
    let Some(side) = state.played.turn() else { return Ok(JobOutcome::Done) };
    let Some(text) = plans.of(side).and_then(|plan| plan.reply(state.played.record())) else {
        return Ok(JobOutcome::Done);
    };
    // By the position, so that a repeated job plays once, and nothing after a move of the player.
    let action = Action::Move { text };
    let command = Command {
        seen_version: Some(state.moved_at),
        ..Command::new(format!("planned-{}", state.moved_at), MatchCommand::Act(side, &action))
    };
    drop(state);
    match app.store().execute(&id, command).await.map_err(Problem::from) {
        Err(problem) if matches!(problem.kind(), Kind::Unavailable | Kind::Internal) => Err(problem),
        // Played; or the player was faster, or the match has ended or is paused.
        _ => Ok(JobOutcome::Done),
    }
}
