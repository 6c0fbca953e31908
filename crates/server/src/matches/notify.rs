//! Those whose turn it is and who look elsewhere are told.

use chautari_keeper::Work;
use chautari_ledger::Job;

use super::seat::Sitter;
use super::story::{HouseMove, TURNS};
use crate::people::{self, Letter, Round};
use crate::{App, Problem};

/// Tells a person that it is their turn, unless they have moved or look at a page by now.
pub(super) async fn tell_turn(app: App, job: Job) -> Result<Work, Problem> {
    let Ok(HouseMove { id, at }) = serde_json::from_value(Round::read(&job).about) else {
        tracing::error!(body = %job.body, "no turn can be read from this");
        return Ok(Work::Done);
    };
    let story = app.hall().keep_since(&id, at).await?;
    let Some((side, person)) = story.person_to_move().filter(|_| story.moved_at == at) else {
        return Ok(Work::Done);
    };
    if app.presence().is_here(person) {
        return Ok(Work::Done);
    }
    let with = match story.sitter(side.other()) {
        Sitter::Person { name, .. } | Sitter::Bot { name } => Some(name),
        _ => None,
    };
    let letter =
        Letter { about: "turn", topic: id.as_str(), path: format!("/play/{id}"), game: story.info(), with };
    people::tell(&app, person, &letter, TURNS, job).await
}
