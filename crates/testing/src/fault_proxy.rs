//! A TCP proxy to the database with faults that can be switched on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// Forwards bytes both ways.
    Good,
    /// Forwards bytes after a delay.
    Slow(Duration),
    /// Accepts bytes and forwards nothing.
    Held,
    /// Closes open connections and refuses new ones.
    Cut,
}

/// Starts the proxy. Returns its port and a counter of the connections opened through it.
pub async fn start_proxy(to: String, line: watch::Receiver<Wire>) -> (u16, Arc<AtomicUsize>) {
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
                // When one direction ends, close both: a broken connection affects both ends.
                tokio::select! {
                    () = copy(near_in, far_out, watched.clone()) => {}
                    () = copy(far_in, near_out, watched.clone()) => {}
                    _ = watched.wait_for(|line| *line == Wire::Cut) => {}
                }
            });
        }
    });
    (port, opened)
}

async fn copy(
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

/// The host and port in a database URL.
pub fn host_and_port(url: &str) -> String {
    url.split('@').next_back().unwrap_or_default().split('/').next().unwrap_or_default().to_owned()
}
