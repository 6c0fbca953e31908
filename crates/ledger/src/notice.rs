//! Notifications of appends, to subscribers in this process and, with PostgreSQL, in the others.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
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

/// A subscription to notices, from the call of [`Ledger::watch`](crate::Ledger::watch) on.
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

/// A message that another process sent with [`Ledger::broadcast`](crate::Ledger::broadcast).
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

    pub(crate) fn publish_missed(&self) {
        let _ = self.notices.send(Notice::Missed);
        self.jobs().missed += 1;
        self.arrived.notify_waiters();
    }
}

/// The changes of a transaction, for its notice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) appended: Vec<(StreamId, Version)>,
    /// Queues that a job was added or returned to.
    pub(crate) queues: BTreeSet<String>,
}

/// The PostgreSQL channel for [`Changes`].
pub(crate) const CHANGES_CHANNEL: &str = "chautari_ledger";

/// The PostgreSQL channel for [`PeerMessage`].
pub(crate) const PEER_CHANNEL: &str = "chautari_calls";

/// Begins a line about a queue. A line about a stream begins with a version.
const QUEUE_PREFIX: &str = "jobs";

/// PostgreSQL requires payloads under 8,000 bytes.
const MAX_PAYLOAD: usize = 7900;

/// The longest text of a [`PeerMessage`], in bytes. It leaves room for the sender in the payload.
pub const MAX_PEER_MESSAGE: usize = 7800;

impl PeerMessage {
    /// Encodes a message as the payload of a notification.
    pub(crate) fn write(author: &str, text: &str) -> String {
        format!("{author}\n{text}")
    }

    /// Decodes the payload of another process; `None` if it is our own.
    fn read(payload: &str, own: &str) -> Option<PeerMessage> {
        let (from, text) = payload.split_once('\n')?;
        (from != own).then(|| PeerMessage { from: from.into(), text: text.into() })
    }
}

/// Returns an id by which this process recognises its own payloads.
pub(crate) fn author() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{}-{count}-{}", std::process::id(), start.unwrap_or_default().as_nanos())
}

impl Changes {
    /// Encodes the changes as payloads: the sender, then one line per stream and one per queue.
    pub(crate) fn write(&self, author: &str) -> Vec<String> {
        let mut payloads = Vec::new();
        let mut payload = author.to_owned();
        let mut add = |line: &str| {
            if payload.len() + 1 + line.len() > MAX_PAYLOAD {
                payloads.push(std::mem::replace(&mut payload, author.to_owned()));
            }
            payload.push('\n');
            payload.push_str(line);
        };
        for (stream, version) in &self.appended {
            add(&format!("{version} {stream}"));
        }
        for queue in &self.queues {
            add(&format!("{QUEUE_PREFIX} {queue}"));
        }
        if payload.len() > author.len() {
            payloads.push(payload);
        }
        payloads
    }

    /// Decodes the payload of another process; `None` if it is our own.
    pub(crate) fn read(payload: &str, own: &str) -> Option<Self> {
        let mut lines = payload.lines();
        if lines.next() == Some(own) {
            return None;
        }
        let mut changes = Self::default();
        for line in lines {
            match line.split_once(' ') {
                Some((QUEUE_PREFIX, queue)) => _ = changes.queues.insert(queue.to_owned()),
                Some((version, stream)) => {
                    if let Ok(version) = version.parse() {
                        changes.appended.push((StreamId::new(stream), Version(version)));
                    }
                }
                None => {}
            }
        }
        Some(changes)
    }
}

/// Receives notifications from the other processes until it is cancelled.
pub(crate) async fn listen(mut listener: PgListener, pool: PgPool, own: String, hub: Arc<Hub>) {
    loop {
        match listener.try_recv().await {
            Ok(Some(notification)) if notification.channel() == PEER_CHANNEL => {
                if let Some(message) = PeerMessage::read(notification.payload(), &own) {
                    let _ = hub.peers.send(message);
                }
            }
            Ok(Some(notification)) => {
                if let Some(changes) = Changes::read(notification.payload(), &own) {
                    hub.publish(&changes);
                }
            }
            // The connection was lost and restored; notifications in between are lost.
            Ok(None) => hub.publish_missed(),
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => {
                tracing::warn!(%error, "lost the connection for notifications from other processes, reconnecting");
                loop {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    if let Ok(again) = connect(&pool).await {
                        listener = again;
                        break;
                    }
                }
                hub.publish_missed();
            }
        }
    }
}

/// Subscribes to both channels.
pub(crate) async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen_all([CHANGES_CHANNEL, PEER_CHANNEL]).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peer_message_is_received_by_all_but_its_sender() {
        let payload = PeerMessage::write("me", "two\nlines");
        assert_eq!(PeerMessage::read(&payload, "me"), None);
        let heard = PeerMessage::read(&payload, "you").expect("a message of another process");
        assert_eq!((&*heard.from, &*heard.text), ("me", "two\nlines"));
    }

    #[test]
    fn changes_round_trip_through_as_many_payloads_as_needed() {
        let appended: Vec<_> =
            (1..=500).map(|n| (StreamId::new(format!("match of {n}")), Version(n))).collect();
        let queues = ["moves".to_owned(), "a queue".to_owned()].into();
        let changes = Changes { appended, queues };
        let payloads = changes.write("me");
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() < 8000));
        let mut heard = Changes::default();
        for payload in &payloads {
            assert_eq!(Changes::read(payload, "me"), None);
            let part = Changes::read(payload, "you").expect("a payload of another process");
            heard.appended.extend(part.appended);
            heard.queues.extend(part.queues);
        }
        assert_eq!(heard, changes);
        assert!(Changes::default().write("me").is_empty());
    }
}
