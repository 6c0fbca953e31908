//! The public API: [`Ledger`].

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;
use tracing::Instrument as _;

use crate::append::{Append, Appended, Stored, StoredReply};
use crate::checksum::{columns, sequence, stored_reply};
use crate::commit;
use crate::connection::Readers;
use crate::error::{AppendError, OpenError, Unavailable};
use crate::ids::{CommandId, Cursor, Label, StreamId, Version, is_valid_name};
use crate::job::{Job, LeaseState};
use crate::notice::{self, Hub, MAX_PEER_MESSAGE, PEER_CHANNEL, PeerMessage, Watch};
use crate::schema;
use crate::store::{self, Location};
use crate::writer::{Commit, LeaseChange, Observer, Pending, QUEUE_LIMIT, Write, Writer};

/// Streams of events, an index of labels and job queues, on disk. Clones are cheap and share one connection.
#[derive(Clone)]
pub struct Ledger(Arc<Inner>);

struct Inner {
    readers: Readers,
    writes: mpsc::Sender<Write>,
    hub: Arc<Hub>,
    observer: Arc<Observer>,
    reads: AtomicU64,
    listener: Option<AbortHandle>,
    /// The id of this process among those that share the database.
    author: String,
    _lock: Option<File>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(listener) = &self.listener {
            listener.abort();
        }
    }
}

/// Whether other processes append to the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Only this process appends, so its view of the streams is complete.
    Alone,
    /// Other processes may append; notices of their appends arrive with a delay.
    Shared,
}

/// One page of the streams that have a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The streams, newest label first.
    pub streams: Vec<StreamId>,
    /// The cursor for the next page; `None` on the last page.
    pub next: Option<Cursor>,
}

impl Ledger {
    /// Opens a ledger, creating or migrating it if necessary. The URL is `sqlite:PATH`, `sqlite::memory:` for a
    /// ledger that is dropped with its last clone, or `postgres://…`. A file can be open in one process at a
    /// time, a PostgreSQL database in any number.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let site = Location::read(url)?;
        let lock = site.lock()?;
        let address = site.address();
        let mut connection = address.connect().await?;
        schema::migrate(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let hub = Arc::new(Hub::new());
        let author = notice::author();
        let readers = store::readers(&address);
        let listener = match &readers {
            #[cfg(feature = "simulation")]
            Readers::Simulated(_) => None,
            Readers::Sqlite(_) => None,
            Readers::Postgres(pool) => {
                let listener = notice::connect(pool).await?;
                let task = notice::listen(listener, pool.clone(), author.clone(), hub.clone());
                Some(tokio::spawn(task).abort_handle())
            }
        };
        let (writes, queue) = mpsc::channel(QUEUE_LIMIT);
        let observer = Arc::new(Observer::new());
        let task = Writer {
            address,
            connection: Some(connection),
            queue,
            hub: hub.clone(),
            observer: observer.clone(),
            author: author.clone(),
            commit_uncertain: false,
        };
        tokio::spawn(task.run());
        let reads = AtomicU64::new(0);
        Ok(Self(Arc::new(Inner { readers, writes, hub, observer, reads, listener, author, _lock: lock })))
    }

    /// Opens a ledger on a simulated store. Its messages to other processes ([`Ledger::broadcast`]) go nowhere.
    #[cfg(feature = "simulation")]
    pub fn simulated(
        store: &crate::simulation::SimulatedStore,
        faults: Arc<dyn crate::simulation::Faults>,
    ) -> Self {
        let hub = Arc::new(Hub::new());
        let node = crate::simulation::Node::new(store.clone(), hub.clone(), faults);
        let (writes, queue) = mpsc::channel(QUEUE_LIMIT);
        tokio::spawn(node.clone().run(queue));
        let readers = Readers::Simulated(node);
        Self(Arc::new(Inner {
            readers,
            writes,
            hub,
            observer: Arc::default(),
            reads: AtomicU64::new(0),
            listener: None,
            author: String::new(),
            _lock: None,
        }))
    }

