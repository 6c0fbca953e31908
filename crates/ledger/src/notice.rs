//! Notifications of appends, to subscribers in this process. `exchange` carries them to other processes.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, broadcast};

use crate::ids::{StreamId, Version};

/// A notification that a stream may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A stream has reached this version. The notice can be delayed or repeated.
    Appended {
        /// The stream.
        stream: StreamId,
        /// Its version.
        version: Version,
    },
    /// Some notices were lost: reload all state that depends on them.
    Missed,
}

/// A subscription to notices, from the call of `Ledger::watch` on.
pub struct Watch(broadcast::Receiver<Notice>);

impl Watch {
    /// Waits for the next notice; `None` once the ledger was closed.
    pub async fn next(&mut self) -> Option<Notice> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Notice::Missed),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// How many notices a subscriber may lag behind before it gets [`Notice::Missed`].
const BUFFERED_NOTICES: usize = 4096;

/// The subscriptions of this process.
pub(crate) struct Hub {
    notices: broadcast::Sender<Notice>,
    jobs: Mutex<Arrivals>,
    /// Wakes the workers in the order in which they began to wait, so that a simulation can be repeated.
    arrived: Notify,
    /// Messages of other processes, which are not stored.
    peers: broadcast::Sender<PeerMessage>,
}

/// How many jobs have been queued. A worker polls its queue when the number for it changes.
#[derive(Default)]
struct Arrivals {
    queues: HashMap<String, u64>,
    /// How many times notifications may have been lost, which concerns every queue.
    missed: u64,
}

/// A message that another process sent with `Ledger::broadcast`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerMessage {
    /// The sender: an id that stays the same while that process has the ledger open.
    pub from: Arc<str>,
    /// The message.
    pub text: Arc<str>,
}

impl Hub {
    pub(crate) fn new() -> Self {
        let peers = broadcast::Sender::new(BUFFERED_NOTICES);
        let notices = broadcast::Sender::new(BUFFERED_NOTICES);
        Self { notices, jobs: Mutex::default(), arrived: Notify::new(), peers }
    }

    pub(crate) fn watch(&self) -> Watch {
        Watch(self.notices.subscribe())
    }

    pub(crate) fn subscribe_peers(&self) -> broadcast::Receiver<PeerMessage> {
        self.peers.subscribe()
    }

    /// The number of jobs that have arrived in a queue, for [`Hub::wait_for_job`].
    pub(crate) fn arrivals(&self, queue: &str) -> u64 {
        let arrivals = self.jobs();
        arrivals.missed + arrivals.queues.get(queue).copied().unwrap_or_default()
    }

    /// Waits until more than this number of jobs have arrived in a queue.
    pub(crate) async fn wait_for_job(&self, queue: &str, seen: u64) {
        loop {
            let arrived = self.arrived.notified();
            if self.arrivals(queue) != seen {
                return;
            }
            arrived.await;
        }
    }

    fn jobs(&self) -> MutexGuard<'_, Arrivals> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn publish(&self, changes: &Changes) {
        for (stream, version) in &changes.appended {
            let notice = Notice::Appended { stream: stream.clone(), version: *version };
            // It is not an error if there is no subscriber.
            let _ = self.notices.send(notice);
        }
        if !changes.queues.is_empty() {
            let mut arrivals = self.jobs();
            for queue in &changes.queues {
                *arrivals.queues.entry(queue.clone()).or_default() += 1;
            }
            drop(arrivals);
            self.arrived.notify_waiters();
        }
    }

    pub(crate) fn publish_peer_message(&self, message: PeerMessage) {
        let _ = self.peers.send(message);
    }

    pub(crate) fn publish_missed(&self) {
        let _ = self.notices.send(Notice::Missed);
        self.jobs().missed += 1;
        self.arrived.notify_waiters();
    }
}

/// The changes of a transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) appended: Vec<(StreamId, Version)>,
    /// Queues that a job was added or returned to.
    pub(crate) queues: BTreeSet<String>,
}
