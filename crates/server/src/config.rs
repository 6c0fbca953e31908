//! Everything about a server that can be set.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::pool::Pool;
use crate::{Certificate, Rates};

/// Those of the browsers that are known to have one.
const PUSH_SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"];

/// How a server is set up. [`Config::default`] suits one machine that serves people.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The certificate to speak TLS with; plain HTTP without one.
    pub certificate: Option<Certificate>,
    /// Where everything is kept: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
    pub database: String,
    /// How connections are treated.
    pub connections: Connections,
    /// How much a client may send.
    pub bodies: Bodies,
    /// How long anybody waits for an answer that should be there at once: what is kept, what is written down. Thinking,
    /// pictures and long lists take as long as they take.
    pub answer_time: Duration,
    /// How engines think.
    pub engines: Thinkers,
    /// How often one client may do what.
    pub rates: Rates,
    /// Other web pages that may use the API from a browser; `*` for all.
    pub origins: Vec<String>,
    /// The services by which browsers are told of news: hosts, `*.` and the end of one, or whole origins. None, and
    /// nothing is sent.
    pub push_services: Vec<String>,
    /// Where others reach this server.
    pub public_url: Option<String>,
    /// Reverse proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpAddr>,
    /// How long games are kept in which nobody played by name; for ever without.
    pub keep_nameless: Option<Duration>,
    /// How long to wait, when stopping, for those who are being served.
    pub stop_time: Duration,
    /// The commit the program was built from, as `/metrics` tells it.
    pub commit: &'static str,
}

/// How connections are treated.
#[derive(Clone, Debug)]
pub struct Connections {
    /// At most this many.
    pub most: usize,
    /// At most this many of one client.
    pub most_per_client: usize,
    /// A request's head must be there within this time, from its first byte; the first of a connection,
    /// from its beginning.
    pub header_time: Duration,
    /// A connection on which nothing is asked is closed after this time. Proxies keep theirs for 60 s or so
    /// and must not be the ones who are surprised.
    pub idle_time: Duration,
    /// A request's head may have at most this many bytes.
    pub header_bytes: usize,
    /// A client that takes nothing for this long, while there is something to take, is dropped.
    pub stall_time: Duration,
}

/// How much a client may send.
#[derive(Clone, Copy, Debug)]
pub struct Bodies {
    /// At most this many bytes.
    pub bytes: usize,
    /// Within this time.
    pub time: Duration,
}

/// How engines think.
#[derive(Clone, Debug)]
pub struct Thinkers {
    /// How many think at once.
    pub threads: usize,
    /// The tables of each may take this many MiB.
    pub hash: usize,
    /// At most this many questions wait.
    pub queue: usize,
    /// At most this many questions of one client wait or are thought about.
    pub per_client: usize,
    /// The folder with exact tables; those worth having are made in it. Without one there are none.
    pub tables: Option<Arc<Path>>,
    /// How long an engine thinks where nothing is said.
    pub time: Duration,
    /// The longest a client may ask for.
    pub most_time: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            certificate: None,
            database: "sqlite:chautari.db".to_owned(),
            connections: Connections::default(),
            bodies: Bodies { bytes: 256 << 10, time: Duration::from_secs(10) },
            answer_time: Duration::from_secs(5),
            engines: Thinkers::default(),
            rates: Rates::default(),
            origins: Vec::new(),
            push_services: PUSH_SERVICES.map(str::to_owned).to_vec(),
            public_url: None,
            proxies: Vec::new(),
            keep_nameless: None,
            stop_time: Duration::from_secs(4),
            commit: "unknown",
        }
    }
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            most: 16_384,
            // A class of thirty behind one router: six connections of each browser, and the sockets of two tabs.
            most_per_client: 1024,
            header_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(75),
            header_bytes: 16 << 10,
            stall_time: Duration::from_secs(20),
        }
    }
}

impl Default for Thinkers {
    fn default() -> Thinkers {
        Thinkers::on(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// All tables together take no more than this many MiB where nothing else is said, however many cores there are.
const MOST_HASH: usize = 384;

impl Thinkers {
    /// What suits a machine of so many cores.
    fn on(cores: usize) -> Thinkers {
        // One core is left to those who do not wait for an engine.
        let threads = cores.saturating_sub(1).max(1);
        Thinkers {
            threads,
            hash: (MOST_HASH / Pool::threads(threads)).clamp(1, 32),
            queue: 64,
            per_client: 4,
            tables: None,
            time: Duration::from_secs(1),
            most_time: Duration::from_secs(30),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every thread of the engines may hold a search that was held up, with its tables.
    #[test]
    fn tables_take_no_more_memory_where_there_are_more_cores() {
        for cores in 1..=128 {
            let engines = Thinkers::on(cores);
            assert!(engines.hash * Pool::threads(engines.threads) <= 512, "{cores} cores: {engines:?}");
        }
        assert_eq!([2, 4, 16].map(|cores| Thinkers::on(cores).hash), [32, 32, 6]);
    }
}
