//! Studies: trees of moves with comments, arrows and questions, stored under a link.
//!
//! A study is changed with the token of its creation, or by the person who created it. All versions are stored. A study
//! with questions is a lesson.

use std::sync::Arc;
use std::time::Duration;

use chautari_aggregate::{CacheLimits, Freshness, Versioned};
use chautari_http::{Billed, Client, Cost, Problem};
use chautari_platform::StudyId;

use crate::StudyService;
use crate::model::study::Study;

/// Cache limits. Entries are short-lived, because each may be as large as a request.
pub(crate) const CACHE_LIMITS: CacheLimits =
    CacheLimits { max_entries: 256, idle_ttl: Duration::from_mins(1), finished_ttl: Duration::from_secs(20) };

/// Replayed bytes that cost as much as one request.
const BYTES_PER_REQUEST: usize = 16 << 10;

/// Starts the background task that follows studies changed by other processes.
pub(crate) fn start(app: &StudyService) {
    let studies = app.studies().clone();
    app.http().spawn_until_stopped(async move { studies.run(|| {}).await });
}

/// Returns the cost of replaying all versions of studies with this many bytes.
pub(crate) fn replay_cost(bytes: usize) -> Cost {
    Cost::requests(bytes / BYTES_PER_REQUEST)
}

/// Loads the latest version of a study. One that is not in memory is replayed, as a long read, and charged by its size.
pub(crate) async fn load(
    app: &StudyService,
    client: Client,
    billed: Billed,
    id: &StudyId,
) -> Result<Arc<Versioned<Study>>, Problem> {
    if app.studies().is_cached(id) {
        return Ok(app.studies().load(id, Freshness::Resident).await?);
    }
    let study = app.platform().read(client, app.studies().load(id, Freshness::Resident)).await?;
    app.http().charge(billed, replay_cost(study.bytes))?;
    Ok(study)
}
