//! How much a client may take.

use std::time::Duration;

use chautari_http::PING;

/// How many clients there may be, and how long they may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most this many connections at once. Those over WebSocket are counted by the server.
    pub connections: usize,
    /// At most this many of one client.
    pub per_client: usize,
    /// How long a client may be silent.
    pub idle: Duration,
    /// How long a client waits for an engine that has no time, before it is told so.
    pub patience: Duration,
    /// How often a client that can be asked, one with a WebSocket, is asked whether it is there. It is let go when it
    /// has not answered by the third time.
    pub ping: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            per_client: 64,
            idle: Duration::from_mins(10),
            patience: Duration::from_mins(1),
            ping: PING,
        }
    }
}
