//! Resigns the matches of a deleted account, so that opponents do not wait.

use chautari_arena::live::Action;
use chautari_game::Side;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_people::people::OnAccountDeleted;
use chautari_platform::PersonId;

use crate::Matches;
use crate::model::{Command, MatchCommand, MatchStatus, Player, by_person};

/// Returns the handler that ends the matches of a deleted account.
pub fn on_account_deleted(app: &Matches) -> OnAccountDeleted {
    let app = app.clone();
    Box::new(move |person| Box::pin(leave_matches(app.clone(), person)))
}

/// Resigns the live matches of a person, and abandons those without an opponent.
async fn leave_matches(app: Matches, person: PersonId) -> Result<(), Problem> {
    for id in app.store().repository().ids(&by_person(&person, MatchStatus::Live)).await? {
        let Some(state) = app.store().find(&id).await? else { continue };
        // A tournament withdraws the player itself.
        if state.created.tournament.is_some() {
            continue;
        }
        let plays = |side: &Side| state.player(*side).person() == Some(&person);
        let Some(side) = Side::ALL.into_iter().find(plays) else { continue };
        let change = match state.player(side.other()) {
            Player::Open => MatchCommand::Abandon("the player has gone"),
            _ => MatchCommand::Act(side, &Action::Resign),
        };
        match app.store().execute(&id, Command::new("gone", change)).await.map_err(Problem::from) {
            // On a conflict the match has ended.
            Err(problem) if problem.kind() != Kind::Conflict => return Err(problem),
            _ => {}
        }
    }
    Ok(())
}
