//! Connection limits, and a stream wrapper that enforces header and write timeouts.

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

/// Limits of open connections, in total and per client.
#[derive(Clone)]
pub(crate) struct ConnectionLimiter {
    most: u32,
    most_per_client: usize,
    stall_time: Duration,
    header_time: Duration,
    free: Arc<Semaphore>,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

/// A permit for one connection, released when dropped.
pub(crate) struct ConnectionPermit {
    client: Client,
    stall_time: Duration,
    header_time: Duration,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
    _permit: OwnedSemaphorePermit,
}

/// Whether a connection counts against the limit of its client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerClientLimit {
    Limited,
    Unlimited,
}

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooManyConnections {
    /// This client has the maximum number of connections.
    Client,
    /// All connections are in use.
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

    /// Takes a permit for a connection from an address.
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

    /// Returns the number of open connections.
    pub(crate) fn taken(&self) -> usize {
        self.most as usize - self.free.available_permits()
    }

    /// Waits until all connections are closed.
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

/// Whether a connection serves a request or waits for one. The code that serves it sets this.
#[derive(Clone, Default)]
pub(crate) struct RequestPhase(Arc<AtomicBool>);

impl RequestPhase {
    /// Sets that a request's head is complete.
    pub(crate) fn serve(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Sets that the response was sent.
    pub(crate) fn wait(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    fn is_serving(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection with timeouts for writes and for request heads. Without them, an unread response would stay in memory
/// forever, and a head that drips would have the long timeout of an idle connection.
pub(crate) struct Connection {
    stream: TcpStream,
    place: ConnectionPermit,
    phase: RequestPhase,
    /// The deadline of the head that has begun to arrive.
    head: Option<Pin<Box<Sleep>>>,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, place: ConnectionPermit) -> Connection {
        // A response is written in one go; waiting to fill a packet would only delay it.
        let _ = stream.set_nodelay(true);
        let head = Some(Box::pin(tokio::time::sleep(place.header_time)));
        Connection { stream, place, phase: RequestPhase::default(), head, stalled: None }
    }

    /// Returns the phase, for the code that serves the connection.
    pub(crate) fn phase(&self) -> RequestPhase {
        self.phase.clone()
    }

    /// Turns a write that makes no progress for too long into an error.
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
