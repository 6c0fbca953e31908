//! The TCP port.

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

use crate::connection::{Wire, converse};
use crate::{Dialogue, Frame, Frames, Limits, MOST_MESSAGE, Reply, Words};

/// How long the rest of what a client sends is thrown away before the line is cut: a line that is cut
/// while something is on its way loses what was said last.
const FAREWELL: Duration = Duration::from_secs(1);
/// What is answered to whoever asks this port for anything but a WebSocket.
const NOT_A_SOCKET: &str = "This port speaks JSON over TCP, or WebSocket: ask for it with `Connection: Upgrade` and \
    `Upgrade: websocket`.\n";
/// How long a browser may take to ask for its WebSocket.
const GREETING: Duration = Duration::from_secs(10);

/// Serves every connection that comes, until the server stops.
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
                // Out of file handles, most likely: others must leave first.
                tracing::warn!(%error, "a Gomoku connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Answers are short and waited for.
        let _ = stream.set_nodelay(true);
        let client = Client::from_addr(address.ip());
        let full = connections.len() >= limits.connections;
        let place = if full { None } else { Place::take(&taken, client, limits.per_client) };
        let app = app.clone();
        let came = Instant::now();
        connections.spawn(async move {
            if place.is_some() && is_browser(&app, &stream, came + limits.idle).await {
                let mut stream = stream;
                {
                    let greeted = Browser::greet(&app, client, &mut stream).await;
                    if let Some(mut wire) = greeted {
                        converse(&app, client, limits, Words::WebClient, Instant::now(), &mut wire).await;
                        return;
                    }
                }
                refuse(&mut stream).await;
                return;
            }
            let mut wire = Tcp { stream, frames: Frames::new(), buffer: vec![0; 4096] };
            match place {
                Some(_place) => converse(&app, client, limits, Words::Contract, came, &mut wire).await,
                None => turn_away(&mut wire).await,
            }
        });
    }
    // Everybody has been told by the same signal.
    while connections.join_next().await.is_some() {}
}

/// How many connections each client has.
type Taken = Arc<Mutex<HashMap<Client, usize>>>;

/// A client's place, until it is dropped.
struct Place {
    taken: Taken,
    client: Client,
}

impl Place {
    /// A place for a client; none where it has its share.
    fn take(taken: &Taken, client: Client, most: usize) -> Option<Place> {
        let mut counts = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(client).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { taken: Arc::clone(taken), client })
    }
}

impl Drop for Place {
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

async fn turn_away(wire: &mut Tcp) {
    for reply in Dialogue::dismiss("Too many games are being played; try again later.") {
        match reply {
            Reply::Say(message) => {
                let _ = timeout(FAREWELL, wire.say(&message)).await;
            }
            _ => wire.close().await,
        }
    }
}

/// Whether what comes is a browser asking for a WebSocket: no message begins with a letter, every request
/// with one. Nothing is taken from the line. Silence is for the dialogue to complain about.
async fn is_browser(app: &Platform, stream: &TcpStream, until: Instant) -> bool {
    let mut first = [0];
    tokio::select! {
        peeked = timeout_at(until, stream.peek(&mut first)) => matches!(peeked, Ok(Ok(1))) && first == *b"G",
        () = app.http().shutdown().requested() => false,
    }
}

/// Says that only a WebSocket is to be had by HTTP here, and closes.
async fn refuse(stream: &mut TcpStream) {
    let length = NOT_A_SOCKET.len();
    let answer = format!(
        "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\
         Sec-WebSocket-Version: 13\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {length}\r\n\r\n{NOT_A_SOCKET}"
    );
    if let Ok(Ok(())) = timeout(FAREWELL, stream.write_all(answer.as_bytes())).await {
        hang_up(stream, &mut [0; 4096]).await;
    }
}

/// Closes, and throws away for a moment what is still on its way.
async fn hang_up(stream: &mut TcpStream, buffer: &mut [u8]) {
    let _ = stream.shutdown().await;
    let drain = async { while matches!(stream.read(buffer).await, Ok(1..)) {} };
    let _ = timeout(FAREWELL, drain).await;
}

/// The web client that this protocol was written for: it connects by WebSocket to this very port.
struct Browser<'a> {
    socket: WebSocketStream<&'a mut TcpStream>,
    hearing: Heartbeat,
    heard: Instant,
}

impl Browser<'_> {
    /// None where no WebSocket is asked for, or not in time.
    async fn greet<'a>(app: &Platform, client: Client, stream: &'a mut TcpStream) -> Option<Browser<'a>> {
        // A little more than a message may have, so that the dialogue can say what was wrong.
        let bounds = bounds(2 * MOST_MESSAGE);
        let greeted = timeout(GREETING, accept_async_with_config(stream, Some(bounds))).await;
        let socket = greeted.ok().and_then(Result::ok)?;
        Some(Browser { socket, hearing: Heartbeat::new(app.http(), client), heard: Instant::now() })
    }
}

impl Wire for Browser<'_> {
    async fn hear(&mut self) -> Option<Vec<Frame>> {
        loop {
            let message = self.socket.next().await?;
            self.heard = Instant::now();
            let message = match message {
                Ok(Message::Text(text)) => text.as_bytes().to_vec(),
                Ok(Message::Binary(bytes)) => bytes.to_vec(),
                Ok(Message::Close(_)) => return None,
                // Messages are counted where they are answered.
                Ok(Message::Ping(_)) => {
                    self.hearing.frame().ok()?;
                    continue;
                }
                Ok(_) => {
                    self.hearing.pong().ok()?;
                    continue;
                }
                // Most likely a message far too long: say so, if anybody still listens.
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

    fn heard(&self) -> Option<Instant> {
        Some(self.heard)
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
    async fn hear(&mut self) -> Option<Vec<Frame>> {
        match self.stream.read(&mut self.buffer).await {
            Ok(0) | Err(_) => None,
            Ok(count) => Some(self.frames.push(&self.buffer[..count])),
        }
    }

    async fn say(&mut self, message: &str) -> io::Result<()> {
        self.stream.write_all(format!("{message}\n").as_bytes()).await
    }

    /// The contract has nothing to ask by; who is silent for long is let go.
    async fn ping(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn heard(&self) -> Option<Instant> {
        None
    }

    async fn close(&mut self) {
        hang_up(&mut self.stream, &mut self.buffer).await;
    }
}
