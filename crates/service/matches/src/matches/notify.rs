//! Those whose turn it is and who look elsewhere are told.

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_http::Problem;
use chautari_ledger::{Job, Version};
use chautari_people::people;
use chautari_people::people::{DeliveryBatch, Notification};

use super::seat::Sitter;
use super::state::{EngineMoveJob, TURNS};
use crate::Matches;

/// Tells a person that it is their turn, unless they have moved or look at a page by now.
pub(super) async fn tell_turn(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(EngineMoveJob { id, at }) = serde_json::from_value(DeliveryBatch::read(&job).about) else {
        tracing::error!(body = %job.body, "no turn can be read from this");
        return Ok(JobOutcome::Done);
    };
    let story = app.store().load(&id, Freshness::AtLeast(Version(at))).await?;
    let Some((side, person)) = story.person_to_move().filter(|_| story.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    if app.people().presence().is_here(person) {
        return Ok(JobOutcome::Done);
    }
    let with = match story.sitter(side.other()) {
        Sitter::Person { name, .. } | Sitter::Bot { name } => Some(name),
        _ => None,
    };
    let letter = Notification {
        about: "turn",
        topic: id.as_str(),
        path: format!("/play/{id}"),
        game: story.info(),
        with,
    };
    people::send_notification(app.people(), person, &letter, TURNS, job).await
}
