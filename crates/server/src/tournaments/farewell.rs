//! Somebody has gone for good, and is waited for in no tournament.

use chautari_keeper::{Command, Deed, Now, Work};
use chautari_ledger::Job;

use super::story::{Phase, Tournament, TournamentEvent, by_state};
use crate::matches::Sitter;
use crate::names::PersonId;
use crate::{App, Problem};

/// Withdraws somebody who has gone from every tournament that goes on, or has not begun.
pub(super) async fn leave(app: App, job: Job) -> Result<Work, Problem> {
    let Some(id) = job.body.as_str().and_then(PersonId::read) else {
        tracing::error!(body = %job.body, "no person can be read from this");
        return Ok(Work::Done);
    };
    let who = Sitter::Person { id, name: String::new() };
    for id in app.tournaments().ids(&by_state(false)).await? {
        let entered = |now: &Tournament| {
            let player = now.player_of(&who).filter(|_| now.phase != Phase::Ended);
            player.filter(|player| !now.has_withdrawn(*player))
        };
        if entered(&*app.tournaments().look(&id).await?).is_none() {
            continue;
        }
        let decide = |now: &Now<Tournament>| {
            let leaves = |player| TournamentEvent::Withdrawn { player, absent: false };
            Ok::<_, Problem>(entered(now).map_or(Deed::Nothing, |player| Deed::Do(vec![leaves(player)])))
        };
        app.tournaments().act(&id, Command::default(), decide).await?;
    }
    Ok(Work::Done)
}
