//! Notices between the processes that share a PostgreSQL database.
//!
//! A process commits first and notifies then, on a connection of its own: a notification inside a transaction locks the
//! whole database until the commit is on disk, so that all processes would commit one after another. What gathers while
//! a notification is on its way shares the next one.
//!
//! Each payload has a counter of its sender. A gap, or the silence of a sender that did not say goodbye, means that
//! notices may be lost, which subscribers learn as [`Notice::Missed`](crate::Notice::Missed).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::{Address, Connection, with_timeout};
use crate::ids::{StreamId, Version};
use crate::notice::{Changes, Hub, PeerMessage};

/// The channel for [`Changes`].
const CHANGES_CHANNEL: &str = "chautari_ledger";

/// The channel for [`PeerMessage`].
pub(crate) const PEER_CHANNEL: &str = "chautari_calls";

/// The shortest time between two notifications of a process. Changes in between share the next one.
const SEND_INTERVAL: Duration = Duration::from_millis(5);

/// How often an idle process says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The silence after which a process counts as dead. It may have committed without a notice.
const SILENCE: Duration = Duration::from_secs(4);

/// The time limit of a notification.
const SEND_TIMEOUT: Duration = Duration::from_secs(3);

/// The delay after a failed notification, and after a failed attempt to listen again.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// The longest a closing process waits for its last notification.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(4);

/// Begins a line about a queue. A line about a stream begins with a version.
const QUEUE_PREFIX: &str = "jobs";

/// The line of a sender that closes its ledger.
const GOODBYE: &str = "goodbye";

/// The longest body of a payload, in bytes. PostgreSQL requires payloads under 8,000 bytes, with their sender.
const MAX_BODY: usize = 7800;

/// The longest text of a [`PeerMessage`], in bytes. It leaves room for the sender in the payload.
pub const MAX_PEER_MESSAGE: usize = 7800;

/// The notices that a process sends and receives.
pub(crate) struct Exchange {
    author: String,
    outbox: Arc<Outbox>,
    listener: AbortHandle,
}

impl Exchange {
    /// Begins to listen, announces this process, and begins to send.
    pub(crate) async fn open(address: &Address, pool: &PgPool, hub: &Arc<Hub>) -> Result<Self, sqlx::Error> {
        let author = author();
        let listener = connect(pool).await?;
        let senders = SharedSenders::default();
        let heard = listen(listener, pool.clone(), author.clone(), hub.clone(), Arc::clone(&senders));
        let silence = watch_silence(hub.clone(), senders);
        let listener = tokio::spawn(async { tokio::join!(heard, silence) }).abort_handle();
        let outbox = Arc::new(Outbox::default());
        let mut sender =
            Sender { author: author.clone(), address: address.clone(), connection: None, counter: 0 };
        // The others know this process from now on, and would notice its death.
        sender.send(&write(&Changes::default())).await?;
        tokio::spawn(run(sender, Arc::clone(&outbox)));
        Ok(Self { author, outbox, listener })
    }

    /// Where the writer leaves the changes of its commits.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Encodes a message to the other processes as the payload of a notification.
    pub(crate) fn peer_payload(&self, text: &str) -> String {
        format!("{}\n{text}", self.author)
    }

    /// Sends what has gathered, says goodbye, and stops listening.
    pub(crate) async fn close(&self) {
        self.outbox.close();
        let _ = timeout(CLOSE_TIMEOUT, self.outbox.ended.notified()).await;
        self.listener.abort();
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.outbox.close();
        self.listener.abort();
    }
}

/// Changes that are committed and not yet sent.
#[derive(Default)]
pub(crate) struct Outbox {
    gathered: Mutex<Gathered>,
    /// Wakes the sender.
    ready: Notify,
    /// The sender has ended.
    ended: Notify,
}

#[derive(Default)]
struct Gathered {
    changes: Changes,
    /// Whether further changes were committed, or may have been, that are not among these.
    is_incomplete: bool,
    is_closed: bool,
}

impl Outbox {
    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the changes of a commit.
    pub(crate) fn push(&self, changes: Changes) {
        if changes == Changes::default() {
            return;
        }
        let mut gathered = self.gathered();
        gathered.changes.appended.extend(changes.appended);
        gathered.changes.queues.extend(changes.queues);
        drop(gathered);
        self.ready.notify_one();
    }

    /// Makes the next notification say that earlier ones may be lost.
    pub(crate) fn mark_incomplete(&self) {
        self.gathered().is_incomplete = true;
        self.ready.notify_one();
    }

    fn close(&self) {
        self.gathered().is_closed = true;
        self.ready.notify_one();
    }

    /// Takes what has gathered.
    fn take(&self) -> Gathered {
        let mut gathered = self.gathered();
        let is_closed = gathered.is_closed;
        Gathered { is_closed, ..std::mem::take(&mut *gathered) }
    }
}

