//! A database connection that hangs, is slow, or breaks: callers get an error in time, acknowledged appends are
//! neither lost nor doubled, and the ledger recovers.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chautari_ledger::{Append, AppendError, CommandId, Event, Ledger, StreamId, Version};
use chautari_testing::{Wire, host_and_port, start_proxy};
use serde_json::json;
use tokio::sync::watch;

use crate::stores::Store;

/// Opens a ledger through such a connection. Also returns its switch and the number of connections opened.
async fn open_via_proxy(store: &Store) -> (Arc<Ledger>, watch::Sender<Wire>, Arc<AtomicUsize>) {
    let (line, state) = watch::channel(Wire::Good);
    let address = host_and_port(&store.url);
    let (port, opened) = start_proxy(address.clone(), state).await;
    let url = store.url.replace(&address, &format!("127.0.0.1:{port}"));
    (Arc::new(Ledger::open(&url).await.unwrap()), line, opened)
}

fn event(number: u64) -> Event {
    Event { kind: "x".to_owned(), body: json!(number) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hanging_connection_fails_writers_and_readers_in_time() {
    let Some(store) = Store::postgres().await else { return };
    let (ledger, line, opened) = open_via_proxy(&store).await;
    let append =
        |number: u64| Append::new(StreamId::new(format!("s{number}")), Version::START).event(event(number));
    ledger.append(append(0)).await.unwrap();
    line.send_replace(Wire::Held);
    let before = opened.load(Ordering::Relaxed);
    let mut waiting = Vec::new();
    for number in 1..=30 {
        let (ledger, append) = (ledger.clone(), append(number));
        waiting.push(tokio::spawn(async move { ledger.append(append).await.is_err() }));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let reading = ledger.clone();
    waiting.push(tokio::spawn(async move { reading.version(&StreamId::new("s0")).await.is_err() }));
    for told in waiting {
        assert!(told.await.unwrap(), "nothing can have been read or written");
    }
    // All callers failed while the database hung, and in batches: otherwise each would have opened a connection
    // of its own.
    let opened = opened.load(Ordering::Relaxed) - before;
    assert!(opened < 15, "{opened} connections were waited at");
    line.send_replace(Wire::Good);
    let mut tries = 0;
    while ledger.append(append(100)).await.is_err() {
        tries += 1;
        assert!(tries < 20, "it does not recover");
    }
    store.remove().await;
}

/// Number of concurrent writers, and of events that each writes.
const WRITERS: u64 = 8;
const EACH: u64 = 12;

/// Appends each event under its own command, repeating it until it is acknowledged. Returns the number of
/// repetitions.
async fn append_until_acknowledged(ledger: Arc<Ledger>, writer: u64) -> usize {
    let stream = StreamId::new(format!("w{writer}"));
    let mut again = 0;
    for number in 0..EACH {
        let command = CommandId::new(format!("{writer}-{number}"));
        let append =
            Append::new(stream.clone(), Version(number)).event(event(number)).command(command, json!(number));
        loop {
            match ledger.append(append.clone()).await {
                Ok(_) => break,
                Err(AppendError::Unavailable(_)) => again += 1,
                Err(other) => panic!("{writer}-{number}: {other}"),
            }
            assert!(again < 1000, "it does not recover");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    again
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_connection_neither_loses_nor_doubles_appends() {
    let Some(store) = Store::postgres().await else { return };
    let (ledger, line, _) = open_via_proxy(&store).await;
    let writers: Vec<_> =
        (0..WRITERS).map(|writer| tokio::spawn(append_until_acknowledged(ledger.clone(), writer))).collect();
    let breaking = tokio::spawn(async move {
        for round in 0_u64.. {
            for state in [Wire::Slow(Duration::from_millis(30)), Wire::Cut, Wire::Good] {
                line.send_replace(state);
                // Break at a different moment each time.
                tokio::time::sleep(Duration::from_millis(40 + round * 37 % 120)).await;
            }
        }
    });
    let mut again = 0;
    for writer in writers {
        again += writer.await.unwrap();
    }
    breaking.abort();
    eprintln!("{} appends; {again} times one was sent again", WRITERS * EACH);
    assert!(again > 0, "the line was never cut in time");
    // Read over a good connection: every event once, in order.
    let near = store.open().await;
    for writer in 0..WRITERS {
        let stored = near.read(&StreamId::new(format!("w{writer}")), Version::START).await.unwrap();
        let numbers: Vec<_> = stored.iter().map(|entry| entry.body.as_u64().unwrap()).collect();
        assert_eq!(numbers, (0..EACH).collect::<Vec<_>>(), "writer {writer}");
    }
    near.close().await;
    store.remove().await;
}
