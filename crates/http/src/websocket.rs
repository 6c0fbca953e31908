//! Limits of WebSockets: frame sizes, frame rates, timeouts.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use chautari_compute::Client;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::{Action, Billed, Http, TokenHash};

/// The time for the first message of a client.
pub const HELLO: Duration = Duration::from_secs(10);

/// The time for a client to take a frame.
const SEND: Duration = Duration::from_secs(10);

/// Limits the length of frames and messages. The read buffer is small, because the default one would be most of the
/// memory of an idle connection.
pub fn bounded<F>(upgrade: WebSocketUpgrade<F>, longest: usize) -> WebSocketUpgrade<F> {
    upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(buffer(longest))
}

/// Like [`bounded`], for a socket that is not accepted by a route.
pub fn bounds(longest: usize) -> WebSocketConfig {
    let bounds = WebSocketConfig::default().read_buffer_size(buffer(longest));
    bounds.max_message_size(Some(longest)).max_frame_size(Some(longest))
}

fn buffer(longest: usize) -> usize {
    longest.max(1024)
}

/// Why a frame was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The client has disconnected.
    Gone,
    /// The client does not read.
    Slow,
}

/// Sends a text message.
pub async fn tell(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), SendError> {
    send(socket, Message::Text(text)).await
}

/// Sends a ping.
pub async fn ping(socket: &mut WebSocket) -> Result<(), SendError> {
    send(socket, Message::Ping(bytes::Bytes::new())).await
}

/// Sends a frame. Errors if the client does not take it in time.
pub async fn send(socket: &mut WebSocket, message: Message) -> Result<(), SendError> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(SendError::Gone),
        Err(_) => Err(SendError::Slow),
    }
}

/// The interval of pings. A client that answers none of three is disconnected.
pub const PING: Duration = Duration::from_secs(25);
const PATIENCE: Duration = Duration::from_secs(80);

/// Frames that a client may send at once, and per second.
const FRAMES: f64 = 200.0;
const FRAMES_A_SECOND: f64 = 50.0;

/// Counts the frames of one socket, and detects silent clients. Every frame counts, pings and garbage included, per
/// socket and for all sockets of a client together. Frames have their own bucket, per token if it is valid, so that the
/// requests and frames of other clients never close a socket.
pub struct Heartbeat {
    http: Http,
    client: Client,
    token: Option<TokenHash>,
    pace: Pace,
}

/// The rate of frames on one socket.
struct Pace {
    left: f64,
    last: Instant,
}

/// The client sends too many frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateExceeded;

impl Heartbeat {
    /// Creates the counter of a new socket.
    pub fn new(http: &Http, client: Client) -> Heartbeat {
        Heartbeat { http: http.clone(), client, token: None, pace: Pace::default() }
    }

    /// Counts frames by this token once it is known to be valid.
    #[must_use]
    pub fn showing(self, token: Option<TokenHash>) -> Heartbeat {
        Heartbeat { token, ..self }
    }

    /// Counts a received message; `None` if the client has disconnected.
    pub fn hear(&mut self, said: Option<&Result<Message, axum::Error>>) -> Result<(), RateExceeded> {
        match said {
            Some(Ok(Message::Pong(_))) => self.pong(),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Ok(()),
            Some(Ok(_)) => self.frame(),
        }
    }

    /// Counts a frame.
    pub fn frame(&mut self) -> Result<(), RateExceeded> {
        self.pace.frame_at(Instant::now())?;
        let good = self.token.filter(|hash| self.http.is_vouched(*hash));
        let billed = good.map_or(Billed::address(self.client), |hash| Billed::token(hash, self.client));
        self.http.charge(billed, Action::Frame).map_err(|_| RateExceeded)
    }

    /// Counts a pong, which is free of charge.
    pub fn pong(&mut self) -> Result<(), RateExceeded> {
        self.pace.frame_at(Instant::now())
    }

    /// Whether the client must be gone, because nothing was received since the last three pings, not even a pong.
    pub fn is_silent(&self) -> bool {
        self.pace.is_silent_at(Instant::now())
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { left: FRAMES, last: Instant::now() }
    }
}

impl Pace {
    fn frame_at(&mut self, now: Instant) -> Result<(), RateExceeded> {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.left = (self.left + since * FRAMES_A_SECOND).min(FRAMES) - 1.0;
        self.last = now;
        if self.left < 0.0 { Err(RateExceeded) } else { Ok(()) }
    }

    fn is_silent_at(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) > PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_by_time() {
        let mut pace = Pace::default();
        let start = pace.last;
        assert!((0..200).all(|_| pace.frame_at(start).is_ok()));
        assert_eq!(pace.frame_at(start), Err(RateExceeded));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| pace.frame_at(later).is_ok()).count(), 49);
    }

    /// Three pings without a pong.
    #[test]
    fn client_without_pongs_is_silent() {
        let mut pace = Pace::default();
        let start = pace.last;
        assert!(!pace.is_silent_at(start + 3 * PING), "the third has just been sent");
        assert!(pace.is_silent_at(start + 4 * PING));
        pace.frame_at(start + 3 * PING).unwrap();
        assert!(!pace.is_silent_at(start + 4 * PING), "there was a pong");
    }
}
