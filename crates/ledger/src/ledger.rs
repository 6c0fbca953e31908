//! The door to it all.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;
use tracing::Instrument as _;

use crate::append::{Append, Appended, Recalled, Stored};
use crate::commit;
use crate::connection::Readers;
use crate::fault::{AppendError, OpenError, Unavailable};
use crate::ids::{CommandId, Label, Place, StreamId, Version, is_fit};
use crate::job::{Holding, Job};
use crate::notice::{self, CALLS, Call, Hub, LONGEST_CALL, Watch};
use crate::schema;
use crate::store::{self, Site};
use crate::sum::{columns, sequence};
use crate::writer::{Commit, Hold, Observer, Pending, WAITING, Write, Writer};

/// Streams of events, an index of labels and a queue of jobs, on disk. Cheap to clone; the clones are
/// one ledger.
#[derive(Clone)]
pub struct Ledger(Arc<Inner>);

struct Inner {
    readers: Readers,
    writes: mpsc::Sender<Write>,
    hub: Arc<Hub>,
    observer: Arc<Observer>,
    reads: AtomicU64,
    listener: Option<AbortHandle>,
    /// What this process is called among those that share the database.
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

/// Who appends to a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// This process alone: what it has seen of a stream it appends to is all there is.
    Alone,
    /// Perhaps others: notices of what they append come a moment later.
    Shared,
}

/// Some of the streams that have a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The streams, the latest to get the label first.
    pub streams: Vec<StreamId>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Place>,
}

impl Ledger {
    /// Opens a ledger, making it or bringing it up to date if need be: `sqlite:PATH`,
    /// `sqlite::memory:` for one that is gone with the last clone, or `postgres://…`. One process at
    /// a time can have a file open; a PostgreSQL database, any number.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let site = Site::read(url)?;
        let lock = site.lock()?;
        let address = site.address();
        let mut connection = address.connect().await?;
        schema::migrate(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let hub = Arc::new(Hub::new());
        let author = notice::author();
        let readers = store::readers(&address);
        let listener = match &readers {
            Readers::Sqlite(_) => None,
            Readers::Postgres(pool) => {
                let listener = notice::connect(pool).await?;
                let task = notice::listen(listener, pool.clone(), author.clone(), hub.clone());
                Some(tokio::spawn(task).abort_handle())
            }
        };
        let (writes, queue) = mpsc::channel(WAITING);
        let observer = Arc::new(Observer::new());
        let task = Writer {
            address,
            connection: Some(connection),
            queue,
            hub: hub.clone(),
            observer: observer.clone(),
            author: author.clone(),
            is_unsure: false,
        };
        tokio::spawn(task.run());
        let reads = AtomicU64::new(0);
        Ok(Self(Arc::new(Inner { readers, writes, hub, observer, reads, listener, author, _lock: lock })))
    }

    /// Whether other processes can append too, so that what is known here may be behind.
    pub fn sharing(&self) -> Sharing {
        match self.0.readers {
            Readers::Sqlite(_) => Sharing::Alone,
            Readers::Postgres(_) => Sharing::Shared,
        }
    }

