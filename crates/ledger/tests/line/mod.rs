//! A line to a database that can be made a bad one. Tests of the server use it, too.

#![allow(dead_code, reason = "not every test is as hard on it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What the line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// It carries bytes both ways.
    Good,
    /// It carries them after a while.
    Slow(Duration),
    /// It takes them and carries nothing.
    Held,
    /// Whatever is open breaks off, and nothing can be opened.
    Cut,
}

/// A proxy that carries bytes both ways, as well as the line is just now. Its port, and how many connections were
/// opened through it: whoever hears nothing gives his up and opens another.
pub(crate) async fn proxy(to: String, line: watch::Receiver<Wire>) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let opened = Arc::new(AtomicUsize::new(0));
    let count = opened.clone();
    tokio::spawn(async move {
        loop {
            let (near, _) = listener.accept().await.unwrap();
            count.fetch_add(1, Ordering::Relaxed);
            if *line.borrow() == Wire::Cut {
                continue;
            }
            let far = TcpStream::connect(&to).await.unwrap();
            let mut watched = line.clone();
            tokio::spawn(async move {
                let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                // Whatever ends first takes the others with it: a cut is one for both ends, in the middle of a word.
                tokio::select! {
                    () = carry(near_in, far_out, watched.clone()) => {}
                    () = carry(far_in, near_out, watched.clone()) => {}
                    _ = watched.wait_for(|line| *line == Wire::Cut) => {}
                }
            });
        }
    });
    (port, opened)
}

async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut line: watch::Receiver<Wire>,
) {
    let mut bytes = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let now = *line.wait_for(|line| *line != Wire::Held).await.unwrap();
        if let Wire::Slow(delay) = now {
            tokio::time::sleep(delay).await;
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

/// The address of the database behind this URL.
pub(crate) fn address(url: &str) -> String {
    url.split('@').next_back().unwrap_or_default().split('/').next().unwrap_or_default().to_owned()
}
