//! A database that is there and says nothing: everybody is told so in time, and it goes on afterwards.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod stores;

use std::sync::Arc;
use std::time::{Duration, Instant};

use chautari_ledger::{Append, Event, Ledger, StreamId, Version};
use serde_json::json;
use stores::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A proxy that carries bytes both ways, or holds them without a word.
async fn proxy(to: String, held: watch::Receiver<bool>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (near, _) = listener.accept().await.unwrap();
            let far = TcpStream::connect(&to).await.unwrap();
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(carry(near_in, far_out, held.clone()));
            tokio::spawn(carry(far_in, near_out, held.clone()));
        }
    });
    port
}

async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut held: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        held.wait_for(|held| !*held).await.unwrap();
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_and_readers_hear_within_five_seconds_that_nothing_is_heard() {
    let Some(store) = Store::postgres().await else { return };
    let (hold, state) = watch::channel(false);
    let address = store.url.split('@').next_back().unwrap().split('/').next().unwrap().to_owned();
    let port = proxy(address.clone(), state).await;
    let url = store.url.replace(&address, &format!("127.0.0.1:{port}"));
    let ledger = Arc::new(Ledger::open(&url).await.unwrap());
    let append = |number: u64| {
        let event = Event { kind: "x".to_owned(), body: json!(number) };
        Append::new(StreamId::new(format!("s{number}")), Version::START).event(event)
    };
    ledger.append(append(0)).await.unwrap();
    hold.send_replace(true);
    let begun = Instant::now();
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
    // Half a second of asking and five of waiting; the rest is for a machine with other things to do.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    hold.send_replace(false);
    let mut tries = 0;
    while ledger.append(append(100)).await.is_err() {
        tries += 1;
        assert!(tries < 20, "it does not go on");
    }
    store.remove().await;
}