/// Sends notifications on a connection of its own, which is reopened after any failure.
struct Sender {
    author: String,
    address: Address,
    connection: Option<Connection>,
    /// The counter of the last payload.
    counter: u64,
}

impl Sender {
    async fn send(&mut self, bodies: &[String]) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => with_timeout(SEND_TIMEOUT, self.address.connect()).await?,
        };
        for body in bodies {
            self.counter += 1;
            let payload = format!("{} {}{body}", self.author, self.counter);
            let binds = [CHANGES_CHANNEL.into(), payload.as_str().into()];
            with_timeout(SEND_TIMEOUT, connection.fetch("SELECT pg_notify($1, $2)", &binds)).await?;
        }
        self.connection = Some(connection);
        Ok(())
    }

    async fn say_goodbye(mut self) {
        if self.send(&[format!("\n{GOODBYE}")]).await.is_ok()
            && let Some(connection) = self.connection.take()
        {
            let _ = connection.close().await;
        }
    }
}

/// Sends what gathers in the outbox until it is closed.
async fn run(mut sender: Sender, outbox: Arc<Outbox>) {
    let mut is_away = false;
    loop {
        // A timeout sends a sign of life.
        let _ = timeout(HEARTBEAT, outbox.ready.notified()).await;
        let Gathered { changes, is_incomplete, is_closed } = outbox.take();
        // The others see the gap.
        sender.counter += u64::from(is_incomplete);
        let sent = sender.send(&write(&changes)).await;
        if is_closed {
            sender.say_goodbye().await;
            outbox.ended.notify_one();
            return;
        }
        let was_away = std::mem::replace(&mut is_away, sent.is_err());
        let Err(error) = sent else {
            sleep(SEND_INTERVAL).await;
            continue;
        };
        if !was_away {
            tracing::warn!(%error, "other processes are not notified, trying again");
        }
        outbox.mark_incomplete();
        sleep(RETRY_DELAY).await;
    }
}

/// Returns an id that marks the payloads of this process, so that it ignores them.
fn author() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{}-{count}-{}", std::process::id(), start.unwrap_or_default().as_nanos())
}

/// Encodes changes as the bodies of payloads: one line per stream and one per queue. Without changes there is one empty
/// body.
fn write(changes: &Changes) -> Vec<String> {
    // The versions of a stream include the earlier ones.
    let streams: BTreeMap<_, _> =
        changes.appended.iter().map(|(stream, version)| (stream, version)).collect();
    let streams = streams.into_iter().map(|(stream, version)| format!("\n{version} {stream}"));
    let queues = changes.queues.iter().map(|queue| format!("\n{QUEUE_PREFIX} {queue}"));
    let mut bodies = vec![String::new()];
    for line in streams.chain(queues) {
        match bodies.last_mut() {
            Some(body) if body.len() + line.len() <= MAX_BODY => body.push_str(&line),
            _ => bodies.push(line),
        }
    }
    bodies
}

/// A payload of another process.
#[derive(Debug, PartialEq, Eq)]
struct Payload<'a> {
    author: &'a str,
    counter: u64,
    is_goodbye: bool,
    changes: Changes,
}

impl<'a> Payload<'a> {
    /// Decodes a payload; `None` if it is malformed.
    fn read(payload: &'a str) -> Option<Self> {
        let mut lines = payload.lines();
        let (author, counter) = lines.next()?.split_once(' ')?;
        let (mut changes, mut is_goodbye) = (Changes::default(), false);
        for line in lines {
            match line.split_once(' ') {
                None => is_goodbye |= line == GOODBYE,
                Some((QUEUE_PREFIX, queue)) => _ = changes.queues.insert(queue.to_owned()),
                Some((version, stream)) => {
                    changes.appended.push((StreamId::new(stream), Version(version.parse().ok()?)));
                }
            }
        }
        Some(Self { author, counter: counter.parse().ok()?, is_goodbye, changes })
    }
}

/// The other processes, by their ids.
#[derive(Default)]
struct Senders(HashMap<String, LastPayload>);

struct LastPayload {
    counter: u64,
    at: Instant,
}

impl Senders {
    /// Notes a payload. Returns `false` if an earlier one of its sender is missing.
    fn note(&mut self, payload: &Payload<'_>, now: Instant) -> bool {
        if payload.is_goodbye {
            let last = self.0.remove(payload.author);
            return last.is_none_or(|last| payload.counter <= last.counter + 1);
        }
        match self.0.entry(payload.author.to_owned()) {
            Entry::Vacant(new) => {
                new.insert(LastPayload { counter: payload.counter, at: now });
                true
            }
            Entry::Occupied(mut known) => {
                let last = known.get_mut();
                let follows = payload.counter <= last.counter + 1;
                *last = LastPayload { counter: payload.counter.max(last.counter), at: now };
                follows
            }
        }
    }

