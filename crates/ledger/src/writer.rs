//! The writer task: commits queued writes in batches.
//!
//! All writes that are waiting share one transaction, hence one sync of the disk. Each append has its own
//! savepoint, so that a refused one does not affect the others.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, AppendStatus, Appended};
use crate::commit::{self, AppendFailure};
use crate::connection::{Address, Connection, is_timeout, with_timeout};
use crate::error::{AppendError, Unavailable};
use crate::job::{Job, LeaseState};
use crate::notice::{CHANGES_CHANNEL, Changes, Hub};

/// Maximum number of queued writes. Further writes are refused at once instead of waiting for long.
pub(crate) const QUEUE_LIMIT: usize = 1024;

/// Maximum number of writes per transaction.
const MAX_BATCH: usize = 256;

/// The time limit of a transaction, and of its commit.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(3);

/// After a commit of unknown outcome, how long to wait for the next write before checking the outcome anyway.
const UNCERTAIN_COMMIT_DELAY: Duration = Duration::from_secs(1);

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
    fn lock_order(&self) -> (bool, &str) {
        match self {
            Self::Append(pending) => (!pending.work.counts.is_empty(), pending.work.stream.as_str()),
            Self::Take(_) | Self::Lease(_) | Self::Try(_) | Self::Close(_) => (false, ""),
        }
    }
}

/// How far a failed transaction got.
enum CommitError {
    /// Nothing was written: it can be retried.
    RolledBack(sqlx::Error),
    /// The commit was sent but not confirmed.
    Unknown(sqlx::Error),
}

impl CommitError {
    fn is_timeout(&self) -> bool {
        let (Self::RolledBack(error) | Self::Unknown(error)) = self;
        is_timeout(error)
    }
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        Self::RolledBack(error)
    }
}

pub(crate) struct Writer {
    pub(crate) address: Address,
    /// Reopened after any failure.
    pub(crate) connection: Option<Connection>,
    pub(crate) queue: mpsc::Receiver<Write>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) observer: Arc<Observer>,
    pub(crate) author: String,
    /// A commit was sent and never confirmed: it may have taken place without any notice to subscribers.
    pub(crate) commit_uncertain: bool,
}

impl Writer {
    /// Writes until the ledger is closed or dropped.
    pub(crate) async fn run(mut self) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        let mut closing = false;
        while !closing {
            let received = self.queue.recv_many(&mut batch, MAX_BATCH);
            let received = if self.commit_uncertain {
                let Ok(received) = tokio::time::timeout(UNCERTAIN_COMMIT_DELAY, received).await else {
                    // Nothing is queued, but subscribers must still be notified.
                    if let Err(CommitError::RolledBack(error) | CommitError::Unknown(error)) =
                        self.commit(&mut []).await
                    {
                        tracing::warn!(%error, "cannot check yet whether the last transaction was committed");
                    }
                    continue;
                };
                received
            } else {
                received.await
            };
            if received == 0 {
                break;
            }
            closing = batch.iter().any(|write| matches!(write, Write::Close(_)));
            batch.sort_by(|one, other| one.lock_order().cmp(&other.lock_order()));
            self.write(&mut batch).await;
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the ledger did not close cleanly");
        }
    }

    /// Writes a batch and sends every caller its result.
    async fn write(&mut self, batch: &mut Vec<Write>) {
        let mut result = self.commit(batch).await;
        if let Err(CommitError::RolledBack(error)) = &result
            && !is_timeout(error)
        {
            tracing::warn!(%error, writes = batch.len(), "a transaction of the ledger failed, retrying");
            result = self.commit(batch).await;
        }
        match result {
            Ok(()) => batch.drain(..).for_each(|write| write.settle(None)),
            // A single write may be the cause: retry each in its own transaction, so that it does not fail the
            // others.
            Err(CommitError::RolledBack(error)) if batch.len() > 1 && !is_timeout(&error) => {
                let mut silent: Option<Unavailable> = None;
                for write in batch.drain(..) {
                    let mut alone = [write];
                    // After a timeout, fail the remaining writes without trying each of them.
                    let fault = match silent.clone() {
                        Some(fault) => Some(fault),
                        None => self.commit(&mut alone).await.err().map(|failed| {
                            let gone = failed.is_timeout();
                            let fault = Unavailable::from(failed);
                            silent = gone.then(|| fault.clone());
                            fault
                        }),
                    };
                    let [write] = alone;
                    write.settle(fault.as_ref());
                }
            }
            Err(failed) => {
                let fault = failed.into();
                batch.drain(..).for_each(|write| write.settle(Some(&fault)));
            }
        }
    }

    async fn commit(&mut self, batch: &mut [Write]) -> Result<(), CommitError> {
        let begun = Instant::now();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => with_timeout(TRANSACTION_TIMEOUT, self.address.connect()).await?,
        };
        // On failure or timeout the connection is dropped, and its transaction with it.
        let changes =
            with_timeout(TRANSACTION_TIMEOUT, transact(&mut connection, batch, &self.author)).await?;
        if let Err(error) = with_timeout(TRANSACTION_TIMEOUT, connection.fetch("COMMIT", &[])).await {
            // With PostgreSQL the confirmation may be lost; SQLite runs in this process, so an error means that
            // nothing was committed.
            self.commit_uncertain |= matches!(connection, Connection::Postgres(_)) || is_timeout(&error);
            return Err(CommitError::Unknown(error));
        }
        self.connection = Some(connection);
        self.hub.publish(&changes);
        if std::mem::take(&mut self.commit_uncertain) {
            // By now the uncertain commit has either taken place or never will.
            self.hub.publish_missed();
        }
        if let Some(observer) = self.observer.get().filter(|_| !batch.is_empty()) {
            observer(Commit { writes: batch.len(), took: begun.elapsed() });
        }
        Ok(())
    }
}

