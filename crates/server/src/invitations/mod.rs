//! Who asks whom to play: open invitations in the lobby, and challenges.
//!
//! An invitation is a stream of the ledger. One to nobody in particular is in the lobby and vanishes with its
//! maker; one to somebody waits for their answer. Accepting it decides, in one append, who plays: the match that
//! follows has a name derived from it, so that beginning it twice begins it once.

mod answer;
mod farewell;
mod invitation;
mod live;
mod lobby;
mod offer;
mod pair;
mod show;
mod stream;
mod you;

use std::sync::Arc;
use std::time::Duration;

use chautari_keeper::{Command, Deed, Now, Work};
use chautari_ledger::Job;
use tokio::sync::broadcast::error::RecvError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use invitation::Invitation;
pub(crate) use lobby::Lobby;
pub(crate) use show::Shown;

use invitation::{ACCEPTED, CHALLENGES, InvitationEvent, WAITING, by_party};

use crate::clock::wall_clock;
use crate::matches::{News, Sitter};
use crate::names::{InvitationId, PersonId};
use crate::people::{self, Letter, Round};
use crate::{App, Problem};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(offer::offer, show::list))
        .routes(routes!(pair::play_now))
        .routes(routes!(show::mine))
        .routes(routes!(show::show, answer::withdraw))
        .routes(routes!(answer::accept))
        .routes(routes!(answer::decline))
        .routes(routes!(answer::counter))
        .routes(routes!(live::live))
        .routes(routes!(stream::stream))
        .routes(routes!(farewell::delete))
}

/// Follows the lobby, and sees to what waits.
pub(crate) fn start(app: &App) {
    let invitations = app.invitations().clone();
    app.spawn_until_stopped(async move { invitations.run(|| {}).await });
    let beat = app.clone();
    app.spawn_until_stopped(async move { lobby::tell(&beat).await });
    let seats = app.clone();
    app.spawn_until_stopped(async move { free_seats(&seats).await });
    app.spawn_worker(WAITING, expire);
    app.spawn_worker(ACCEPTED, answer::set_up);
    app.spawn_worker(CHALLENGES, tell_challenge);
}

/// Tells a person who looks elsewhere that they are challenged.
async fn tell_challenge(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = Round::read(&job).about.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "no invitation can be read from this");
        return Ok(Work::Done);
    };
    let invitation = app.invitations().look_anew(&id).await?;
    let asked = invitation.to.as_ref().and_then(Sitter::person).filter(|_| invitation.is_open());
    let Some(person) = asked.filter(|person| app.presence().would_hear(person)) else {
        return Ok(Work::Done);
    };
    let game = app.game(&invitation.terms.game)?;
    let letter = Letter {
        about: "challenge",
        topic: id.as_str(),
        path: "/lobby".to_owned(),
        game: game.info(),
        with: Some(invitation.from.title()),
    };
    people::tell(&app, person, &letter, CHALLENGES, job).await
}

/// Takes away an invitation whose maker has gone, or that nobody answers.
async fn expire(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = job.body.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "no invitation can be read from this");
        return Ok(Work::Done);
    };
    let invitation = app.invitations().look_anew(&id).await?;
    if !invitation.is_open() {
        return Ok(Work::Done);
    }
    let waited = Duration::from_millis(wall_clock().saturating_sub(invitation.renewed_ms));
    let left = invitation.patience().saturating_sub(waited);
    if !left.is_zero() {
        // Not to the millisecond: those who are here are asked after in between.
        return Ok(Work::Later(left + Duration::from_secs(1)));
    }
    withdraw(&app, &id).await?;
    Ok(Work::Done)
}

/// Takes an invitation back, unless it has been answered; how it stands then.
async fn withdraw(app: &App, id: &InvitationId) -> Result<Arc<Now<Invitation>>, Problem> {
    withdraw_if(app, id, |_| true).await
}

/// The same, where it stands like this.
async fn withdraw_if(
    app: &App,
    id: &InvitationId,
    is_so: impl Fn(&Invitation) -> bool,
) -> Result<Arc<Now<Invitation>>, Problem> {
    let decide = |now: &Now<Invitation>| {
        Ok::<_, Problem>(if now.is_open() && is_so(now) {
            Deed::Do(vec![InvitationEvent::Withdrawn])
        } else {
            Deed::Nothing
        })
    };
    Ok(app.invitations().act(id, Command::default(), decide).await?.now)
}

/// Takes back everything a person offers, and declines what they are offered.
pub(super) async fn withdraw_all(app: &App, person: &PersonId) -> Result<(), Problem> {
    for id in app.invitations().ids(&invitation::by_person(person)).await? {
        withdraw(app, &id).await?;
    }
    Ok(())
}

/// Takes back what somebody offered in the lobby up to a time, in milliseconds since 1970: then they sat down to play.
async fn leave(app: &App, who: &Sitter, at_ms: u64) -> Result<(), Problem> {
    for invitation in app.invitations().world().of(who) {
        if invitation.made_ms <= at_ms {
            withdraw(app, &invitation.id).await?;
        }
    }
    Ok(())
}

/// Takes back what those offer in the lobby who sit down to play in any other way, for as long as it runs.
async fn free_seats(app: &App) {
    let mut news = app.hall().news();
    loop {
        match news.recv().await {
            Ok(News::Seated(people, at_ms)) => {
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
async fn of_bot(app: &App, name: &str) -> Result<Vec<InvitationId>, Problem> {
    Ok(app.invitations().ids(&by_party(&Sitter::Bot { name: name.to_owned() })).await?)
}
