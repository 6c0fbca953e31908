//! Work that is kept until it is finished.

use std::time::Duration;

use serde_json::Value;

/// Work to be queued.
#[derive(Clone, Debug, PartialEq)]
pub struct NewJob {
    /// The queue it waits in: 1 to 200 bytes without control characters.
    pub queue: String,
    /// What is to be done.
    pub body: Value,
    /// How long it stays where it is before anybody can take it.
    pub delay: Duration,
}

impl NewJob {
    /// Work that can be taken at once.
    pub fn new(queue: impl Into<String>, body: Value) -> Self {
        Self { queue: queue.into(), body, delay: Duration::ZERO }
    }
}

/// Names a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// A job somebody has taken, for as long as the lease lasts. A job can be done more than once (its
/// worker may die, or outlive its lease), so its effects should be appended under a command id made
/// from what the job is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Which job.
    pub id: JobId,
    /// What is to be done.
    pub body: Value,
    /// How often it has been taken, this time included.
    pub attempt: u64,
}

/// Whether a job is still its worker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// It was, and what was asked has been done.
    Held,
    /// The lease ran out and another worker took it, or it is finished: nothing was done.
    Lost,
}
