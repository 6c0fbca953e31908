//! Moves of the house, in turn. However many games a client has with the house, they have its one share of the
//! engines, and none of them plays on while another has waited longer.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_compute::{Client, Overload, SearchRequest, ThinkError};
use chautari_game::Thought;
use chautari_ledger::{Job, LeaseState};

use crate::Platform;

/// Jobs that came when their client had its share of the engines, in the order they came.
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
        let mut lines = self.lock();
        let line = lines.get_mut(&client)?;
        let job = line.pop_front();
        if line.is_empty() {
            lines.remove(&client);
        }
        job
    }
}

impl Platform {
    /// Thinks about a move of the house, which a job asks for. A job that comes when its client has its share of the
    /// engines, or when others of this client wait, is called when it is its turn: whoever is done calls the one that
    /// has waited longest. Should nobody call, it comes again by itself, later every time.
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
            // One that came by itself meanwhile is not where it was.
            if let Ok(LeaseState::Held) = self.ledger().renew(&job, Duration::ZERO).await {
                break;
            }
        }
        thought
    }
}
