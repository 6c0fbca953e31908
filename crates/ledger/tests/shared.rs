//! Several ledgers on one PostgreSQL database, like several server processes.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeMap;
use std::time::Duration;

use chautari_ledger::{
    AppendError, AppendStatus, CommandId, Label, LabelChange, LeaseState, Ledger, MAX_PEER_MESSAGE, NewJob,
    Notice, StreamId, Version,
};
use serde_json::json;
use sqlx::PgPool;

use crate::stores::{Store, append, event, step};

const LONG: Duration = Duration::from_mins(10);
const TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn concurrently_started_processes_share_one_schema() {
    let Some(store) = Store::postgres().await else { return };
    let starts: Vec<_> = (0..6)
        .map(|n| {
            let url = store.url.clone();
            tokio::spawn(async move {
                let ledger = Ledger::open(&url).await.unwrap();
                ledger.append(step(&format!("s{n}"), 0)).await.unwrap();
            })
        })
        .collect();
    for start in starts {
        start.await.unwrap();
    }
    assert_eq!(store.open().await.version(&StreamId::new("s5")).await.unwrap(), Version(1));
    store.remove().await;
}

#[tokio::test]
async fn appends_notify_other_processes() {
    let Some(store) = Store::postgres().await else { return };
    let (one, other) = (store.open().await, store.open().await);
    let (mut here, mut there) = (one.watch(), other.watch());
    one.append(step("a b", 0)).await.unwrap();
    let notice = Notice::Appended { stream: StreamId::new("a b"), version: Version(1) };
    assert_eq!(here.next().await.unwrap(), notice);
    let heard = tokio::time::timeout(TIMEOUT, there.next()).await.unwrap();
    assert_eq!(heard.unwrap(), notice);
    // A job queued here wakes a worker there.
    let worker = tokio::spawn({
        let other = other.clone();
        async move { other.next_job("q", LONG).await.unwrap() }
    });
    one.append(append("a b", 1).job(NewJob::new("q", json!(3)))).await.unwrap();
    let job = tokio::time::timeout(TIMEOUT, worker).await.unwrap().unwrap();
    assert_eq!(one.finish(&job).await.unwrap(), LeaseState::Held);
    store.remove().await;
}

#[tokio::test]
async fn peer_messages_reach_other_processes() {
    let Some(store) = Store::postgres().await else { return };
    let (one, other) = (store.open().await, store.open().await);
    let (mut here, mut there) = (one.subscribe_peers(), other.subscribe_peers());
    one.broadcast("three are here").await.unwrap();
    other.broadcast("and two there").await.unwrap();
    let heard = tokio::time::timeout(TIMEOUT, there.recv()).await.unwrap().unwrap();
    let back = tokio::time::timeout(TIMEOUT, here.recv()).await.unwrap().unwrap();
    assert_eq!((&*heard.text, &*back.text), ("three are here", "and two there"), "not one's own");
    assert_ne!(heard.from, back.from);
    // A text that is too long is dropped, not truncated.
    one.broadcast(&"x".repeat(MAX_PEER_MESSAGE + 1)).await.unwrap();
    one.broadcast(&"x".repeat(MAX_PEER_MESSAGE)).await.unwrap();
    let heard = tokio::time::timeout(TIMEOUT, there.recv()).await.unwrap().unwrap();
    assert_eq!(heard.text.len(), MAX_PEER_MESSAGE);
    store.remove().await;
}

