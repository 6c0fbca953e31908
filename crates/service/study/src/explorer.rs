//! The opening explorer: moves played from a position in all listed games of this server.
//!
//! When a listed match has ended, each of its first moves is counted once under the position it was played at, so that
//! openings that transpose are one. The counts are rows of the database, written together with the command that marks
//! the match as counted: a restart neither loses nor doubles any, and nothing is kept in memory.

use chautari_aggregate::{Aggregate as _, JobOutcome};
use chautari_http::Problem;
use chautari_ledger::{Append, AppendError, CommandId};
use chautari_matches::model::{Audience, EndedMatchQueue, MatchState};
use chautari_platform::MatchId;
use serde_json::{Value, json};

use crate::StudyService;
use crate::model::opening_counts::counts_of;

/// The queue of listed matches that have ended.
const PLAYED: &str = "played-matches";

/// The queue as matches see it.
pub const ENDED_MATCHES: EndedMatchQueue = EndedMatchQueue {
    name: PLAYED,
    body: |state| (state.created.audience == Audience::Everybody).then(|| json!(state.id)),
};

/// Attempts to count a match while it keeps changing.
const ATTEMPTS: usize = 16;

/// Starts the background task that counts matches.
pub(crate) fn start(app: &StudyService) {
    app.platform().spawn_worker(app, PLAYED, |app, job| async move {
        let Ok(id) = serde_json::from_value(job.body.clone()) else {
            tracing::error!(body = %job.body, "the job of a finished match names no match");
            return Ok(JobOutcome::Done);
        };
        count(&app, &id).await.map(|()| JobOutcome::Done)
    });
}

/// Counts a match. Later calls for the same match do nothing.
async fn count(app: &StudyService, id: &MatchId) -> Result<(), Problem> {
    for _ in 0..ATTEMPTS {
        let Some(state) = app.matches().store().find(id).await? else { return Ok(()) };
        let mut append = Append::new(MatchState::stream(id), state.version)
            .command(CommandId::new("explored"), Value::Null);
        append.counts = counts_of(&state);
        match app.platform().ledger().append(append).await {
            Ok(_) => return Ok(()),
            // The match has changed, such as by a chat message or the offer of a rematch.
            Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause.into()),
            Err(error) => return Err(Problem::internal(&error)),
        }
    }
    Err(Problem::conflict("Too much is happening in this match to count it now."))
}
