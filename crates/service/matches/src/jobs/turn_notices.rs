//! Push notifications to players who are to move.

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_http::Problem;
use chautari_ledger::{Job, Version};
use chautari_people::people;
use chautari_people::people::{DeliveryBatch, Notification};

use crate::Matches;
use crate::model::{MatchJob, player_view, queues};

/// Notifies a person that they are to move, unless they have moved or are online.
pub(super) async fn notify(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(MatchJob { id, at }) = serde_json::from_value(DeliveryBatch::read(&job).about) else {
        tracing::error!(body = %job.body, "invalid job");
        return Ok(JobOutcome::Done);
    };
    let state = app.store().load(&id, Freshness::AtLeast(Version(at))).await?;
    let Some((side, person)) = state.person_to_move().filter(|_| state.moved_at == at) else {
        return Ok(JobOutcome::Done);
    };
    let presence = app.people().presence();
    if presence.is_here(person) {
        return Ok(JobOutcome::Done);
    }
    let opponent = state.player(side.other());
    let has_name = opponent.person().is_some() || opponent.bot().is_some();
    let notification = Notification {
        about: "turn",
        topic: id.as_str(),
        path: format!("/play/{id}"),
        game: state.info(),
        with: has_name.then(|| player_view(opponent, presence).title()),
    };
    people::send_notification(app.people(), person, &notification, queues::TURN_NOTICES, job).await
}
