//! Persistent jobs, taken under a lease.

use std::time::Duration;

use serde_json::Value;

/// A job to be queued.
#[derive(Clone, Debug, PartialEq)]
pub struct NewJob {
    /// The queue: 1 to 200 bytes without control characters.
    pub queue: String,
    /// The payload.
    pub body: Value,
    /// The delay before a worker can take the job.
    pub delay: Duration,
}

impl NewJob {
    /// Creates a job that can be taken at once.
    pub fn new(queue: impl Into<String>, body: Value) -> Self {
        Self { queue: queue.into(), body, delay: Duration::ZERO }
    }
}

/// The id of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// A job that a worker has taken, until the lease ends. A job may run more than once (its worker may die or
/// outlive its lease), so append its effects under a command id derived from the payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The id of the job.
    pub id: JobId,
    /// The payload.
    pub body: Value,
    /// How often the job has been taken, including this time.
    pub attempt: u64,
}

/// Whether a worker still holds its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseState {
    /// The worker held the job, and the operation was carried out.
    Held,
    /// The lease expired and another worker took the job, or the job is finished. Nothing was done.
    Lost,
}
