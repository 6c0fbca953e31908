//! A connection's bytes, and its place among the others.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

use crate::{Client, Connections, Kind, Problem};

/// How many connections there may be, in all and of one client.
#[derive(Clone)]
pub(crate) struct ConnectionLimiter {
    most: u32,
    most_per_client: usize,
    stall_time: Duration,
    header_time: Duration,
    free: Arc<Semaphore>,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

/// The right to one connection; given back when dropped.
pub(crate) struct ConnectionPermit {
    client: Client,
    stall_time: Duration,
    header_time: Duration,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
    _permit: OwnedSemaphorePermit,
}

/// Whether a client is held to its share of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerClientLimit {
    Limited,
    Unlimited,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooManyConnections {
    /// This client has its share of connections.
    Client,
    /// All are taken.
    Server,
}

impl From<TooManyConnections> for Problem {
    fn from(crowded: TooManyConnections) -> Problem {
        let (kind, text) = match crowded {
            TooManyConnections::Client => {
                (Kind::TooManyRequests, "You have too many connections; close some.")
            }
            TooManyConnections::Server => {
                (Kind::Unavailable, "The server has no free connections; try again soon.")
            }
        };
        Problem::new(kind, "connections", text).retry_after(Duration::from_secs(5))
    }
}

impl ConnectionLimiter {
    pub(crate) fn new(limits: &Connections) -> ConnectionLimiter {
        let most = u32::try_from(limits.max).unwrap_or(u32::MAX).min(Semaphore::MAX_PERMITS as u32);
        ConnectionLimiter {
            most,
            most_per_client: limits.max_per_client,
            stall_time: limits.write_timeout,
            header_time: limits.header_timeout,
            free: Arc::new(Semaphore::new(most as usize)),
            taken: Arc::default(),
        }
    }

    /// A place for somebody at that address, or why there is none.
    pub(crate) fn take(
        &self,
        address: IpAddr,
        share: PerClientLimit,
    ) -> Result<ConnectionPermit, TooManyConnections> {
        let permit = Arc::clone(&self.free).try_acquire_owned().map_err(|_| TooManyConnections::Server)?;
        let client = Client::from_addr(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(client).or_insert(0);
        if share == PerClientLimit::Limited && *count >= self.most_per_client {
            return Err(TooManyConnections::Client);
        }
        *count += 1;
        let (stall_time, header_time, taken) = (self.stall_time, self.header_time, Arc::clone(&self.taken));
        Ok(ConnectionPermit { client, stall_time, header_time, taken, _permit: permit })
    }

    /// How many connections there are.
    pub(crate) fn taken(&self) -> usize {
        self.most as usize - self.free.available_permits()
    }

    /// Waits until nobody is there any more.
    pub(crate) async fn all_left(&self) {
        let _ = self.free.acquire_many(self.most).await;
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

/// Whether a request is being served on a connection, or awaited. Only whoever serves knows.
#[derive(Clone, Default)]
pub(crate) struct RequestPhase(Arc<AtomicBool>);

impl RequestPhase {
    /// A request's head is complete.
    pub(crate) fn serve(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Its answer has been given.
    pub(crate) fn wait(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    fn is_serving(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection that gives up on a client who takes nothing, or does not finish the head it has begun.
/// Without this, an answer nobody reads is kept for ever, and a head that drips is waited for as long as
/// an idle connection is.
pub(crate) struct Connection {
    stream: TcpStream,
    place: ConnectionPermit,
    phase: RequestPhase,
    /// When the head that has begun must be there.
    head: Option<Pin<Box<Sleep>>>,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, place: ConnectionPermit) -> Connection {
        // An answer is written in one go; waiting to fill a packet only delays it.
        let _ = stream.set_nodelay(true);
        let head = Some(Box::pin(tokio::time::sleep(place.header_time)));
        Connection { stream, place, phase: RequestPhase::default(), head, stalled: None }
    }

    /// To be told what goes on.
    pub(crate) fn phase(&self) -> RequestPhase {
        self.phase.clone()
    }

    /// Passes progress on; a write that has made none for too long is an error.
    fn watch<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let time = self.place.stall_time;
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + time)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if self.phase.is_serving() {
            self.head = None;
            return read;
        }
        if read.is_pending() {
            return match &mut self.head {
                Some(head) => head.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into())),
                None => Poll::Pending,
            };
        }
        if self.head.is_none() && buffer.filled().len() > before {
            self.head = Some(Box::pin(tokio::time::sleep(self.place.header_time)));
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
