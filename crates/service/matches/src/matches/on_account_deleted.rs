//! Deleted accounts leave their matches.

use chautari_arena::live::Action;
use chautari_game::Side;
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_ledger::CommandId;
use chautari_people::people::OnAccountDeleted;
use chautari_platform::PersonId;

use super::command::{Command, MatchCommand};
use super::labels::{State, by_person};
use super::seat::Sitter;
use crate::Matches;

/// Ends the matches of deleted accounts.
pub fn on_account_deleted(app: &Matches) -> OnAccountDeleted {
    let app = app.clone();
    Box::new(move |person| Box::pin(leave_boards(app.clone(), person)))
}

/// Resigns the running games of a person, and abandons those without an opponent.
async fn leave_boards(app: Matches, person: PersonId) -> Result<(), Problem> {
    for id in app.store().0.ids(&by_person(&person, State::Live)).await? {
        let Some(story) = app.store().find(&id).await? else { continue };
        let seats = &story.begun.seats;
        let sits = |side: &Side| seats[side.index()].sitter.person() == Some(&person);
        // Tournaments end their own games.
        let Some(side) = Side::ALL.into_iter().find(sits).filter(|_| story.begun.tournament.is_none()) else {
            continue;
        };
        let wish = match seats[side.other().index()].sitter {
            Sitter::Open => MatchCommand::Abandon("the player has gone"),
            _ => MatchCommand::Act(side, &Action::Resign),
        };
        let command = Command { name: CommandId::new("gone"), seen: None, wish, job: None };
        match app.store().carry_out(&id, command).await {
            // The match has ended meanwhile.
            Err(problem) if problem.kind() != Kind::Conflict => return Err(problem),
            _ => {}
        }
    }
    Ok(())
}
