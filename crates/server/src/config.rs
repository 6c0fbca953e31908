//! Configuration of a whole server.

use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http as http;

/// The push services of the browsers that are known to have one.
const PUSH_SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"];

/// Configuration of a server. [`Config::default`] suits one machine that serves people.
#[derive(Clone, Debug)]
pub struct Config {
    /// Connections, bodies and rates.
    pub http: http::Config,
    /// The database: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
    pub database: String,
    /// The engine pool.
    pub engines: EnginePoolConfig,
    /// Push services that may be used: hosts, suffixes such as `*.example.com`, or whole origins. Without any, nothing
    /// is sent.
    pub push_services: Vec<String>,
    /// The URL under which clients reach this server.
    pub public_url: Option<String>,
    /// How long anonymous games are retained; forever if `None`.
    pub anonymous_retention: Option<Duration>,
    /// The commit the program was built from, shown by `/metrics`.
    pub commit: &'static str,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            http: http::Config::default(),
            database: "sqlite:chautari.db".to_owned(),
            engines: EnginePoolConfig::default(),
            push_services: PUSH_SERVICES.map(str::to_owned).to_vec(),
            public_url: None,
            anonymous_retention: None,
            commit: "unknown",
        }
    }
}
