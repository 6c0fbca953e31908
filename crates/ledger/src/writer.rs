//! The one task that writes. Whatever waits when it comes round goes into one transaction, so that
//! many appends share one sync of the disk; each stands under a savepoint of its own, so that one
//! that is refused leaves the others alone.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, Appended, First};
use crate::commit::{self, Halt};
use crate::connection::{Address, Connection, in_time, is_silence};
use crate::fault::{AppendError, Unavailable};
use crate::job::{Holding, Job};
use crate::notice::{CHANNEL, Hub, News};

/// How many writes may wait. One more is refused at once rather than made to wait for long.
pub(crate) const WAITING: usize = 1024;

/// How many writes share a transaction at most.
const TOGETHER: usize = 256;

/// How long a transaction may take, and its commit.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a commit whose answer never came is left alone before it is looked for, where nobody writes anyway.
const SETTLING: Duration = Duration::from_secs(1);

/// One durable commit, for whoever measures.
#[derive(Clone, Copy, Debug)]
pub struct Commit {
    /// How many writes shared it.
    pub writes: usize,
    /// How long it took from its beginning until it was on disk.
    pub took: Duration,
}

/// Who is told of commits.
pub(crate) type Observer = OnceLock<Box<dyn Fn(Commit) + Send + Sync>>;

/// A write with its outcome, which is nobody's business before the commit.
pub(crate) struct Pending<W, T> {
    work: W,
    outcome: Option<T>,
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
        // Whoever asked may have gone; the write stands all the same.
        let _ = self.answer.send(answer);
    }
}

/// What can be done to a job that is held.
pub(crate) enum Hold {
    Renew(Job, Duration),
    Finish(Job),
}

/// Something to be written.
pub(crate) enum Write {
    Append(Pending<Append, Result<Appended, AppendError>>),
    Take(Pending<(String, Duration), Option<Job>>),
    Hold(Pending<Hold, Holding>),
    /// Nothing that is seen afterwards: whether anything can be written.
    Try(Pending<(), ()>),
    /// Nothing: answered when all that came before it is written, and the last to be.
    Close(Pending<(), ()>),
}

impl Write {
    fn settle(self, fault: Option<&Unavailable>) {
        match self {
            Self::Append(pending) => pending.settle(fault),
            Self::Take(pending) => pending.settle(fault),
            Self::Hold(pending) => pending.settle(fault),
            Self::Try(pending) | Self::Close(pending) => pending.settle(fault),
        }
    }

    /// Two processes that lock streams in the same order cannot wait for each other in a ring.
    /// What counts comes last: whoever holds a count waits for no stream.
    fn lock_order(&self) -> (bool, &str) {
        match self {
            Self::Append(pending) => (!pending.work.counts.is_empty(), pending.work.stream.as_str()),
            Self::Take(_) | Self::Hold(_) | Self::Try(_) | Self::Close(_) => (false, ""),
        }
    }
}

/// How far a transaction came that failed.
enum Failed {
    /// Nothing of it is in the database: it can be tried again.
    Undone(sqlx::Error),
    /// The commit was sent and not confirmed.
    Unknown(sqlx::Error),
}

impl Failed {
    fn is_silence(&self) -> bool {
        let (Self::Undone(error) | Self::Unknown(error)) = self;
        is_silence(error)
    }
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Self::Undone(error)
    }
}

pub(crate) struct Writer {
    pub(crate) address: Address,
    /// Made anew after any failure.
    pub(crate) connection: Option<Connection>,
    pub(crate) queue: mpsc::Receiver<Write>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) observer: Arc<Observer>,
    pub(crate) author: String,
    /// Whether a commit was asked for whose answer never came. It may have taken place, and nobody was told.
    pub(crate) is_unsure: bool,
}