impl From<CommitError> for Unavailable {
    fn from(failed: CommitError) -> Self {
        let (CommitError::RolledBack(error) | CommitError::Unknown(error)) = failed;
        tracing::error!(%error, "the ledger cannot write");
        error.into()
    }
}

/// Runs one transaction up to its commit.
async fn transact(
    connection: &mut Connection,
    batch: &mut [Write],
    author: &str,
) -> Result<Changes, sqlx::Error> {
    connection.begin().await?;
    let now = connection.clock().await?;
    let mut changes = Changes::default();
    if batch.is_empty() {
        // Only a transaction that writes is ordered after the uncertain commit.
        touch(connection).await?;
    }
    for write in batch {
        perform(connection, write, now, &mut changes).await?;
    }
    if let Connection::Postgres(_) = connection {
        for payload in changes.write(author) {
            let binds = [CHANGES_CHANNEL.into(), payload.as_str().into()];
            connection.fetch("SELECT pg_notify($1, $2)", &binds).await?;
        }
    }
    Ok(changes)
}

async fn perform(
    connection: &mut Connection,
    write: &mut Write,
    now: u64,
    changes: &mut Changes,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Append(pending) => {
            connection.fetch("SAVEPOINT one", &[]).await?;
            let outcome = match commit::append(connection, &pending.work, now).await {
                Ok(appended) => Ok(appended),
                Err(AppendFailure::Refused(refusal)) => {
                    connection.fetch("ROLLBACK TO SAVEPOINT one", &[]).await?;
                    Err(refusal)
                }
                Err(AppendFailure::Database(error)) => return Err(error),
            };
            connection.fetch("RELEASE SAVEPOINT one", &[]).await?;
            if let Ok(Appended { version, status: AppendStatus::New, .. }) = &outcome {
                if !pending.work.events.is_empty() {
                    changes.appended.push((pending.work.stream.clone(), *version));
                }
                changes.queues.extend(pending.work.jobs.iter().map(|job| job.queue.clone()));
            }
            pending.outcome = Some(outcome);
        }
        Write::Take(pending) => {
            let (queue, lease) = &pending.work;
            pending.outcome = Some(commit::take(connection, queue, *lease, now).await?);
        }
        Write::Lease(pending) => {
            pending.outcome = Some(match &pending.work {
                LeaseChange::Renew(job, lease) => match commit::renew(connection, job, *lease, now).await? {
                    Some(queue) => {
                        // The job is available again: wake a waiting worker.
                        changes.queues.extend(lease.is_zero().then_some(queue));
                        LeaseState::Held
                    }
                    None => LeaseState::Lost,
                },
                LeaseChange::Finish(job) => commit::finish(connection, job).await?,
            });
        }
        Write::Try(pending) => {
            touch(connection).await?;
            pending.outcome = Some(());
        }
        Write::Close(pending) => pending.outcome = Some(()),
    }
    Ok(())
}

/// Writes without changing anything. It negates the version twice, because SQLite writes nothing if a statement
/// changes nothing.
async fn touch(connection: &mut Connection) -> Result<(), sqlx::Error> {
    for _ in 0..2 {
        connection.fetch("UPDATE ledger_schema SET version = -version", &[]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::Notice;
    use crate::schema;
    use crate::store::Location;

    #[tokio::test]
    async fn subscribers_are_notified_after_an_uncertain_commit_without_further_writes() {
        let address = Location::Memory.address();
        let mut connection = address.connect().await.unwrap_or_else(|e| panic!("{e}"));
        schema::migrate(&mut connection).await.unwrap_or_else(|e| panic!("{e}"));
        let (writes, queue) = mpsc::channel(1);
        let hub = Arc::new(Hub::new());
        let mut watch = hub.watch();
        let uncertain = Writer {
            address,
            connection: Some(connection),
            queue,
            hub,
            observer: Arc::default(),
            author: String::new(),
            commit_uncertain: true,
        };
        let running = tokio::spawn(uncertain.run());
        assert_eq!(watch.next().await, Some(Notice::Missed));
        drop(writes);
        assert!(running.await.is_ok());
        assert_eq!(watch.next().await, None, "notified only once");
    }
}
