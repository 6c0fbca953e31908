//! The bounds of every WebSocket.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::timeout;

/// A client must say hello within this time.
pub(crate) const HELLO: Duration = Duration::from_secs(10);

/// A frame that has not been taken within this time is not waited for.
const SEND: Duration = Duration::from_secs(10);

/// A WebSocket on which neither a frame nor a message may be longer than this. What is read is small; the usual
/// buffer would be most of what an idle connection costs.
pub fn bounded<F>(upgrade: WebSocketUpgrade<F>, longest: usize) -> WebSocketUpgrade<F> {
    upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(longest.max(1024))
}

/// Why a frame did not go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsent {
    /// The client has gone.
    Gone,
    /// The client does not take what it is sent.
    Slow,
}

/// Sends a text.
pub(crate) async fn tell(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Unsent> {
    send(socket, Message::Text(text)).await
}

/// Asks whether the client is still there.
pub(crate) async fn ping(socket: &mut WebSocket) -> Result<(), Unsent> {
    send(socket, Message::Ping(bytes::Bytes::new())).await
}

/// Sends a frame, to a client that takes it in time.
pub(crate) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Unsent> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Unsent::Gone),
        Err(_) => Err(Unsent::Slow),
    }
}

/// A silent client is asked whether it is there, and let go when it has not answered by the third time.
pub const PING: Duration = Duration::from_secs(25);
const PATIENCE: Duration = Duration::from_secs(80);

/// How many frames a client may send at once, and how many more come free in a second.
const FRAMES: f64 = 200.0;
const FRAMES_A_SECOND: f64 = 50.0;

/// What is heard on one socket. Every frame counts, whatever is in it: pings and garbage have to be read, too.
#[derive(Debug)]
pub struct Hearing {
    left: f64,
    last: Instant,
}

/// A client sends more than anybody has reason to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl Default for Hearing {
    fn default() -> Hearing {
        Hearing { left: FRAMES, last: Instant::now() }
    }
}

impl Hearing {
    /// A frame came.
    pub fn frame(&mut self) -> Result<(), TooMuch> {
        self.frame_at(Instant::now())
    }

    fn frame_at(&mut self, now: Instant) -> Result<(), TooMuch> {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.left = (self.left + since * FRAMES_A_SECOND).min(FRAMES) - 1.0;
        self.last = now;
        if self.left < 0.0 { Err(TooMuch) } else { Ok(()) }
    }

    /// Whether nothing has come for so long, not even a pong, that nobody can be there.
    pub fn is_silent(&self) -> bool {
        self.is_silent_at(Instant::now())
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
        let mut hearing = Hearing::default();
        let start = hearing.last;
        assert!((0..200).all(|_| hearing.frame_at(start).is_ok()));
        assert_eq!(hearing.frame_at(start), Err(TooMuch));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| hearing.frame_at(later).is_ok()).count(), 49);
    }

    /// Three pings without a pong.
    #[test]
    fn who_answers_no_ping_is_let_go() {
        let mut hearing = Hearing::default();
        let start = hearing.last;
        assert!(!hearing.is_silent_at(start + 3 * PING), "the third has just been sent");
        assert!(hearing.is_silent_at(start + 4 * PING));
        hearing.frame_at(start + 3 * PING).unwrap();
        assert!(!hearing.is_silent_at(start + 4 * PING), "there was a pong");
    }
}