/// Writers in three processes compete for every stream, label and job, and send each command twice, to two of
/// the processes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_processes_are_isolated() {
    const STREAMS: u64 = 4;
    const ROUNDS: u64 = 12;
    let Some(store) = Store::postgres().await else { return };
    let ledgers = [store.open().await, store.open().await, store.open().await];
    let mut writers = Vec::new();
    for writer in 0..9_u64 {
        let ledger = ledgers[writer as usize % 3].clone();
        let second = ledgers[(writer as usize + 1) % 3].clone();
        writers.push(tokio::spawn(async move {
            let mut won = Vec::new();
            for round in 0..ROUNDS {
                // Each writer uses another order.
                let stream = format!("s{}", (round + writer) % STREAMS);
                let id = StreamId::new(&stream);
                let version = ledger.version(&id).await.unwrap();
                let command = format!("{writer}-{round}");
                let append = append(&stream, version.0)
                    .event(event("moved", json!(command)))
                    .label(LabelChange::Claim(Label::new("version", format!("{stream}-{}", version.0 + 1))))
                    .job(NewJob::new("q", json!(command)))
                    .command(CommandId::new(&command), json!(command));
                let (first, copy) = tokio::join!(ledger.append(append.clone()), second.append(append));
                match (first, copy) {
                    (Ok(first), Ok(copy)) => {
                        assert_ne!(first.status, copy.status);
                        assert_eq!((&first.reply, first.version), (&copy.reply, copy.version));
                        won.push((stream, first.version.0, command));
                    }
                    (Err(AppendError::Conflict { current }), Err(AppendError::Conflict { .. })) => {
                        assert!(current > version);
                    }
                    pair => panic!("{pair:?}"),
                }
            }
            won
        }));
    }
    let mut won = BTreeMap::new();
    for writer in writers {
        for (stream, version, command) in writer.await.unwrap() {
            assert_eq!(won.insert((stream, version), command), None);
        }
    }
    let mut stored = BTreeMap::new();
    for n in 0..STREAMS {
        let stream = format!("s{n}");
        for event in ledgers[0].read(&StreamId::new(&stream), Version::START).await.unwrap() {
            stored.insert((stream.clone(), event.version.0), event.body.as_str().unwrap().to_owned());
        }
    }
    assert_eq!(stored, won);

    let workers: Vec<_> = (0..6)
        .map(|worker| {
            let ledger = ledgers[worker % 3].clone();
            tokio::spawn(async move {
                let mut done = Vec::new();
                // Another worker may be taking the rest at this moment.
                while let Some(job) = ledger.take("q", LONG).await.unwrap() {
                    done.push(job.body.as_str().unwrap().to_owned());
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
    let mut expected: Vec<_> = won.into_values().collect();
    done.sort();
    expected.sort();
    assert_eq!(done, expected);
    store.remove().await;
}

#[tokio::test]
async fn cut_connection_is_reopened() {
    let Some(store) = Store::postgres().await else { return };
    let ledger = store.open().await;
    let mut watch = ledger.watch();
    ledger.append(step("a", 0).command(CommandId::new("c"), json!(1))).await.unwrap();
    watch.next().await.unwrap();
    let pool = PgPool::connect(&store.url).await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::query(cut).execute(&pool).await.unwrap();
    // Nothing was being sent, so the caller does not notice.
    assert_eq!(ledger.append(step("a", 1)).await.unwrap().version, Version(2));
    let again = ledger.append(step("a", 0).command(CommandId::new("c"), json!(2))).await.unwrap();
    assert_eq!((again.status, again.reply), (AppendStatus::Duplicate, json!(1)));
    let missed = async { while watch.next().await.unwrap() != Notice::Missed {} };
    tokio::time::timeout(TIMEOUT, missed).await.unwrap();
    ledger.ping().await.unwrap();
    pool.close().await;
    store.remove().await;
}

/// The database ends a transaction that locks a stream and stays idle.
#[tokio::test]
async fn hanging_transaction_does_not_block_a_stream_forever() {
    let Some(store) = Store::postgres().await else { return };
    let ledger = store.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    let pool = PgPool::connect(&store.url).await.unwrap();
    let mut hanging = pool.begin().await.unwrap();
    sqlx::query("UPDATE streams SET version = version").execute(&mut *hanging).await.unwrap();
    let held = tokio::time::timeout(Duration::from_mins(1), ledger.append(step("a", 1))).await.unwrap();
    assert!(matches!(held, Err(AppendError::Unavailable(_))), "{held:?}");
    hanging.rollback().await.unwrap();
    assert_eq!(ledger.append(step("a", 1)).await.unwrap().version, Version(2));
    pool.close().await;
    store.remove().await;
}

#[tokio::test]
async fn partitioned_ledger_gives_the_same_guarantees() {
    let Some(store) = Store::postgres().await else { return };
    let ledger = store.open().await;
    let made =
        |n: u64, at: u64| step(&format!("s{n}"), at).command(CommandId::new(format!("c{at}")), json!(n));
    for n in 0..200 {
        ledger.append(made(n, 0).label(LabelChange::Set(Label::new("state", "live")))).await.unwrap();
    }
    ledger.close().await;
    store.divide().await;
    let pool = PgPool::connect(&store.url).await.unwrap();
    let parts: Vec<(i64,)> =
        sqlx::query_as("SELECT count(*) FROM events GROUP BY tableoid").fetch_all(&pool).await.unwrap();
    assert_eq!((parts.len(), parts.iter().map(|part| part.0).sum::<i64>()), (16, 200));
    let ledger = store.open().await;
    let (one, other) = (store.open().await, store.open().await);
    for n in 0..200 {
        let writers = tokio::join!(one.append(made(n, 1)), other.append(made(n, 1)));
        let firsts = [writers.0.unwrap().status, writers.1.unwrap().status];
        assert_eq!(firsts.iter().filter(|first| **first == AppendStatus::New).count(), 1, "one writer wins");
        let late = ledger.append(step(&format!("s{n}"), 1)).await;
        assert!(matches!(late, Err(AppendError::Conflict { current: Version(2) })));
    }
    assert_eq!(ledger.find(&Label::new("state", "live")).await.unwrap().len(), 200);
    assert!(Ledger::check(&store.url).await.unwrap().is_intact());
    let path = store.beside("backup");
    assert_eq!(Ledger::backup(&store.url, &path).await.unwrap().events, 400);
    for ledger in [ledger, one, other] {
        ledger.close().await;
    }
    pool.close().await;
    store.remove().await;
}
