//! Somebody has gone for good, and those they played with do not wait for them.

use chautari_aggregate::JobOutcome;
use chautari_arena::live::Action;
use chautari_game::Side;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::{CommandId, Job};
use chautari_platform::PersonId;

use super::command::{Command, MatchCommand};
use super::labels::{State, by_person};
use super::seat::Sitter;
use crate::Matches;

/// Ends the games of somebody who has gone: they resign. What nobody has sat down to is called off.
pub(super) async fn leave_boards(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(person) = job.body.as_str().and_then(PersonId::read) else {
        tracing::error!(body = %job.body, "no person can be read from this");
        return Ok(JobOutcome::Done);
    };
    for id in app.store().0.ids(&by_person(&person, State::Live)).await? {
        let Some(story) = app.store().find(&id).await? else { continue };
        let seats = &story.begun.seats;
        let sits = |side: &Side| seats[side.index()].sitter.person() == Some(&person);
        // A tournament sees to its own.
        let Some(side) = Side::ALL.into_iter().find(sits).filter(|_| story.begun.tournament.is_none()) else {
            continue;
        };
        let wish = match seats[side.other().index()].sitter {
            Sitter::Open => MatchCommand::Abandon("the player has gone"),
            _ => MatchCommand::Act(side, &Action::Resign),
        };
        let command = Command { name: CommandId::new("gone"), seen: None, wish, job: None };
        match app.store().carry_out(&id, command).await {
            // It has ended meanwhile.
            Err(problem) if problem.kind() != Kind::Conflict => return Err(problem),
            _ => {}
        }
    }
    Ok(JobOutcome::Done)
}
