//! The queue of the writer: writes, and the outcomes their callers wait for.

use std::sync::OnceLock;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::append::{Append, Appended};
use crate::error::{AppendError, Unavailable};
use crate::job::{Job, LeaseState};

/// Maximum number of queued writes. Further writes are refused at once instead of waiting for long.
pub(crate) const QUEUE_LIMIT: usize = 1024;

/// Measurements of one durable commit.
#[derive(Clone, Copy, Debug)]
pub struct Commit {
    /// The number of writes that shared it.
    pub writes: usize,
    /// The time from the beginning of the transaction until it was on disk.
    pub took: Duration,
}

/// The callback for commits.
pub(crate) type Observer = OnceLock<Box<dyn Fn(Commit) + Send + Sync>>;

/// A write and its outcome, which is sent to the caller after the commit.
pub(crate) struct Pending<W, T> {
    pub(crate) work: W,
    pub(crate) outcome: Option<T>,
    answer: oneshot::Sender<Result<T, Unavailable>>,
}

impl<W, T> Pending<W, T> {
    pub(crate) fn new(work: W) -> (Self, oneshot::Receiver<Result<T, Unavailable>>) {
        let (answer, receiver) = oneshot::channel();
        (Self { work, outcome: None, answer }, receiver)
    }

    fn settle(self, fault: Option<&Unavailable>) {
        let answer = match (fault, self.outcome) {
            (None, Some(outcome)) => Ok(outcome),
            (Some(fault), _) => Err(fault.clone()),
            (None, None) => Err(Unavailable::Closed),
        };
        // The caller may have stopped waiting; the write is still valid.
        let _ = self.answer.send(answer);
    }
}

/// A change of the lease of a job.
pub(crate) enum LeaseChange {
    Renew(Job, Duration),
    Finish(Job),
}

/// A queued write.
pub(crate) enum Write {
    Append(Pending<Append, Result<Appended, AppendError>>),
    Take(Pending<(String, Duration), Option<Job>>),
    Lease(Pending<LeaseChange, LeaseState>),
    /// Writes something without a lasting effect, to check that the database accepts writes.
    Try(Pending<(), ()>),
    /// Closes the ledger after everything queued before it was written.
    Close(Pending<(), ()>),
}

impl Write {
    pub(crate) fn settle(self, fault: Option<&Unavailable>) {
        match self {
            Self::Append(pending) => pending.settle(fault),
            Self::Take(pending) => pending.settle(fault),
            Self::Lease(pending) => pending.settle(fault),
            Self::Try(pending) | Self::Close(pending) => pending.settle(fault),
        }
    }

    /// The order in which a batch takes locks. All processes use the same order, so that they cannot deadlock.
    /// Appends with counters come last, so that a transaction holding a counter waits for no stream.
    pub(crate) fn lock_order(&self) -> (bool, &str) {
        match self {
            Self::Append(pending) => (!pending.work.counts.is_empty(), pending.work.stream.as_str()),
            Self::Take(_) | Self::Lease(_) | Self::Try(_) | Self::Close(_) => (false, ""),
        }
    }
}
