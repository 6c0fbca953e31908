//! The one worker.

use std::fmt::Display;
use std::time::Duration;

use chautari_ledger::{Job, Ledger, Unavailable};
use tokio::task::JoinSet;

use crate::shutdown::Shutdown;

/// A worker that says nothing for so long is taken to be gone, and its job is given to another.
const LEASE: Duration = Duration::from_secs(10);

/// How often a worker says that it is still there.
const RENEWAL: Duration = Duration::from_secs(3);

/// How long to wait for a ledger that is away.
const PAUSE: Duration = Duration::from_secs(1);

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// It is done, or there is nothing to do.
    Done,
    /// It is done, and was finished in the ledger together with what it led to.
    Committed,
    /// Another worker should try at once.
    Retry,
    /// It should be looked at again after this time.
    RetryAfter(Duration),
}

/// Takes jobs of a queue and does them, at most so many at a time, until the end is asked for.
///
/// The lease is renewed while the job is being done. At a stop the job is given back at once, so that the
/// next process need not wait for the lease to run out. A job that fails is put off, longer every time.
/// However many are done at a time, one alone waits for the next: looking costs the ledger a question.
pub async fn run_worker<F, E>(
    ledger: Ledger,
    shutdown: Shutdown,
    queue: &'static str,
    at_once: usize,
    task: impl Fn(Job) -> F,
) where
    F: Future<Output = Result<JobOutcome, E>> + Send + 'static,
    E: Display + Send + 'static,
{
    let mut at_work = JoinSet::new();
    loop {
        while at_work.try_join_next().is_some() {}
        while at_work.len() >= at_once.max(1) {
            at_work.join_next().await;
        }
        let job = tokio::select! {
            // Looked at first: what others give back at a stop must not be taken again.
            biased;
            () = shutdown.requested() => break,
            job = ledger.next_job(queue, LEASE) => job,
        };
        match job {
            Ok(job) => {
                let task = task(job.clone());
                at_work.spawn(carry_out(ledger.clone(), shutdown.clone(), queue, job, task));
            }
            Err(Unavailable::Closed) => break,
            Err(cause) => {
                tracing::warn!(%cause, queue, "no work can be taken");
                tokio::select! {
                    () = tokio::time::sleep(PAUSE) => {}
                    () = shutdown.requested() => break,
                }
            }
        }
    }
    // Each of them gives back what it has.
    while at_work.join_next().await.is_some() {}
}

/// Does a piece of work, and says in the ledger what became of it.
async fn carry_out<E: Display>(
    ledger: Ledger,
    shutdown: Shutdown,
    queue: &'static str,
    job: Job,
    task: impl Future<Output = Result<JobOutcome, E>>,
) {
    let end = match hold(&ledger, &shutdown, &job, task).await {
        Ok(JobOutcome::Committed) => return,
        Ok(JobOutcome::Done) => ledger.finish(&job).await,
        Ok(JobOutcome::Retry) => ledger.renew(&job, Duration::ZERO).await,
        Ok(JobOutcome::RetryAfter(wait)) => ledger.renew(&job, wait).await,
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

/// Does a piece of work, renewing its lease; at a stop it is to be given back.
async fn hold<E>(
    ledger: &Ledger,
    shutdown: &Shutdown,
    job: &Job,
    task: impl Future<Output = Result<JobOutcome, E>>,
) -> Result<JobOutcome, E> {
    let mut task = std::pin::pin!(task);
    loop {
        tokio::select! {
            done = &mut task => return done,
            () = shutdown.requested() => return Ok(JobOutcome::Retry),
            () = tokio::time::sleep(RENEWAL) => {
                // Where the ledger is away, or the job is another's by now, the append will tell.
                let _ = ledger.renew(job, LEASE).await;
            }
        }
    }
}
