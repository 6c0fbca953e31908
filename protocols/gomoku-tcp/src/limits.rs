//! Connection limits and timeouts.

use std::time::Duration;

use chautari_http::PING;

/// Connection limits and timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most TCP connections. WebSocket connections count against the HTTP server's limit.
    pub connections: usize,
    /// The most TCP connections per client.
    pub per_client: usize,
    /// The longest time without a message before a connection is closed.
    pub idle: Duration,
    /// The longest time to wait for a busy engine before the client gets an error.
    pub engine_timeout: Duration,
    /// The interval between pings over WebSocket. A client that misses three is disconnected.
    pub ping: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            per_client: 64,
            idle: Duration::from_mins(10),
            engine_timeout: Duration::from_mins(1),
            ping: PING,
        }
    }
}
