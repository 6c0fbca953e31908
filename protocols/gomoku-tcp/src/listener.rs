//! The TCP listener.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chautari_compute::Client;
use chautari_http::{Heartbeat, bounds};
use chautari_platform::Platform;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async_with_config};

use crate::connection::{Wire, run_session};
use crate::{ClientKind, Frame, Frames, Limits, MOST_MESSAGE, Reply, Session};

/// The time to discard further input before closing a connection. Closing it with unread input could lose the
/// last message.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// The response to an HTTP request that is not a WebSocket upgrade.
const NOT_A_SOCKET: &str = "This port speaks JSON over TCP, or WebSocket: ask for it with `Connection: Upgrade` and \
    `Upgrade: websocket`.\n";
/// The longest time for the WebSocket handshake.
const UPGRADE_TIMEOUT: Duration = Duration::from_secs(10);

/// Accepts connections until the server stops.
pub async fn listen(app: Platform, listener: TcpListener, limits: Limits) {
    let mut connections = JoinSet::new();
    let taken = Arc::new(Mutex::new(HashMap::new()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = connections.join_next(), if !connections.is_empty() => continue,
            () = app.http().shutdown().requested() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most likely the process is out of file descriptors.
                tracing::warn!(%error, "a Gomoku connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Clients wait for the short replies.
        let _ = stream.set_nodelay(true);
        let client = Client::from_addr(address.ip());
        let full = connections.len() >= limits.connections;
        let permit = if full { None } else { ConnectionPermit::take(&taken, client, limits.per_client) };
        let app = app.clone();
        let came = Instant::now();
        connections.spawn(async move {
            if permit.is_some() && is_browser(&app, &stream, came + limits.idle).await {
                let mut stream = stream;
                {
                    let accepted = WebClientSocket::accept(&app, client, &mut stream).await;
                    if let Some(mut wire) = accepted {
                        run_session(&app, client, limits, ClientKind::WebClient, Instant::now(), &mut wire)
                            .await;
                        return;
                    }
                }
                refuse_http(&mut stream).await;
                return;
            }
            let mut wire = Tcp { stream, frames: Frames::new(), buffer: vec![0; 4096] };
            match permit {
                Some(_place) => run_session(&app, client, limits, ClientKind::Tcp, came, &mut wire).await,
                None => refuse_connection(&mut wire).await,
            }
        });
    }
    // The sessions end by the same shutdown signal.
    while connections.join_next().await.is_some() {}
}

/// The number of connections per client.
type Taken = Arc<Mutex<HashMap<Client, usize>>>;

/// A slot in a client's connection limit, released when dropped.
struct ConnectionPermit {
    taken: Taken,
    client: Client,
}

impl ConnectionPermit {
    /// Takes a slot; `None` if the client has reached its limit.
    fn take(taken: &Taken, client: Client, most: usize) -> Option<ConnectionPermit> {
        let mut counts = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(client).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { taken: Arc::clone(taken), client })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

async fn refuse_connection(wire: &mut Tcp) {
    for reply in Session::dismiss("Too many games are being played; try again later.") {
        match reply {
            Reply::Say(message) => {
                let _ = timeout(DRAIN_TIMEOUT, wire.say(&message)).await;
            }
            _ => wire.close().await,
        }
    }
}

/// Returns `true` if the connection begins with an HTTP GET request, without consuming it. No message begins
/// with a letter. The session handles timeouts.
async fn is_browser(app: &Platform, stream: &TcpStream, until: Instant) -> bool {
    let mut first = [0];
    tokio::select! {
        peeked = timeout_at(until, stream.peek(&mut first)) => matches!(peeked, Ok(Ok(1))) && first == *b"G",
        () = app.http().shutdown().requested() => false,
    }
}

/// Refuses an HTTP request that is not a WebSocket upgrade.
async fn refuse_http(stream: &mut TcpStream) {
    let length = NOT_A_SOCKET.len();
    let answer = format!(
        "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\
         Sec-WebSocket-Version: 13\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {length}\r\n\r\n{NOT_A_SOCKET}"
    );
    if let Ok(Ok(())) = timeout(DRAIN_TIMEOUT, stream.write_all(answer.as_bytes())).await {
        close_gracefully(stream, &mut [0; 4096]).await;
    }
}

/// Closes a connection after discarding input for a short time.
async fn close_gracefully(stream: &mut TcpStream, buffer: &mut [u8]) {
    let _ = stream.shutdown().await;
    let drain = async { while matches!(stream.read(buffer).await, Ok(1..)) {} };
    let _ = timeout(DRAIN_TIMEOUT, drain).await;
}

/// A WebSocket of the web client that this protocol was written for, which connects to this port.
struct WebClientSocket<'a> {
    socket: WebSocketStream<&'a mut TcpStream>,
    heartbeat: Heartbeat,
    received: Instant,
}

impl WebClientSocket<'_> {
    /// Performs the WebSocket handshake; `None` if it fails or takes too long.
    async fn accept<'a>(
        app: &Platform,
        client: Client,
        stream: &'a mut TcpStream,
    ) -> Option<WebClientSocket<'a>> {
        // More than the longest message, so that the session can report its length.
        let bounds = bounds(2 * MOST_MESSAGE);
        let accepted = timeout(UPGRADE_TIMEOUT, accept_async_with_config(stream, Some(bounds))).await;
        let socket = accepted.ok().and_then(Result::ok)?;
        Some(WebClientSocket {
            socket,
            heartbeat: Heartbeat::new(app.http(), client),
            received: Instant::now(),
        })
    }
}

impl Wire for WebClientSocket<'_> {
    async fn receive(&mut self) -> Option<Vec<Frame>> {
        loop {
            let message = self.socket.next().await?;
            self.received = Instant::now();
            let message = match message {
                Ok(Message::Text(text)) => text.as_bytes().to_vec(),
                Ok(Message::Binary(bytes)) => bytes.to_vec(),
                Ok(Message::Close(_)) => return None,
                // Messages are counted by the session.
                Ok(Message::Ping(_)) => {
                    self.heartbeat.frame().ok()?;
                    continue;
                }
                Ok(_) => {
                    self.heartbeat.pong().ok()?;
                    continue;
                }
                // Most likely a message that is far too long, which the session reports.
                Err(_) => return Some(vec![Frame::TooLong]),
            };
            return Some(vec![Frame::whole(message)]);
        }
    }

    async fn say(&mut self, message: &str) -> io::Result<()> {
        self.socket.send(Message::Text(message.into())).await.map_err(io::Error::other)
    }

    async fn ping(&mut self) -> io::Result<()> {
        self.socket.send(Message::Ping(Vec::new().into())).await.map_err(io::Error::other)
    }

    fn received(&self) -> Option<Instant> {
        Some(self.received)
    }

    async fn close(&mut self) {
        let _ = self.socket.close(None).await;
    }
}

struct Tcp {
    stream: TcpStream,
    frames: Frames,
    buffer: Vec<u8>,
}

impl Wire for Tcp {
    async fn receive(&mut self) -> Option<Vec<Frame>> {
        match self.stream.read(&mut self.buffer).await {
            Ok(0) | Err(_) => None,
            Ok(count) => Some(self.frames.push(&self.buffer[..count])),
        }
    }

    async fn say(&mut self, message: &str) -> io::Result<()> {
        self.stream.write_all(format!("{message}\n").as_bytes()).await
    }

    /// TCP has no pings; idle connections time out.
    async fn ping(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn received(&self) -> Option<Instant> {
        None
    }

    async fn close(&mut self) {
        close_gracefully(&mut self.stream, &mut self.buffer).await;
    }
}
