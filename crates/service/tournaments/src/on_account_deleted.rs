//! Withdraws deleted accounts from their tournaments.

use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_http::Problem;
use chautari_matches::model::Player;
use chautari_people::people::OnAccountDeleted;
use chautari_platform::PersonId;

use crate::Tournaments;
use crate::model::{Phase, Tournament, TournamentEvent, by_state};

/// Returns the handler that withdraws a deleted account from its tournaments.
pub fn on_account_deleted(app: &Tournaments) -> OnAccountDeleted {
    let app = app.clone();
    Box::new(move |id| Box::pin(withdraw(app.clone(), id)))
}

/// Withdraws a person from every tournament that has not ended.
async fn withdraw(app: Tournaments, id: PersonId) -> Result<(), Problem> {
    let player = Player::Person { id, name: String::new() };
    for id in app.tournaments().ids(&by_state(false)).await? {
        let entered = |now: &Tournament| {
            let player = now.player_of(&player).filter(|_| now.phase != Phase::Ended);
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
    Ok(())
}
