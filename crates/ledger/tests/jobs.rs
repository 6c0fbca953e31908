//! Jobs are stored until they are finished, and one worker at a time holds a job.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use chautari_ledger::{AppendError, LeaseState, NewJob, StreamId, Version};
use serde_json::{Value, json};

use crate::stores;
use stores::{Store, append, on_every_store, step};

/// Longer than any test takes.
const LONG: Duration = Duration::from_mins(10);

on_every_store! {
    jobs_are_taken_in_order_and_once,
    expired_job_goes_to_another_worker,
    renewed_lease_is_held,
    delayed_job_waits,
    job_is_finished_with_its_append,
    workers_share_the_jobs,
    waiting_worker_is_woken,
    waiting_worker_is_woken_by_a_returned_job,
}

async fn jobs_are_taken_in_order_and_once(store: &Store) {
    let ledger = store.open().await;
    for n in 0..3 {
        ledger.append(append("a", 0).job(NewJob::new("q", json!({"n": n})))).await.unwrap();
    }
    ledger.append(append("a", 0).job(NewJob::new("other", Value::Null))).await.unwrap();
    for n in 0..3 {
        let job = ledger.take("q", LONG).await.unwrap().unwrap();
        assert_eq!((job.body["n"].as_u64(), job.attempt), (Some(n), 1));
        if n == 1 {
            assert_eq!(ledger.finish(&job).await.unwrap(), LeaseState::Held);
            assert_eq!(ledger.finish(&job).await.unwrap(), LeaseState::Lost);
        }
    }
    assert_eq!(ledger.take("q", LONG).await.unwrap(), None);
    assert!(ledger.take("other", LONG).await.unwrap().is_some());
}

async fn expired_job_goes_to_another_worker(store: &Store) {
    let ledger = store.open().await;
    ledger.append(append("a", 0).job(NewJob::new("q", json!(1)))).await.unwrap();
    let first = ledger.take("q", Duration::ZERO).await.unwrap().unwrap();
    let second = ledger.take("q", LONG).await.unwrap().unwrap();
    assert_eq!((second.id, second.attempt), (first.id, 2));
    assert_eq!(ledger.renew(&first, LONG).await.unwrap(), LeaseState::Lost);
    assert_eq!(ledger.finish(&first).await.unwrap(), LeaseState::Lost);
    assert_eq!(ledger.finish(&second).await.unwrap(), LeaseState::Held);
}

async fn renewed_lease_is_held(store: &Store) {
    let ledger = store.open().await;
    ledger.append(append("a", 0).job(NewJob::new("q", json!(1)))).await.unwrap();
    let job = ledger.take("q", Duration::ZERO).await.unwrap().unwrap();
    assert_eq!(ledger.renew(&job, LONG).await.unwrap(), LeaseState::Held);
    assert_eq!(ledger.take("q", LONG).await.unwrap(), None);
    // A lease of zero returns it to the queue.
    assert_eq!(ledger.renew(&job, Duration::ZERO).await.unwrap(), LeaseState::Held);
    assert_eq!(ledger.take("q", LONG).await.unwrap().unwrap().attempt, 2);
}

async fn delayed_job_waits(store: &Store) {
    let ledger = store.open().await;
    let delay = Duration::from_millis(300);
    // The clock of the ledger has a resolution of one millisecond.
    let least = Duration::from_millis(298);
    let begun = Instant::now();
    let late = NewJob { delay, ..NewJob::new("q", json!("late")) };
    ledger.append(append("a", 0).job(late).job(NewJob::new("q", json!("now")))).await.unwrap();
    assert_eq!(ledger.next_job("q", LONG).await.unwrap().body, "now");
    assert_eq!(ledger.next_job("q", LONG).await.unwrap().body, "late");
    assert!(begun.elapsed() >= least, "{:?}", begun.elapsed());
}

async fn job_is_finished_with_its_append(store: &Store) {
    let ledger = store.open().await;
    ledger.append(append("a", 0).job(NewJob::new("q", json!(1)))).await.unwrap();
    let slow = ledger.take("q", Duration::ZERO).await.unwrap().unwrap();
    let quick = ledger.take("q", Duration::ZERO).await.unwrap().unwrap();
    ledger.append(step("a", 0).finishing(quick)).await.unwrap();
    assert_eq!(ledger.take("q", LONG).await.unwrap(), None);
    let error = ledger.append(step("a", 1).finishing(slow)).await.unwrap_err();
    assert_eq!(error, AppendError::JobLost);
    assert_eq!(ledger.version(&StreamId::new("a")).await.unwrap(), Version(1));
}

async fn workers_share_the_jobs(store: &Store) {
    let ledger = store.open().await;
    let jobs = (0..40).map(|n| NewJob::new("q", json!(n)));
    ledger.append(jobs.fold(append("a", 0), chautari_ledger::Append::job)).await.unwrap();
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let ledger = ledger.clone();
            tokio::spawn(async move {
                let mut done = Vec::new();
                while let Some(job) = ledger.take("q", LONG).await.unwrap() {
                    done.push(job.body.as_u64().unwrap());
                    assert_eq!(ledger.finish(&job).await.unwrap(), LeaseState::Held);
                }
                done
            })
        })
        .collect();
    let mut done = Vec::new();
    for worker in workers {
        done.extend(worker.await.unwrap());
    }
    assert_eq!(done.len(), 40);
    assert_eq!(BTreeSet::from_iter(done).len(), 40);
}

async fn waiting_worker_is_woken(store: &Store) {
    let ledger = store.open().await;
    let worker = {
        let ledger = ledger.clone();
        tokio::spawn(async move { ledger.next_job("q", LONG).await.unwrap() })
    };
    tokio::time::sleep(Duration::from_millis(50)).await;
    ledger.append(append("a", 0).job(NewJob::new("q", json!(7)))).await.unwrap();
    let job = tokio::time::timeout(Duration::from_secs(20), worker).await.unwrap().unwrap();
    assert_eq!(job.body, 7);
}

/// Checks that the worker is notified: polling alone, at once per second, would take too long.
async fn waiting_worker_is_woken_by_a_returned_job(store: &Store) {
    let ledger = store.open().await;
    ledger.append(append("a", 0).job(NewJob::new("q", json!(0)))).await.unwrap();
    let mut job = ledger.next_job("q", LONG).await.unwrap();
    let given_on = async {
        for _ in 0..40 {
            let next = {
                let ledger = ledger.clone();
                tokio::spawn(async move { ledger.next_job("q", LONG).await.unwrap() })
            };
            tokio::time::sleep(Duration::from_millis(50)).await;
            ledger.renew(&job, Duration::ZERO).await.unwrap();
            job = next.await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(20), given_on).await.unwrap();
    assert_eq!(job.attempt, 41);
}