    /// Whether other processes can append too, so that state known here may be out of date.
    pub fn sharing(&self) -> Sharing {
        match self.0.readers {
            Readers::Sqlite(_) => Sharing::Alone,
            Readers::Postgres(_) => Sharing::Shared,
            #[cfg(feature = "simulation")]
            Readers::Simulated(_) => Sharing::Shared,
        }
    }

    /// Appends durably: once this returns `Ok`, the append is on disk. Dropping the future does not cancel the
    /// append.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        append.vet()?;
        let (pending, answer) = Pending::new(append);
        self.write(Write::Append(pending), answer).instrument(tracing::debug_span!("append")).await?
    }

    /// Returns the stored result of a command; `None` if it was not carried out.
    pub async fn find_reply(
        &self,
        stream: &StreamId,
        command: &CommandId,
    ) -> Result<Option<StoredReply>, Unavailable> {
        if !is_valid_name(stream.as_str()) || !is_valid_name(command.as_str()) {
            return Ok(None);
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|database| database.find_reply(stream, command)).await;
        }
        let binds = [stream.as_str().into(), command.as_str().into()];
        let rows = self.0.readers.fetch(commit::FIND_REPLY, &binds).await?;
        Ok(rows.first().map(stored_reply).transpose()?)
    }

    /// Returns the events of a stream after a version; empty if the stream does not exist.
    pub async fn read(&self, stream: &StreamId, after: Version) -> Result<Vec<Stored>, Unavailable> {
        self.read_between(stream, after, Version(i64::MAX as u64)).await
    }

    /// Returns the events of a stream from its beginning up to and including a version.
    pub async fn read_upto(&self, stream: &StreamId, upto: Version) -> Result<Vec<Stored>, Unavailable> {
        self.read_between(stream, Version::START, upto).await
    }

    async fn read_between(
        &self,
        stream: &StreamId,
        after: Version,
        upto: Version,
    ) -> Result<Vec<Stored>, Unavailable> {
        if !is_valid_name(stream.as_str()) {
            return Ok(Vec::new());
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|database| database.read(stream, after, upto)).await;
        }
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM events WHERE stream = $1 AND version > $2 AND version <= $3 ORDER BY version"
        );
        self.0.reads.fetch_add(1, Ordering::Relaxed);
        let binds = [stream.as_str().into(), after.0.into(), upto.0.into()];
        let rows = self.0.readers.fetch(sql, &binds).await?;
        Ok(sequence(stream.as_str(), after, &rows)?)
    }

    /// Returns how many times a stream has been read, as a measure of replays.
    pub fn reads(&self) -> u64 {
        self.0.reads.load(Ordering::Relaxed)
    }

    /// Returns the version of a stream; [`Version::START`] if it does not exist.
    pub async fn version(&self, stream: &StreamId) -> Result<Version, Unavailable> {
        if !is_valid_name(stream.as_str()) {
            return Ok(Version::START);
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|database| database.version(stream)).await;
        }
        let sql = "SELECT version FROM streams WHERE id = $1";
        let rows = self.0.readers.fetch(sql, &[stream.as_str().into()]).await?;
        Ok(Version(rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0)))
    }

    /// Returns all streams that have a label, oldest label first.
    pub async fn find(&self, label: &Label) -> Result<Vec<StreamId>, Unavailable> {
        if !label.is_valid_name() {
            return Ok(Vec::new());
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node
                .read(|database| database.labelled(label).into_iter().map(|(_, stream)| stream).collect())
                .await;
        }
        let sql = "SELECT stream FROM labels WHERE key = $1 AND value = $2 ORDER BY place";
        let binds = [label.key.as_str().into(), label.value.as_str().into()];
        let rows = self.0.readers.fetch(sql, &binds).await?;
        Ok(rows.iter().map(|row| row.text(0).map(StreamId::new)).collect::<Result<_, _>>()?)
    }

    /// Returns at most `limit` of the streams that have a label, newest label first. `before` is the
    /// [`Page::next`] of the previous page.
    pub async fn page(&self, label: &Label, before: Option<Cursor>, limit: u32) -> Result<Page, Unavailable> {
        if !label.is_valid_name() {
            return Ok(Page { streams: Vec::new(), next: None });
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|database| page(database.labelled(label), before, limit)).await;
        }
        let before = before.map_or(i64::MAX as u64, |place| place.0.min(i64::MAX as u64));
        let sql = "SELECT place, stream FROM labels WHERE key = $1 AND value = $2 AND place < $3 \
                   ORDER BY place DESC LIMIT $4";
        // Fetch one more than requested to find out whether there is a next page.
        let more = u64::from(limit) + 1;
        let binds = [label.key.as_str().into(), label.value.as_str().into(), before.into(), more.into()];
        let mut rows = self.0.readers.fetch(sql, &binds).await?;
        let full = rows.len() as u64 == more;
        rows.truncate(limit as usize);
        let next = match rows.last() {
            Some(last) if full => Some(Cursor(last.number(0)?)),
            _ => None,
        };
        let streams = rows.iter().map(|row| row.text(1).map(StreamId::new)).collect::<Result<_, _>>()?;
        Ok(Page { streams, next })
    }

    /// Returns all counters of a group with their values, sorted by name.
    pub async fn counts(&self, key: &str) -> Result<Vec<(String, u64)>, Unavailable> {
        if !is_valid_name(key) {
            return Ok(Vec::new());
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|database| database.counts(key)).await;
        }
        let sql = "SELECT item, number FROM counts WHERE key = $1 ORDER BY item";
        let rows = self.0.readers.fetch(sql, &[key.into()]).await?;
        Ok(rows.iter().map(|row| Ok((row.text(0)?, row.number(1)?))).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Subscribes to notices of appends, by this process and by all that share the database.
    pub fn watch(&self) -> Watch {
        self.0.hub.watch()
    }

    /// Broadcasts a message to all other processes that share the database. It is not stored: only processes
    /// that are connected receive it. No effect if the database is not shared or the text is longer than
    /// [`MAX_PEER_MESSAGE`].
    pub async fn broadcast(&self, text: &str) -> Result<(), Unavailable> {
        if self.sharing() == Sharing::Alone || text.len() > MAX_PEER_MESSAGE {
            return Ok(());
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|_| ()).await;
        }
        let payload = PeerMessage::write(&self.0.author, text);
        self.0
            .readers
            .fetch("SELECT pg_notify($1, $2)", &[PEER_CHANNEL.into(), payload.as_str().into()])
            .await?;
        Ok(())
    }

    /// Subscribes to the messages that other processes send with [`Ledger::broadcast`].
    pub fn subscribe_peers(&self) -> broadcast::Receiver<PeerMessage> {
        self.0.hub.subscribe_peers()
    }

    /// Takes a due job of a queue, if there is one, and holds it until the lease ends.
    pub async fn take(&self, queue: &str, lease: Duration) -> Result<Option<Job>, Unavailable> {
        if !is_valid_name(queue) {
            return Ok(None);
        }
        let (pending, answer) = Pending::new((queue.to_owned(), lease));
        self.write(Write::Take(pending), answer).await
    }

    /// Waits for a job of a queue and takes it.
    pub async fn next_job(&self, queue: &str, lease: Duration) -> Result<Job, Unavailable> {
        loop {
            let seen = self.0.hub.arrivals(queue);
            let another = self.0.hub.wait_for_job(queue, seen);
            if let Some(wait) = self.due(queue).await? {
                if wait.is_zero()
                    && let Some(job) = self.take(queue, lease).await?
                {
                    return Ok(job);
                }
                // Poll regularly, because the notice of a new job can be lost.
                tokio::select! {
                    biased;
                    () = tokio::time::sleep(wait.clamp(MIN_POLL, MAX_POLL)) => {}
                    () = another => {}
                }
            } else {
                let _ = tokio::time::timeout(MAX_POLL, another).await;
            }
        }
    }

    /// Returns the time until a job of the queue is due; `None` if the queue is empty.
    async fn due(&self, queue: &str) -> Result<Option<Duration>, Unavailable> {
        if !is_valid_name(queue) {
            return Ok(None);
        }
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node
                .read(|database| {
                    database.due(queue).map(|due| Duration::from_millis(due.saturating_sub(node.clock())))
                })
                .await;
        }
        let sql = "SELECT due_ms FROM jobs WHERE queue = $1 ORDER BY due_ms LIMIT 1";
        let rows = self.0.readers.fetch(sql, &[queue.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let wait = row.number(0)?.saturating_sub(self.0.readers.clock().await?);
        Ok(Some(Duration::from_millis(wait)))
    }

    /// Extends the lease of a job, counted from now. A lease of zero returns the job to its queue.
    pub async fn renew(&self, job: &Job, lease: Duration) -> Result<LeaseState, Unavailable> {
        let (pending, answer) = Pending::new(LeaseChange::Renew(job.clone(), lease));
        self.write(Write::Lease(pending), answer).await
    }

    /// Removes a job that is done.
    pub async fn finish(&self, job: &Job) -> Result<LeaseState, Unavailable> {
        let (pending, answer) = Pending::new(LeaseChange::Finish(job.clone()));
        self.write(Write::Lease(pending), answer).await
    }

    /// Checks that the database responds to a query.
    pub async fn ping(&self) -> Result<(), Unavailable> {
        #[cfg(feature = "simulation")]
        if let Readers::Simulated(node) = &self.0.readers {
            return node.read(|_| ()).await;
        }
        self.0.readers.fetch("SELECT 1 FROM ledger_schema", &[]).await?;
        Ok(())
    }

    /// Checks that the database accepts writes: with a full disk it still responds to queries.
    pub async fn try_write(&self) -> Result<(), Unavailable> {
        let (pending, answer) = Pending::new(());
        self.write(Write::Try(pending), answer).await
    }

    /// Registers an observer that is called on every commit. Only the first one registered is used.
    pub fn on_commit(&self, observer: impl Fn(Commit) + Send + Sync + 'static) {
        let _ = self.0.observer.set(Box::new(observer));
    }

    /// Writes everything that is queued, then refuses further writes.
    pub async fn close(&self) {
        let (pending, answer) = Pending::new(());
        if self.0.writes.send(Write::Close(pending)).await.is_ok() {
            let _ = answer.await;
        }
        if let Some(listener) = &self.0.listener {
            listener.abort();
        }
        self.0.readers.close().await;
    }

    async fn write<T>(
        &self,
        write: Write,
        answer: oneshot::Receiver<Result<T, Unavailable>>,
    ) -> Result<T, Unavailable> {
        self.0.writes.try_send(write).map_err(|error| match error {
            TrySendError::Full(_) => Unavailable::Busy,
            TrySendError::Closed(_) => Unavailable::Closed,
        })?;
        match tokio::time::timeout(WRITE_TIMEOUT, answer).await {
            Ok(answer) => answer.unwrap_or(Err(Unavailable::Closed)),
            // The write may still take place, so the caller must repeat it with the same command.
            Err(_) => Err(Unavailable::Late),
        }
    }
}

/// Like [`Ledger::page`], from all streams of a label with their places.
#[cfg(feature = "simulation")]
fn page(labelled: Vec<(u64, StreamId)>, before: Option<Cursor>, limit: u32) -> Page {
    let mut rows = labelled;
    rows.retain(|(place, _)| before.is_none_or(|before| *place < before.0));
    rows.reverse();
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| has_more).map(|(place, _)| Cursor(*place));
    Page { streams: rows.into_iter().map(|(_, stream)| stream).collect(), next }
}

/// The longest a caller waits for a write, however long the queue is.
const WRITE_TIMEOUT: Duration = Duration::from_millis(4500);

/// The shortest and the longest sleep of [`Ledger::next_job`] between two polls.
const MIN_POLL: Duration = Duration::from_millis(5);
const MAX_POLL: Duration = Duration::from_secs(1);
