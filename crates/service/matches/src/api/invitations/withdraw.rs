//! Withdrawal of invitations: by the author, by expiry, or because the author plays or has left.

use std::sync::Arc;

use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::Problem;
use chautari_platform::{InvitationId, PersonId};

use crate::Matches;
use crate::model::{Invitation, InvitationEvent, Player, invitations_of_person};

/// Withdraws an invitation if it is open and meets the condition. Returns its state after that.
pub(crate) async fn withdraw_if(
    app: &Matches,
    id: &InvitationId,
    condition: impl Fn(&Invitation) -> bool,
) -> Result<Arc<Versioned<Invitation>>, Problem> {
    let decide = |now: &Versioned<Invitation>| {
        Ok::<_, Problem>(if now.is_open() && condition(now) {
            Decision::Append(vec![InvitationEvent::Withdrawn])
        } else {
            Decision::NoChange
        })
    };
    Ok(app.invitations().act(id, Command::default(), decide).await?.now)
}

/// Withdraws all invitations from and to a person.
pub(super) async fn withdraw_all(app: &Matches, person: &PersonId) -> Result<(), Problem> {
    for id in app.invitations().ids(&invitations_of_person(person)).await? {
        withdraw_if(app, &id, |_| true).await?;
    }
    Ok(())
}

/// Withdraws the invitations of a player in the lobby that were created up to a time, in milliseconds since 1970: the
/// player has started a match then.
pub(crate) async fn withdraw_all_before(app: &Matches, author: &Player, at_ms: u64) -> Result<(), Problem> {
    for invitation in app.invitations().context().by_author(author) {
        if invitation.made_ms <= at_ms {
            withdraw_if(app, &invitation.id, |_| true).await?;
        }
    }
    Ok(())
}