    /// Appends, durably: when this returns `Ok`, it is on disk. Dropping the future does not take
    /// the append back.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        append.vet()?;
        let (pending, answer) = Pending::new(append);
        self.write(Write::Append(pending), answer).instrument(tracing::debug_span!("append")).await?
    }

    /// What a command came to, if it was carried out.
    pub async fn recall(
        &self,
        stream: &StreamId,
        command: &CommandId,
    ) -> Result<Option<Recalled>, Unavailable> {
        if !is_fit(stream.as_str()) || !is_fit(command.as_str()) {
            return Ok(None);
        }
        let binds = [stream.as_str().into(), command.as_str().into()];
        let rows = self.0.readers.fetch(commit::RECALL, &binds).await?;
        Ok(commit::recalled(&rows)?)
    }

    /// The events of a stream after a version; none if there is no such stream.
    pub async fn read(&self, stream: &StreamId, after: Version) -> Result<Vec<Stored>, Unavailable> {
        self.read_between(stream, after, Version(i64::MAX as u64)).await
    }

    /// The events of a stream from its beginning to a version.
    pub async fn read_upto(&self, stream: &StreamId, upto: Version) -> Result<Vec<Stored>, Unavailable> {
        self.read_between(stream, Version::START, upto).await
    }

    async fn read_between(
        &self,
        stream: &StreamId,
        after: Version,
        upto: Version,
    ) -> Result<Vec<Stored>, Unavailable> {
        if !is_fit(stream.as_str()) {
            return Ok(Vec::new());
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

    /// How often a stream was read here: what is replayed shows in it.
    pub fn reads(&self) -> u64 {
        self.0.reads.load(Ordering::Relaxed)
    }

    /// Where a stream is; [`Version::START`] if there is no such stream.
    pub async fn version(&self, stream: &StreamId) -> Result<Version, Unavailable> {
        if !is_fit(stream.as_str()) {
            return Ok(Version::START);
        }
        let sql = "SELECT version FROM streams WHERE id = $1";
        let rows = self.0.readers.fetch(sql, &[stream.as_str().into()]).await?;
        Ok(Version(rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0)))
    }

    /// All streams that have a label, in the order they got it.
    pub async fn find(&self, label: &Label) -> Result<Vec<StreamId>, Unavailable> {
        if !label.is_fit() {
            return Ok(Vec::new());
        }
        let sql = "SELECT stream FROM labels WHERE key = $1 AND value = $2 ORDER BY place";
        let binds = [label.key.as_str().into(), label.value.as_str().into()];
        let rows = self.0.readers.fetch(sql, &binds).await?;
        Ok(rows.iter().map(|row| row.text(0).map(StreamId::new)).collect::<Result<_, _>>()?)
    }

    /// At most `limit` of the streams that have a label, the latest to get it first; `before` is the
    /// [`Page::next`] of the page before.
    pub async fn page(&self, label: &Label, before: Option<Place>, limit: u32) -> Result<Page, Unavailable> {
        if !label.is_fit() {
            return Ok(Page { streams: Vec::new(), next: None });
        }
        let before = before.map_or(i64::MAX as u64, |place| place.0.min(i64::MAX as u64));
        let sql = "SELECT place, stream FROM labels WHERE key = $1 AND value = $2 AND place < $3 \
                   ORDER BY place DESC LIMIT $4";
        // One more than asked for tells whether there is a next page.
        let more = u64::from(limit) + 1;
        let binds = [label.key.as_str().into(), label.value.as_str().into(), before.into(), more.into()];
        let mut rows = self.0.readers.fetch(sql, &binds).await?;
        let full = rows.len() as u64 == more;
        rows.truncate(limit as usize);
        let next = match rows.last() {
            Some(last) if full => Some(Place(last.number(0)?)),
            _ => None,
        };
        let streams = rows.iter().map(|row| row.text(1).map(StreamId::new)).collect::<Result<_, _>>()?;
        Ok(Page { streams, next })
    }

    /// Everything counted under a key, and how often it was the case, in the order of their names.
    pub async fn counts(&self, key: &str) -> Result<Vec<(String, u64)>, Unavailable> {
        if !is_fit(key) {
            return Ok(Vec::new());
        }
        let sql = "SELECT item, number FROM counts WHERE key = $1 ORDER BY item";
        let rows = self.0.readers.fetch(sql, &[key.into()]).await?;
        Ok(rows.iter().map(|row| Ok((row.text(0)?, row.number(1)?))).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Notices of what is appended from now on, here and by every process that shares the database.
    pub fn watch(&self) -> Watch {
        self.0.hub.watch()
    }

    /// Says something to every other process that shares the database, at most [`LONGEST_CALL`] bytes of it. Nobody
    /// keeps it: who does not listen just then never hears of it. Where nobody shares it, nothing happens.
    pub async fn call(&self, text: &str) -> Result<(), Unavailable> {
        if self.sharing() == Sharing::Alone || text.len() > LONGEST_CALL {
            return Ok(());
        }
        let payload = Call::write(&self.0.author, text);
        self.0.readers.fetch("SELECT pg_notify($1, $2)", &[CALLS.into(), payload.as_str().into()]).await?;
        Ok(())
    }

    /// What other processes say by [`Ledger::call`] from now on.
    pub fn calls(&self) -> broadcast::Receiver<Call> {
        self.0.hub.calls()
    }

    /// Takes a job of a queue if one is due, for as long as the lease lasts.
    pub async fn take(&self, queue: &str, lease: Duration) -> Result<Option<Job>, Unavailable> {
        if !is_fit(queue) {
            return Ok(None);
        }
        let (pending, answer) = Pending::new((queue.to_owned(), lease));
        self.write(Write::Take(pending), answer).await
    }

    /// Waits for a job of a queue and takes it.
    pub async fn next_job(&self, queue: &str, lease: Duration) -> Result<Job, Unavailable> {
        let mut arrivals = self.0.hub.jobs();
        loop {
            let seen = arrivals.borrow().of(queue);
            let mut another = std::pin::pin!(arrivals.wait_for(|arrivals| arrivals.of(queue) != seen));
            if let Some(wait) = self.due(queue).await? {
                if wait.is_zero()
                    && let Some(job) = self.take(queue, lease).await?
                {
                    return Ok(job);
                }
                // Not longer than a look costs: the notice of an arrival can be lost.
                tokio::select! {
                    () = tokio::time::sleep(wait.clamp(SHORTEST_NAP, LONGEST_NAP)) => {}
                    _ = &mut another => {}
                }
            } else {
                let _ = tokio::time::timeout(LONGEST_NAP, another).await;
            }
        }
    }

    /// How long until a job of the queue is due; `None` without any.
    async fn due(&self, queue: &str) -> Result<Option<Duration>, Unavailable> {
        if !is_fit(queue) {
            return Ok(None);
        }
        let sql = "SELECT due_ms FROM jobs WHERE queue = $1 ORDER BY due_ms LIMIT 1";
        let rows = self.0.readers.fetch(sql, &[queue.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let wait = row.number(0)?.saturating_sub(self.0.readers.clock().await?);
        Ok(Some(Duration::from_millis(wait)))
    }

    /// Keeps a job for another lease, counted from now; a lease of zero gives it back.
    pub async fn renew(&self, job: &Job, lease: Duration) -> Result<Holding, Unavailable> {
        let (pending, answer) = Pending::new(Hold::Renew(job.clone(), lease));
        self.write(Write::Hold(pending), answer).await
    }

    /// Removes a job that is done.
    pub async fn finish(&self, job: &Job) -> Result<Holding, Unavailable> {
        let (pending, answer) = Pending::new(Hold::Finish(job.clone()));
        self.write(Write::Hold(pending), answer).await
    }

    /// Asks the database for an answer.
    pub async fn ping(&self) -> Result<(), Unavailable> {
        self.0.readers.fetch("SELECT 1 FROM ledger_schema", &[]).await?;
        Ok(())
    }

    /// Asks the database to write something: a full disk answers, but takes nothing.
    pub async fn try_write(&self) -> Result<(), Unavailable> {
        let (pending, answer) = Pending::new(());
        self.write(Write::Try(pending), answer).await
    }

    /// Has every commit reported. Only the first observer of a ledger counts.
    pub fn on_commit(&self, observer: impl Fn(Commit) + Send + Sync + 'static) {
        let _ = self.0.observer.set(Box::new(observer));
    }

    /// Writes what waits, then refuses more.
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
        match tokio::time::timeout(WRITING, answer).await {
            Ok(answer) => answer.unwrap_or(Err(Unavailable::Closed)),
            // It may still be written: repeat it with the same command.
            Err(_) => Err(Unavailable::Late),
        }
    }
}

/// How long anybody waits for a write, whatever else waits.
const WRITING: Duration = Duration::from_millis(4500);

/// How long [`Ledger::next_job`] sleeps at least and at most before it looks again.
const SHORTEST_NAP: Duration = Duration::from_millis(5);
const LONGEST_NAP: Duration = Duration::from_secs(1);
