//! Background work of invitations: expiry, matches of accepted ones, notifications.

use std::time::Duration;

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_http::Problem;
use chautari_ledger::Job;
use chautari_people::people;
use chautari_people::people::{DeliveryBatch, Notification};
use chautari_platform::{InvitationId, wall_clock};
use tokio::sync::broadcast::error::RecvError;

use super::read_body;
use crate::Matches;
use crate::api::{create_accepted_match, withdraw_all_before, withdraw_if};
use crate::model::{BotNotice, INVITATION_NOTICES, Player};

/// Added to the time until an invitation expires, so that the job runs after it and not a moment before.
const EXPIRY_MARGIN: Duration = Duration::from_secs(1);

/// Withdraws an invitation that was not renewed in time.
pub(super) async fn expire(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let invitation = app.invitations().load(&id, Freshness::Settled).await?;
    if !invitation.is_open() {
        return Ok(JobOutcome::Done);
    }
    let waited = Duration::from_millis(wall_clock().saturating_sub(invitation.renewed_ms));
    let left = invitation.ttl().saturating_sub(waited);
    if !left.is_zero() {
        return Ok(JobOutcome::RetryAfter(left + EXPIRY_MARGIN));
    }
    withdraw_if(&app, &id, |_| true).await?;
    Ok(JobOutcome::Done)
}

/// Creates the match of an accepted invitation, if the request that accepted it could not.
pub(super) async fn create_match(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = read_body(&job) else { return Ok(JobOutcome::Done) };
    let invitation = app.invitations().load(&id, Freshness::Settled).await?;
    match create_accepted_match(&app, &invitation).await {
        // A player has deleted their account since.
        Err(problem) if problem.code() == people::GONE => Ok(JobOutcome::Done),
        created => created.map(|()| JobOutcome::Done),
    }
}

/// Notifies a person that they are challenged, unless they are online.
pub(super) async fn notify(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = DeliveryBatch::read(&job).about.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "invalid job");
        return Ok(JobOutcome::Done);
    };
    let invitation = app.invitations().load(&id, Freshness::Settled).await?;
    let person = invitation.awaited_person();
    let Some(person) = person.filter(|person| app.people().presence().wants_push(person)) else {
        return Ok(JobOutcome::Done);
    };
    let game = app.platform().game(&invitation.terms.game)?;
    let notification = Notification {
        about: "challenge",
        topic: id.as_str(),
        path: "/lobby".to_owned(),
        game: game.info(),
        with: Some(invitation.from.title()),
    };
    people::send_notification(app.people(), person, &notification, INVITATION_NOTICES, job).await
}

/// Withdraws invitations in the lobby whose authors start to play another match, until the server stops.
pub(super) async fn withdraw_for_players(app: Matches) {
    let mut notices = app.store().notices();
    loop {
        match notices.recv().await {
            Ok(BotNotice::PlayersSeated(people, at_ms)) => {
                for id in people.iter() {
                    let author = Player::Person { id: id.clone(), name: String::new() };
                    if let Err(problem) = withdraw_all_before(&app, &author, at_ms).await {
                        let problem = problem.text();
                        tracing::warn!(problem, "cannot withdraw the invitations of a player");
                    }
                }
            }
            // A missed notice does little harm: the invitation is withdrawn when its author disconnects.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}
