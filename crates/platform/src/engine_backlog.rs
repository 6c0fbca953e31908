//! The backlog of engine moves: per client, first in, first out. All games of a client share its part of the engines, and the
//! game that has waited longest is next.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_compute::{Client, Overload, SearchRequest, ThinkError};
use chautari_game::Thought;
use chautari_ledger::{Job, LeaseState};

use crate::Platform;

/// Jobs that wait for the engines, by client, in order of arrival.
#[derive(Default)]
pub(crate) struct EngineBacklog(Mutex<HashMap<Client, VecDeque<Job>>>);

impl EngineBacklog {
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, VecDeque<Job>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_awaited(&self, client: Client) -> bool {
        self.lock().contains_key(&client)
    }

    fn wait(&self, client: Client, job: Job) {
        self.lock().entry(client).or_default().push_back(job);
    }

    fn next(&self, client: Client) -> Option<Job> {
        let mut backlog = self.lock();
        let jobs = backlog.get_mut(&client)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            backlog.remove(&client);
        }
        job
    }
}

impl Platform {
    /// Runs the search for an engine move, as part of a job. If the client uses its share of the engines, or other jobs of it
    /// wait, the job waits as well. A finished search wakes the one that has waited longest. A job that is not woken is retried
    /// with growing delays.
    pub async fn think_queued(
        &self,
        job: &Job,
        client: Client,
        request: SearchRequest,
    ) -> Result<Thought<String>, ThinkError> {
        let wait = || {
            self.backlog().wait(client, job.clone());
            let retry_after = Duration::from_secs(1 << job.attempt.min(4));
            ThinkError::Overload(Overload::Client { retry_after })
        };
        if job.attempt == 1 && self.backlog().is_awaited(client) {
            return Err(wait());
        }
        self.engines().room().await;
        let thought = match self.engines().think(client, request).await {
            Err(ThinkError::Overload(_)) => return Err(wait()),
            thought => thought,
        };
        while let Some(job) = self.backlog().next(client) {
            // A job that was retried meanwhile cannot be renewed.
            if let Ok(LeaseState::Held) = self.ledger().renew(&job, Duration::ZERO).await {
                break;
            }
        }
        thought
    }
}
