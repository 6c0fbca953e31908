//! Rematches that both players have agreed on.

use chautari_aggregate::{Freshness, JobOutcome};
use chautari_http::Problem;
use chautari_ledger::Job;
use chautari_people::people;
use chautari_platform::MatchId;

use super::{current_rating, read_body};
use crate::Matches;

/// Creates the rematch of a job.
pub(super) async fn create(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = read_body(&job) else { return Ok(JobOutcome::Done) };
    create_rematch(&app, &id).await?;
    Ok(JobOutcome::Done)
}

/// Creates the rematch, unless it exists already or a player has deleted their account.
pub(crate) async fn create_rematch(app: &Matches, id: &MatchId) -> Result<(), Problem> {
    let state = app.store().load(id, Freshness::Current).await?;
    if people::is_any_deleted(app.people(), state.people()).await? {
        return Ok(());
    }
    let (id, mut created) = state.rematch();
    if let Some(ratings) = &mut created.ratings {
        // The first match has changed them.
        for (seat, rating) in created.seats.iter().zip(ratings) {
            if let Some(current) = current_rating(app, &seat.player, &created.game).await? {
                *rating = [current.rating, current.deviation, current.volatility];
            }
        }
    }
    app.store().create(id, created).await?;
    Ok(())
}
