//! A database on a bad line: one that holds what is said, delays it, or is cut. Everybody is told in time, nothing
//! that was acknowledged is lost or doubled, and it goes on afterwards.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod line;
mod stores;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chautari_ledger::{Append, AppendError, CommandId, Event, Ledger, StreamId, Version};
use line::{Wire, address, proxy};
use serde_json::json;
use stores::Store;
use tokio::sync::watch;

/// A ledger at the other end of such a line, and how many connections it has opened.
async fn far(store: &Store) -> (Arc<Ledger>, watch::Sender<Wire>, Arc<AtomicUsize>) {
    let (line, state) = watch::channel(Wire::Good);
    let address = address(&store.url);
    let (port, opened) = proxy(address.clone(), state).await;
    let url = store.url.replace(&address, &format!("127.0.0.1:{port}"));
    (Arc::new(Ledger::open(&url).await.unwrap()), line, opened)
}

fn event(number: u64) -> Event {
    Event { kind: "x".to_owned(), body: json!(number) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_and_readers_are_told_that_nothing_is_heard() {
    let Some(store) = Store::postgres().await else { return };
    let (ledger, line, opened) = far(&store).await;
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
    // They were told while nothing was heard, and all of them at once: one after the other, each would have had a
    // connection of his own to wait at.
    let opened = opened.load(Ordering::Relaxed) - before;
    assert!(opened < 15, "{opened} connections were waited at");
    line.send_replace(Wire::Good);
    let mut tries = 0;
    while ledger.append(append(100)).await.is_err() {
        tries += 1;
        assert!(tries < 20, "it does not go on");
    }
    store.remove().await;
}

/// How many write at once, and how much each.
const WRITERS: u64 = 8;
const EACH: u64 = 12;

/// Writes to a stream of its own, each entry under one command and again until it is acknowledged, whatever the line
/// does. How often it had to.
async fn insist(ledger: Arc<Ledger>, writer: u64) -> usize {
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
            assert!(again < 1000, "it does not go on");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    again
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_is_slow_and_cut_loses_and_doubles_nothing() {
    let Some(store) = Store::postgres().await else { return };
    let (ledger, line, _) = far(&store).await;
    let writers: Vec<_> = (0..WRITERS).map(|writer| tokio::spawn(insist(ledger.clone(), writer))).collect();
    let breaking = tokio::spawn(async move {
        for round in 0_u64.. {
            for state in [Wire::Slow(Duration::from_millis(30)), Wire::Cut, Wire::Good] {
                line.send_replace(state);
                // At other moments of whatever is being said, each time.
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
    // By a line of its own: every entry once, in order.
    let near = store.open().await;
    for writer in 0..WRITERS {
        let stored = near.read(&StreamId::new(format!("w{writer}")), Version::START).await.unwrap();
        let numbers: Vec<_> = stored.iter().map(|entry| entry.body.as_u64().unwrap()).collect();
        assert_eq!(numbers, (0..EACH).collect::<Vec<_>>(), "writer {writer}");
    }
    near.close().await;
    store.remove().await;
}
