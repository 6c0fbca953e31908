//! Configuration of connections, bodies and rates.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::Rates;

/// Configuration of the HTTP side of a server. [`Config::default`] suits one machine that serves people.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Certificate for TLS; plain HTTP without one.
    pub certificate: Option<Certificate>,
    /// Limits of connections.
    pub connections: Connections,
    /// Limits of request bodies.
    pub bodies: Bodies,
    /// Deadline of an ordinary request, which reads or writes the database. Searches, pictures and long lists have no
    /// deadline.
    pub request_timeout: Duration,
    /// Rates per client.
    pub rates: Rates,
    /// Other origins whose pages may use the API from a browser; `*` for all.
    pub origins: Vec<String>,
    /// Host names under which this server is reached; any if empty. Names of this machine itself are always served.
    pub hosts: Vec<String>,
    /// Reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted.
    pub proxies: Vec<IpAddr>,
    /// How long a shutdown waits for requests in progress.
    pub shutdown_timeout: Duration,
}

/// Limits of connections.
#[derive(Clone, Debug)]
pub struct Connections {
    /// Upper bound for open connections.
    pub max: usize,
    /// Upper bound for open connections per client.
    pub max_per_client: usize,
    /// Time for a request's head to arrive, from its first byte; for the first request, from the start of the
    /// connection.
    pub header_timeout: Duration,
    /// Time after which a connection without requests is closed. Longer than the 60 s or so after which proxies close
    /// theirs, so that a proxy never writes to a closed connection.
    pub idle_timeout: Duration,
    /// Upper bound for a request's head, in bytes.
    pub header_bytes: usize,
    /// Time after which a client that reads nothing is disconnected.
    pub write_timeout: Duration,
}

/// Limits of request bodies.
#[derive(Clone, Copy, Debug)]
pub struct Bodies {
    /// Upper bound in bytes for every route. Most routes declare a lower one.
    pub bytes: usize,
    /// Upper bound in bytes for all bodies that are being received or processed. A client may hold a 32nd of what is free.
    pub in_flight: usize,
    /// Time for the whole body to arrive.
    pub timeout: Duration,
}

/// The PEM files of a certificate.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// Path of the certificate and its intermediates: `fullchain.pem`.
    pub chain: PathBuf,
    /// Path of the private key: `privkey.pem`.
    pub key: PathBuf,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            certificate: None,
            connections: Connections::default(),
            bodies: Bodies::default(),
            request_timeout: Duration::from_secs(5),
            rates: Rates::default(),
            origins: Vec::new(),
            hosts: Vec::new(),
            proxies: Vec::new(),
            shutdown_timeout: Duration::from_secs(4),
        }
    }
}

impl Default for Bodies {
    fn default() -> Bodies {
        Bodies { bytes: 256 << 10, in_flight: 64 << 20, timeout: Duration::from_secs(10) }
    }
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            max: 16_384,
            // A class of thirty behind one router: six connections per browser, and the sockets of two tabs.
            max_per_client: 1024,
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            header_bytes: 16 << 10,
            write_timeout: Duration::from_secs(20),
        }
    }
}
