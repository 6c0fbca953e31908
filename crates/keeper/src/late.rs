//! Streams that must be read again because the ledger was unavailable when their notice arrived.

use std::collections::VecDeque;

use chautari_ledger::{Unavailable, Version};
use tokio::task::JoinError;

use crate::failure::Failure;
use crate::machine::Machine;

/// The maximum number of streams remembered one by one. Beyond it, all streams are read again.
const MOST_LATE: usize = 1000;

/// Whether the failure is transient, so that a retry can succeed.
pub(crate) fn passes(failure: &Failure) -> bool {
    matches!(failure, Failure::Unavailable(cause) if !matches!(cause, Unavailable::Damaged(_) | Unavailable::Closed))
}

/// A stream and the version it has reached.
pub(crate) type Behind<M> = (<M as Machine>::Id, Version);

/// The streams that are behind the ledger. Notices are not repeated, so these streams must be polled.
pub(crate) struct Late<M: Machine> {
    /// The streams, oldest first.
    pub(crate) streams: VecDeque<Behind<M>>,
    /// Whether all resident and awaited streams may be behind.
    pub(crate) all: bool,
}

impl<M: Machine> Default for Late<M> {
    fn default() -> Late<M> {
        Late { streams: VecDeque::new(), all: false }
    }
}

impl<M: Machine> Late<M> {
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

    pub(crate) fn add_if_it_passes(&mut self, id: &M::Id, cause: &Failure) {
        if passes(cause) {
            // The version is unknown.
            self.add(id.clone(), Version(u64::MAX));
        }
    }

    /// Records the outcome of following a stream.
    pub(crate) fn note(&mut self, followed: Option<Result<Option<Behind<M>>, JoinError>>) {
        if let Some(Ok(Some((id, version)))) = followed {
            self.add(id, version);
        }
    }
}
