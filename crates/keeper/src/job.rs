//! The one worker.

use std::fmt::Display;
use std::time::Duration;

use chautari_ledger::{Job, Ledger, Unavailable};

use crate::shutdown::Shutdown;

/// A worker that says nothing for so long is taken to be gone, and its job is given to another.
const LEASE: Duration = Duration::from_secs(10);

/// How often a worker says that it is still there.
const RENEWAL: Duration = Duration::from_secs(3);

/// How long to wait for a ledger that is away.
const PAUSE: Duration = Duration::from_secs(1);

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It is done, or there is nothing to do.
    Done,
    /// It is done, and was finished in the ledger together with what it led to.
    Finished,
    /// Another worker should try at once.
    Again,
    /// It should be looked at again after this time.
    Later(Duration),
}

/// Takes jobs of a queue and does them, one at a time, until the end is asked for.
///
/// The lease is renewed while the job is being done. At a stop the job is given back at once, so that the
/// next process need not wait for the lease to run out. A job that fails is put off, longer every time.
pub async fn work<F, E>(ledger: Ledger, shutdown: Shutdown, queue: &'static str, task: impl Fn(Job) -> F)
where
    F: Future<Output = Result<Work, E>>,
    E: Display,
{
    loop {
        let job = tokio::select! {
            job = ledger.next_job(queue, LEASE) => job,
            () = shutdown.requested() => return,
        };
        let job = match job {
            Ok(job) => job,
            Err(Unavailable::Closed) => return,
            Err(cause) => {
                tracing::warn!(%cause, queue, "no work can be taken");
                tokio::select! {
                    () = tokio::time::sleep(PAUSE) => continue,
                    () = shutdown.requested() => return,
                }
            }
        };
        let end = match hold(&ledger, &shutdown, &job, task(job.clone())).await {
            Ok(Work::Finished) => continue,
            Ok(Work::Done) => ledger.finish(&job).await,
            Ok(Work::Again) => ledger.renew(&job, Duration::ZERO).await,
            Ok(Work::Later(wait)) => ledger.renew(&job, wait).await,
            Err(cause) => {
                tracing::warn!(queue, attempt = job.attempt, %cause, "work is put off");
                // Longer every time, so that what always fails does not keep everybody busy.
                let wait = Duration::from_millis(100 << job.attempt.min(9));
                ledger.renew(&job, wait).await
            }
        };
        if let Err(cause) = end {
            tracing::warn!(%cause, queue, "work could not be handed back");
        }
    }
}

/// Does a piece of work, renewing its lease; at a stop it is to be given back.
async fn hold<E>(
    ledger: &Ledger,
    shutdown: &Shutdown,
    job: &Job,
    task: impl Future<Output = Result<Work, E>>,
) -> Result<Work, E> {
    let mut task = std::pin::pin!(task);
    loop {
        tokio::select! {
            done = &mut task => return done,
            () = shutdown.requested() => return Ok(Work::Again),
            () = tokio::time::sleep(RENEWAL) => {
                // Where the ledger is away, or the job is another's by now, the append will tell.
                let _ = ledger.renew(job, LEASE).await;
            }
        }
    }
}
