//! Deleted accounts leave their tournaments.

use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_http::Problem;
use chautari_matches::model::Player;
use chautari_platform::PersonId;

use super::state::{Phase, Tournament, TournamentEvent, by_state};
use crate::Tournaments;

/// Withdraws a person from every tournament that has not ended.
pub(super) async fn leave(app: Tournaments, id: PersonId) -> Result<(), Problem> {
    let who = Player::Person { id, name: String::new() };
    for id in app.tournaments().ids(&by_state(false)).await? {
        let entered = |now: &Tournament| {
            let player = now.player_of(&who).filter(|_| now.phase != Phase::Ended);
            player.filter(|player| !now.has_withdrawn(*player))
        };
        if entered(&*app.tournaments().load(&id, Freshness::Current).await?).is_none() {
            continue;
        }
        let decide = |now: &Versioned<Tournament>| {
            let leaves = |player| TournamentEvent::Withdrawn { player, absent: false };
            Ok::<_, Problem>(
                entered(now).map_or(Decision::NoChange, |player| Decision::Append(vec![leaves(player)])),
            )
        };
        app.tournaments().act(&id, Command::default(), decide).await?;
    }
    Ok(())
}
