//! The job worker loop.

use std::fmt::Display;
use std::time::Duration;

use chautari_ledger::{Job, Ledger, Unavailable};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The lease of a job. A worker that does not renew it for this long counts as dead, and its job goes to
/// another.
const LEASE: Duration = Duration::from_secs(10);

/// The interval at which a worker renews the lease.
const RENEWAL: Duration = Duration::from_secs(3);

/// The delay before retrying when the ledger is unavailable.
const PAUSE: Duration = Duration::from_secs(1);

/// The outcome of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// The job is done, or there was nothing to do.
    Done,
    /// The job is done, and was finished in the ledger in the same append as its result.
    Committed,
    /// Another worker should try at once.
    Retry,
    /// The job should be retried after this time.
    RetryAfter(Duration),
}

/// Takes jobs of a queue and runs them, at most `at_once` at a time, until a shutdown is requested.
///
/// The lease is renewed while the job runs. At a shutdown the job is returned at once, so that the next process need
/// not wait for the lease to end. A job that fails is retried with exponential backoff. Only one task polls the queue,
/// however many jobs run, because each poll is a query.
pub async fn run_worker<F, E>(
    ledger: Ledger,
    shutdown: CancellationToken,
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
            // The shutdown is checked first, so that jobs returned by other tasks are not taken again.
            biased;
            () = shutdown.cancelled() => break,
            job = ledger.next_job(queue, LEASE) => job,
        };
        match job {
            Ok(job) => {
                let task = task(job.clone());
                at_work.spawn(carry_out(ledger.clone(), shutdown.clone(), queue, job, task));
            }
            Err(Unavailable::Closed) => break,
            Err(cause) => {
                tracing::warn!(%cause, queue, "cannot take jobs");
                tokio::select! {
                    biased;
                    () = tokio::time::sleep(PAUSE) => {}
                    () = shutdown.cancelled() => break,
                }
            }
        }
    }
    // Each of them returns its job.
    while at_work.join_next().await.is_some() {}
}

/// Runs a job and records its outcome in the ledger.
async fn carry_out<E: Display>(
    ledger: Ledger,
    shutdown: CancellationToken,
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
            tracing::warn!(queue, attempt = job.attempt, %cause, "job failed, will retry");
            // Exponential backoff, so that a job that always fails does not keep the workers busy.
            let wait = Duration::from_millis(100 << job.attempt.min(9));
            ledger.renew(&job, wait).await
        }
    };
    if let Err(cause) = end {
        tracing::warn!(%cause, queue, "cannot return a job");
    }
}

/// Runs a job and renews its lease. At a shutdown the job is returned.
async fn hold<E>(
    ledger: &Ledger,
    shutdown: &CancellationToken,
    job: &Job,
    task: impl Future<Output = Result<JobOutcome, E>>,
) -> Result<JobOutcome, E> {
    let mut task = std::pin::pin!(task);
    loop {
        tokio::select! {
            biased;
            done = &mut task => return done,
            () = shutdown.cancelled() => return Ok(JobOutcome::Retry),
            () = tokio::time::sleep(RENEWAL) => {
                // If the ledger is unavailable or the lease is lost, the append of the result will fail.
                let _ = ledger.renew(job, LEASE).await;
            }
        }
    }
}