impl Writer {
    /// Writes until the ledger is closed or dropped.
    pub(crate) async fn run(mut self) {
        let mut batch = Vec::with_capacity(TOGETHER);
        let mut closing = false;
        while !closing {
            let received = self.queue.recv_many(&mut batch, TOGETHER);
            let received = if self.is_unsure {
                let Ok(received) = tokio::time::timeout(SETTLING, received).await else {
                    // Nobody writes; whoever looks on must hear of it all the same.
                    if let Err(Failed::Undone(error) | Failed::Unknown(error)) = self.commit(&mut []).await {
                        tracing::warn!(%error, "what may have been committed cannot be looked for yet");
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

    /// Writes a batch and answers everyone in it.
    async fn write(&mut self, batch: &mut Vec<Write>) {
        let mut result = self.commit(batch).await;
        if let Err(Failed::Undone(error)) = &result
            && !is_silence(error)
        {
            tracing::warn!(%error, writes = batch.len(), "a transaction of the ledger failed; trying again");
            result = self.commit(batch).await;
        }
        match result {
            Ok(()) => batch.drain(..).for_each(|write| write.settle(None)),
            // Perhaps one of them cannot be written: it must not take the others with it.
            Err(Failed::Undone(error)) if batch.len() > 1 && !is_silence(&error) => {
                let mut silent: Option<Unavailable> = None;
                for write in batch.drain(..) {
                    let mut alone = [write];
                    // A database that has gone silent is not asked for each of them.
                    let fault = match silent.clone() {
                        Some(fault) => Some(fault),
                        None => self.commit(&mut alone).await.err().map(|failed| {
                            let gone = failed.is_silence();
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

    async fn commit(&mut self, batch: &mut [Write]) -> Result<(), Failed> {
        let begun = Instant::now();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => in_time(PATIENCE, self.address.connect()).await?,
        };
        // A connection that failed, or does not answer, goes with its transaction.
        let news = in_time(PATIENCE, transact(&mut connection, batch, &self.author)).await?;
        if let Err(error) = in_time(PATIENCE, connection.fetch("COMMIT", &[])).await {
            // PostgreSQL may be gone with its answer; SQLite is here, and what it refuses has not taken place.
            self.is_unsure |= matches!(connection, Connection::Postgres(_)) || is_silence(&error);
            return Err(Failed::Unknown(error));
        }
        self.connection = Some(connection);
        self.hub.tell(&news);
        if std::mem::take(&mut self.is_unsure) {
            // By now it has taken place or never will.
            self.hub.miss();
        }
        if let Some(observer) = self.observer.get().filter(|_| !batch.is_empty()) {
            observer(Commit { writes: batch.len(), took: begun.elapsed() });
        }
        Ok(())
    }
}

impl From<Failed> for Unavailable {
    fn from(failed: Failed) -> Self {
        let (Failed::Undone(error) | Failed::Unknown(error)) = failed;
        tracing::error!(%error, "the ledger cannot write");
        error.into()
    }
}

/// One transaction up to its commit: carries everything out.
async fn transact(
    connection: &mut Connection,
    batch: &mut [Write],
    author: &str,
) -> Result<News, sqlx::Error> {
    connection.begin().await?;
    let now = connection.clock().await?;
    let mut news = News::default();
    if batch.is_empty() {
        // It stands behind what was committed before it only if it writes.
        touch(connection).await?;
    }
    for write in batch {
        perform(connection, write, now, &mut news).await?;
    }
    if let Connection::Postgres(_) = connection {
        for payload in news.write(author) {
            let binds = [CHANNEL.into(), payload.as_str().into()];
            connection.fetch("SELECT pg_notify($1, $2)", &binds).await?;
        }
    }
    Ok(news)
}

async fn perform(
    connection: &mut Connection,
    write: &mut Write,
    now: u64,
    news: &mut News,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Append(pending) => {
            connection.fetch("SAVEPOINT one", &[]).await?;
            let outcome = match commit::append(connection, &pending.work, now).await {
                Ok(appended) => Ok(appended),
                Err(Halt::Refused(refusal)) => {
                    connection.fetch("ROLLBACK TO SAVEPOINT one", &[]).await?;
                    Err(refusal)
                }
                Err(Halt::Database(error)) => return Err(error),
            };
            connection.fetch("RELEASE SAVEPOINT one", &[]).await?;
            if let Ok(Appended { version, first: First::First, .. }) = &outcome {
                if !pending.work.events.is_empty() {
                    news.appended.push((pending.work.stream.clone(), *version));
                }
                news.queues.extend(pending.work.jobs.iter().map(|job| job.queue.clone()));
            }
            pending.outcome = Some(outcome);
        }
        Write::Take(pending) => {
            let (queue, lease) = &pending.work;
            pending.outcome = Some(commit::take(connection, queue, *lease, now).await?);
        }
        Write::Hold(pending) => {
            pending.outcome = Some(match &pending.work {
                Hold::Renew(job, lease) => match commit::renew(connection, job, *lease, now).await? {
                    Some(queue) => {
                        // Given back: whoever waits for work can have it.
                        news.queues.extend(lease.is_zero().then_some(queue));
                        Holding::Held
                    }
                    None => Holding::Lost,
                },
                Hold::Finish(job) => commit::finish(connection, job).await?,
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

/// Writes something that changes nothing: there and back, since SQLite writes nothing where nothing changes.
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
    use crate::store::Site;

    #[tokio::test]
    async fn what_may_have_been_committed_is_looked_for_though_nobody_writes() {
        let address = Site::Memory.address();
        let mut connection = address.connect().await.unwrap_or_else(|e| panic!("{e}"));
        schema::migrate(&mut connection).await.unwrap_or_else(|e| panic!("{e}"));
        let (writes, queue) = mpsc::channel(1);
        let hub = Arc::new(Hub::new());
        let mut watch = hub.watch();
        let unsure = Writer {
            address,
            connection: Some(connection),
            queue,
            hub,
            observer: Arc::default(),
            author: String::new(),
            is_unsure: true,
        };
        let running = tokio::spawn(unsure.run());
        assert_eq!(watch.next().await, Some(Notice::Missed));
        drop(writes);
        assert!(running.await.is_ok());
        assert_eq!(watch.next().await, None, "it is told once");
    }
}