    /// Forgets the senders that have been silent for too long. Returns whether there were any.
    fn forget_silent(&mut self, now: Instant) -> bool {
        let known = self.0.len();
        self.0.retain(|_, last| now.duration_since(last.at) < SILENCE);
        self.0.len() < known
    }
}

type SharedSenders = Arc<Mutex<Senders>>;

fn lock(senders: &SharedSenders) -> MutexGuard<'_, Senders> {
    senders.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Receives notifications from the other processes until it is cancelled.
async fn listen(mut listener: PgListener, pool: PgPool, own: String, hub: Arc<Hub>, senders: SharedSenders) {
    loop {
        match listener.try_recv().await {
            Ok(Some(notification)) if notification.channel() == PEER_CHANNEL => {
                if let Some((from, text)) = notification.payload().split_once('\n')
                    && from != own
                {
                    hub.publish_peer_message(PeerMessage { from: from.into(), text: text.into() });
                }
            }
            Ok(Some(notification)) => {
                let payload = Payload::read(notification.payload());
                let Some(payload) = payload.filter(|payload| payload.author != own) else { continue };
                let follows = lock(&senders).note(&payload, Instant::now());
                hub.publish(&payload.changes);
                if !follows {
                    hub.publish_missed();
                }
            }
            // The connection was lost and restored; notifications in between are lost.
            Ok(None) => hub.publish_missed(),
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => {
                tracing::warn!(%error, "lost the connection for notifications from other processes, reconnecting");
                loop {
                    sleep(RETRY_DELAY).await;
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

/// Reports the death of other processes until it is cancelled: a commit of theirs may have no notice.
async fn watch_silence(hub: Arc<Hub>, senders: SharedSenders) {
    loop {
        sleep(HEARTBEAT).await;
        let is_any_dead = lock(&senders).forget_silent(Instant::now());
        if is_any_dead {
            hub.publish_missed();
        }
    }
}

/// Subscribes to both channels.
async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen_all([CHANGES_CHANNEL, PEER_CHANNEL]).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(author: &str, counter: u64, body: &str) -> String {
        format!("{author} {counter}{body}")
    }

    #[test]
    fn changes_round_trip_through_as_many_payloads_as_needed() {
        let appended: Vec<_> =
            (1..=500).map(|n| (StreamId::new(format!("match of {n:03}")), Version(n))).collect();
        let queues = ["moves".to_owned(), "a queue".to_owned()].into();
        let changes = Changes { appended, queues };
        let bodies = write(&changes);
        assert!(bodies.len() > 1 && bodies.iter().all(|body| payload("me", u64::MAX, body).len() < 8000));
        let mut heard = Changes::default();
        for body in &bodies {
            let payload = payload("me", 7, body);
            let part = Payload::read(&payload).expect("a payload");
            assert_eq!((part.author, part.counter, part.is_goodbye), ("me", 7, false));
            heard.appended.extend(part.changes.appended);
            heard.queues.extend(part.changes.queues);
        }
        assert_eq!(heard, changes);
        assert_eq!(write(&Changes::default()), [""]);
    }

    #[test]
    fn latest_version_of_a_stream_is_sent() {
        let appended = [1, 2, 3].map(|n| (StreamId::new("a"), Version(n))).to_vec();
        assert_eq!(write(&Changes { appended, ..Changes::default() }), ["\n3 a"]);
    }

    #[test]
    fn lost_payloads_and_silent_senders_are_noticed() {
        let begin = Instant::now();
        let mut senders = Senders::default();
        let mut note = |text: &str, after: Duration| {
            senders.note(&Payload::read(text).expect("a payload"), begin + after)
        };
        assert!(note("one 8", Duration::ZERO), "the first one from a process");
        assert!(note("other 1", Duration::ZERO));
        assert!(note("one 9", SILENCE / 2));
        assert!(!note("one 11", SILENCE / 2), "10 is missing");
        assert!(note("one 10", SILENCE / 2) && note("one 10", SILENCE / 2), "late, and twice");
        assert!(note("one 12", SILENCE / 2));
        assert!(!senders.forget_silent(begin + SILENCE / 2));
        assert!(senders.forget_silent(begin + SILENCE), "the other one");
        assert!(!senders.forget_silent(begin + SILENCE), "noticed once");
        let goodbye = Payload::read("one 13\ngoodbye").expect("a payload");
        assert!(goodbye.is_goodbye && senders.note(&goodbye, begin + SILENCE));
        assert!(!senders.forget_silent(begin + 2 * SILENCE), "it has left");
    }
}
