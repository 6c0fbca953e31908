//! Who asks whom to play: open invitations in the lobby, and challenges.
//!
//! An invitation is a stream of the ledger. One to nobody in particular is in the lobby and vanishes with its
//! maker; one to somebody waits for their answer. Accepting it decides, in one append, who plays: the match that
//! follows has a name derived from it, so that beginning it twice begins it once.

mod bot_event_stream;
mod create;
mod delete_account;
mod inbox;
mod invitation;
mod lobby;
mod lobby_websocket;
mod matchmaking;
mod queries;
mod respond;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use chautari_aggregate::{Command, Decision, Freshness, JobOutcome, Versioned};
use chautari_http::Http;
use chautari_http::Problem;
use chautari_ledger::Job;
use chautari_people::people;
use chautari_people::people::{DeliveryBatch, Notification};
use chautari_platform::wall_clock;
use chautari_platform::{InvitationId, PersonId};
use invitation::{ACCEPTED, CHALLENGES, InvitationEvent, WAITING, by_party};
use tokio::sync::broadcast::error::RecvError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use invitation::Invitation;
pub use lobby::Lobby;
pub use queries::Shown;

use crate::Matches;
use crate::matches::{BotNotice, Sitter};

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Matches: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::offer, queries::list))
        .routes(routes!(matchmaking::play_now))
        .routes(routes!(queries::mine))
        .routes(routes!(queries::show, respond::withdraw))
        .routes(routes!(respond::accept))
        .routes(routes!(respond::decline))
        .routes(routes!(respond::counter))
        .routes(routes!(lobby_websocket::live))
        .routes(routes!(bot_event_stream::stream))
        .routes(routes!(delete_account::delete))
}

/// Starts the background tasks that follow the lobby and the waiting invitations.
pub fn start(app: &Matches) {
    let invitations = app.invitations().clone();
    app.http().spawn_until_stopped(async move { invitations.run(|| {}).await });
    let beat = app.clone();
    app.http().spawn_until_stopped(async move { lobby::tell(&beat).await });
    let seats = app.clone();
    app.http().spawn_until_stopped(async move { free_seats(&seats).await });
    app.platform().spawn_worker(app, WAITING, expire);
    app.platform().spawn_worker(app, ACCEPTED, respond::set_up);
    app.platform().spawn_worker(app, CHALLENGES, tell_challenge);
}

/// Tells a person who looks elsewhere that they are challenged.
async fn tell_challenge(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = DeliveryBatch::read(&job).about.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "no invitation can be read from this");
        return Ok(JobOutcome::Done);
    };
    let invitation = app.invitations().load(&id, Freshness::Stored).await?;
    let asked = invitation.to.as_ref().and_then(Sitter::person).filter(|_| invitation.is_open());
    let Some(person) = asked.filter(|person| app.people().presence().wants_push(person)) else {
        return Ok(JobOutcome::Done);
    };
    let game = app.platform().game(&invitation.terms.game)?;
    let letter = Notification {
        about: "challenge",
        topic: id.as_str(),
        path: "/lobby".to_owned(),
        game: game.info(),
        with: Some(invitation.from.title()),
    };
    people::send_notification(app.people(), person, &letter, CHALLENGES, job).await
}

/// Takes away an invitation whose maker has gone, or that nobody answers.
async fn expire(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "no invitation can be read from this");
        return Ok(JobOutcome::Done);
    };
    let invitation = app.invitations().load(&id, Freshness::Stored).await?;
    if !invitation.is_open() {
        return Ok(JobOutcome::Done);
    }
    let waited = Duration::from_millis(wall_clock().saturating_sub(invitation.renewed_ms));
    let left = invitation.patience().saturating_sub(waited);
    if !left.is_zero() {
        // Not to the millisecond: those who are here are asked after in between.
        return Ok(JobOutcome::RetryAfter(left + Duration::from_secs(1)));
    }
    withdraw(&app, &id).await?;
    Ok(JobOutcome::Done)
}

/// Takes an invitation back, unless it has been answered; how it stands then.
async fn withdraw(app: &Matches, id: &InvitationId) -> Result<Arc<Versioned<Invitation>>, Problem> {
    withdraw_if(app, id, |_| true).await
}

/// The same, where it stands like this.
async fn withdraw_if(
    app: &Matches,
    id: &InvitationId,
    is_so: impl Fn(&Invitation) -> bool,
) -> Result<Arc<Versioned<Invitation>>, Problem> {
    let decide = |now: &Versioned<Invitation>| {
        Ok::<_, Problem>(if now.is_open() && is_so(now) {
            Decision::Append(vec![InvitationEvent::Withdrawn])
        } else {
            Decision::NoChange
        })
    };
    Ok(app.invitations().act(id, Command::default(), decide).await?.now)
}

/// Takes back everything a person offers, and declines what they are offered.
pub(super) async fn withdraw_all(app: &Matches, person: &PersonId) -> Result<(), Problem> {
    for id in app.invitations().ids(&invitation::by_person(person)).await? {
        withdraw(app, &id).await?;
    }
    Ok(())
}

/// Takes back what somebody offered in the lobby up to a time, in milliseconds since 1970: then they sat down to play.
async fn leave(app: &Matches, who: &Sitter, at_ms: u64) -> Result<(), Problem> {
    for invitation in app.invitations().context().of(who) {
        if invitation.made_ms <= at_ms {
            withdraw(app, &invitation.id).await?;
        }
    }
    Ok(())
}

/// Takes back what those offer in the lobby who sit down to play in any other way, for as long as it runs.
async fn free_seats(app: &Matches) {
    let mut news = app.store().news();
    loop {
        match news.recv().await {
            Ok(BotNotice::PlayersSeated(people, at_ms)) => {
                for id in people.iter() {
                    let who = Sitter::Person { id: id.clone(), name: String::new() };
                    if let Err(problem) = leave(app, &who, at_ms).await {
                        let problem = problem.text();
                        tracing::warn!(problem, "invitations of somebody who plays are still there");
                    }
                }
            }
            // What is overlooked goes when its maker does.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// The invitations that wait for a bot's answer.
async fn of_bot(app: &Matches, name: &str) -> Result<Vec<InvitationId>, Problem> {
    Ok(app.invitations().ids(&by_party(&Sitter::Bot { name: name.to_owned() })).await?)
}
