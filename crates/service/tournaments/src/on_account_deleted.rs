//! Withdraws deleted accounts from their tournaments.

use chautari_aggregate::{Command, Decision, Freshness, JobOutcome, Versioned};
use chautari_http::Problem;
use chautari_ledger::Job;
use chautari_matches::matches::Sitter;
use chautari_platform::PersonId;

use crate::Tournaments;
use crate::model::{Phase, Tournament, TournamentEvent, by_state};

/// Runs the job that withdraws a deleted account from every tournament that has not ended.
pub(super) async fn withdraw(app: Tournaments, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(PersonId::read) else {
        tracing::error!(body = %job.body, "invalid job of a deleted account");
        return Ok(JobOutcome::Done);
    };
    let sitter = Sitter::Person { id, name: String::new() };
    for id in app.tournaments().ids(&by_state(false)).await? {
        let entered = |now: &Tournament| {
            let player = now.player_of(&sitter).filter(|_| now.phase != Phase::Ended);
            player.filter(|player| !now.has_withdrawn(*player))
        };
        if entered(&*app.tournaments().load(&id, Freshness::Current).await?).is_none() {
            continue;
        }
        let decide = |now: &Versioned<Tournament>| {
            let withdrawn = |player| TournamentEvent::Withdrawn { player, absent: false };
            Ok::<_, Problem>(
                entered(now).map_or(Decision::NoChange, |player| Decision::Append(vec![withdrawn(player)])),
            )
        };
        app.tournaments().act(&id, Command::default(), decide).await?;
    }
    Ok(JobOutcome::Done)
}
