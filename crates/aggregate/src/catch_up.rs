//! Streams that must be read again because the ledger was unavailable when their notice arrived.

use std::collections::VecDeque;

use chautari_ledger::{Unavailable, Version};
use tokio::task::JoinError;

use crate::aggregate::Aggregate;
use crate::error::RepositoryError;

/// The maximum number of streams remembered one by one. Beyond it, all streams are read again.
const MOST_LATE: usize = 1000;

/// Whether the ledger may well answer the next time.
pub(crate) fn is_transient(failure: &RepositoryError) -> bool {
    matches!(failure, RepositoryError::Unavailable(cause) if !matches!(cause, Unavailable::Damaged(_) | Unavailable::Closed))
}

/// A stream, and the version it has come to.
pub(crate) type StreamLag<M> = (<M as Aggregate>::Id, Version);

/// Streams whose newer events could not be read. Their notices are not repeated, so the reads must be retried.
pub(crate) struct CatchUpQueue<M: Aggregate> {
    /// One by one, the longest waiting first.
    pub(crate) streams: VecDeque<StreamLag<M>>,
    /// All that is kept or awaited may be behind.
    pub(crate) all: bool,
}

impl<M: Aggregate> Default for CatchUpQueue<M> {
    fn default() -> CatchUpQueue<M> {
        CatchUpQueue { streams: VecDeque::new(), all: false }
    }
}

impl<M: Aggregate> CatchUpQueue<M> {
    pub(crate) fn is_empty(&self) -> bool {
        !self.all && self.streams.is_empty()
    }

    fn add(&mut self, id: M::Id, version: Version) {
        if let Some((_, known)) = self.streams.iter_mut().find(|(known, _)| *known == id) {
            *known = version.max(*known);
        } else if self.streams.len() < MOST_LATE {
            self.streams.push_back((id, version));
        } else {
            self.all = true;
        }
    }

    pub(crate) fn add_if_transient(&mut self, id: &M::Id, cause: &RepositoryError) {
        if is_transient(cause) {
            // How far it has come is not known.
            self.add(id.clone(), Version(u64::MAX));
        }
    }

    /// The result of following a stream.
    pub(crate) fn note(&mut self, followed: Option<Result<Option<StreamLag<M>>, JoinError>>) {
        if let Some(Ok(Some((id, version)))) = followed {
            self.add(id, version);
        }
    }
}
