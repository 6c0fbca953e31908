//! The bounds of every WebSocket.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use chautari_compute::Client;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::{Action, Billed, Http, TokenHash};

/// A client must say hello within this time.
pub const HELLO: Duration = Duration::from_secs(10);

/// A frame that has not been taken within this time is not waited for.
const SEND: Duration = Duration::from_secs(10);

/// A WebSocket on which neither a frame nor a message may be longer than this. What is read is small; the usual
/// buffer would be most of what an idle connection costs.
pub fn bounded<F>(upgrade: WebSocketUpgrade<F>, longest: usize) -> WebSocketUpgrade<F> {
    upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(buffer(longest))
}

/// The same bounds for a socket that does not come by a route.
pub fn bounds(longest: usize) -> WebSocketConfig {
    let bounds = WebSocketConfig::default().read_buffer_size(buffer(longest));
    bounds.max_message_size(Some(longest)).max_frame_size(Some(longest))
}

fn buffer(longest: usize) -> usize {
    longest.max(1024)
}

/// Why a frame did not go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The client has gone.
    Gone,
    /// The client does not take what it is sent.
    Slow,
}

/// Sends a text.
pub async fn tell(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), SendError> {
    send(socket, Message::Text(text)).await
}

/// Asks whether the client is still there.
pub async fn ping(socket: &mut WebSocket) -> Result<(), SendError> {
    send(socket, Message::Ping(bytes::Bytes::new())).await
}

/// Sends a frame, to a client that takes it in time.
pub async fn send(socket: &mut WebSocket, message: Message) -> Result<(), SendError> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(SendError::Gone),
        Err(_) => Err(SendError::Slow),
    }
}

/// A silent client is asked whether it is there, and let go when it has not answered by the third time.
pub const PING: Duration = Duration::from_secs(25);
const PATIENCE: Duration = Duration::from_secs(80);

/// How many frames a client may send at once, and how many more come free in a second.
const FRAMES: f64 = 200.0;
const FRAMES_A_SECOND: f64 = 50.0;

/// What is heard on one socket. Every frame counts, whatever is in it: pings and garbage have to be read, too. It counts
/// on all sockets of a client together as well: who opens many may say no more than by other ways. Frames have a bucket
/// of their own, and whoever has shown a good token has one by it: nobody else's requests or frames close a socket.
pub struct Heartbeat {
    http: Http,
    client: Client,
    token: Option<TokenHash>,
    pace: Pace,
}

/// How often something comes.
struct Pace {
    left: f64,
    last: Instant,
}

/// A client sends more than anybody has reason to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateExceeded;

impl Heartbeat {
    /// A socket of this client's has been opened.
    pub fn new(http: &Http, client: Client) -> Heartbeat {
        Heartbeat { http: http.clone(), client, token: None, pace: Pace::default() }
    }

    /// The same for somebody who has shown a token: it counts by that once it has opened something.
    #[must_use]
    pub fn showing(self, token: Option<TokenHash>) -> Heartbeat {
        Heartbeat { token, ..self }
    }

    /// Whatever came, which is nothing where the client has gone.
    pub fn hear(&mut self, said: Option<&Result<Message, axum::Error>>) -> Result<(), RateExceeded> {
        match said {
            Some(Ok(Message::Pong(_))) => self.pong(),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Ok(()),
            Some(Ok(_)) => self.frame(),
        }
    }

    /// A frame came.
    pub fn frame(&mut self) -> Result<(), RateExceeded> {
        self.pace.frame_at(Instant::now())?;
        let good = self.token.filter(|hash| self.http.is_vouched(*hash));
        let billed = good.map_or(Billed::address(self.client), |hash| Billed::token(hash, self.client));
        self.http.charge(billed, Action::Frame).map_err(|_| RateExceeded)
    }

    /// An answer to our own ping came, which nobody is charged for.
    pub fn pong(&mut self) -> Result<(), RateExceeded> {
        self.pace.frame_at(Instant::now())
    }

    /// Whether nothing has come for so long, not even a pong, that nobody can be there.
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
    fn who_answers_no_ping_is_let_go() {
        let mut pace = Pace::default();
        let start = pace.last;
        assert!(!pace.is_silent_at(start + 3 * PING), "the third has just been sent");
        assert!(pace.is_silent_at(start + 4 * PING));
        pace.frame_at(start + 3 * PING).unwrap();
        assert!(!pace.is_silent_at(start + 4 * PING), "there was a pong");
    }
}
