//! Arguments of `serve`, and of the commands that open a server's database.

#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    reason = "these comments are what `--help` prints"
)]

mod value_parsers;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use chautari_http::{Rate, Token};
use clap::{Args, ValueEnum};

pub(crate) use self::value_parsers::ListenSetting;
use super::value_parsers::{days, duration};

/// The arguments of `serve`. Each can also be set by an environment variable and in a TOML file.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ServeOptions {
    /// Address to listen on, such as 0.0.0.0:80 or localhost:8081 [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_LISTEN", value_parser = value_parsers::address, help_heading = "Addresses and storage")]
    pub(crate) listen: Option<SocketAddr>,
    /// Address to listen on for Gomoku programs, or `off` [default: 127.0.0.1:1234]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_GOMOKU", value_parser = value_parsers::listen_setting, help_heading = "Addresses and storage")]
    pub(crate) gomoku: Option<ListenSetting>,
    /// Serve TLS with this certificate and its chain, a PEM file [default: none]
    #[arg(
        long,
        value_name = "FILE",
        env = "CHAUTARI_TLS_CERTIFICATE",
        help_heading = "Addresses and storage"
    )]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// The private key of that certificate, a PEM file [default: none]
    #[arg(long, value_name = "FILE", env = "CHAUTARI_TLS_KEY", help_heading = "Addresses and storage")]
    pub(crate) tls_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Public address of this server, for passkeys and for links in emails and logs, such as https://games.example.org
    /// [default: none]
    #[arg(long, value_name = "URL", env = "CHAUTARI_PUBLIC_URL", value_parser = value_parsers::public_url, help_heading = "Addresses and storage")]
    pub(crate) public_url: Option<String>,

    /// Thinking time of a Softserve bot per action; a slower one forfeits [default: 4.3s]
    #[arg(long, value_name = "T", env = "CHAUTARI_BOT_TIME", value_parser = value_parsers::timeout, help_heading = "Softserve")]
    pub(crate) bot_time: Option<Duration>,
    /// Maximum number of games of a Softserve event [default: 2000]
    #[arg(long, value_name = "N", env = "CHAUTARI_EVENT_MAX_GAMES", value_parser = value_parsers::positive, help_heading = "Softserve")]
    pub(crate) event_max_games: Option<usize>,
    /// Token for access to the engine (/think), 43 characters [default: none]
    #[arg(
        long,
        value_name = "TOKEN",
        env = "CHAUTARI_THINK_TOKEN",
        value_parser = value_parsers::token,
        hide_env_values = true,
        help_heading = "Softserve"
    )]
    pub(crate) think_token: Option<Token>,

    /// Mail server for emails to players about their events, such as 127.0.0.1:25 [default: none]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_SMTP", help_heading = "Softserve")]
    pub(crate) smtp: Option<String>,
    /// Sender of those emails [default: chautari@localhost]
    #[arg(long, value_name = "MAIL", env = "CHAUTARI_MAIL_FROM", help_heading = "Softserve")]
    pub(crate) mail_from: Option<String>,

    /// Number of engines that search at once [default: all cores but one]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINES", value_parser = value_parsers::positive, help_heading = "Engines")]
    pub(crate) engines: Option<usize>,
    /// Size of each engine's hash table, in MiB; up to four tables per engine are kept, so the default is smaller
    /// on more than four cores [default: 32]
    #[arg(long, value_name = "MIB", env = "CHAUTARI_ENGINE_HASH", value_parser = value_parsers::positive, help_heading = "Engines")]
    pub(crate) engine_hash: Option<usize>,
    /// Number of searches that can wait for an engine; further ones are rejected [default: 64]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINE_QUEUE", value_parser = value_parsers::positive, help_heading = "Engines")]
    pub(crate) engine_queue: Option<usize>,
    /// Number of searches per client that can wait or run at once [default: 4]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINE_MAX_PER_CLIENT", value_parser = value_parsers::positive, help_heading = "Engines")]
    pub(crate) engine_max_per_client: Option<usize>,
    /// Folder with exact tables, or `none`; small ones that are missing are built in the background [default:
    /// tables in the data folder]
    #[arg(long, value_name = "FOLDER", env = "CHAUTARI_TABLES", help_heading = "Engines")]
    pub(crate) tables: Option<PathBuf>,
    /// Search time if the client sets none [default: 1s]
    #[arg(long, value_name = "T", env = "CHAUTARI_ENGINE_TIME", value_parser = value_parsers::timeout, help_heading = "Engines")]
    pub(crate) engine_time: Option<Duration>,
    /// Maximum search time a client can request [default: 30s]
    #[arg(long, value_name = "T", env = "CHAUTARI_ENGINE_MAX_TIME", value_parser = value_parsers::timeout, help_heading = "Engines")]
    pub(crate) engine_max_time: Option<Duration>,

    /// Maximum number of connections [default: 16384]
    #[arg(long, value_name = "N", env = "CHAUTARI_MAX_CONNECTIONS", value_parser = value_parsers::positive, help_heading = "Limits")]
    pub(crate) max_connections: Option<usize>,
    /// Maximum number of connections per client [default: 1024]
    #[arg(long, value_name = "N", env = "CHAUTARI_MAX_CONNECTIONS_PER_CLIENT", value_parser = value_parsers::positive, help_heading = "Limits")]
    pub(crate) max_connections_per_client: Option<usize>,
    /// Timeout for receiving the headers of a request [default: 10s]
    #[arg(long, value_name = "T", env = "CHAUTARI_HEADER_TIMEOUT", value_parser = value_parsers::timeout, help_heading = "Limits")]
    pub(crate) header_timeout: Option<Duration>,
    /// Timeout after which an idle connection is closed [default: 75s]
    #[arg(long, value_name = "T", env = "CHAUTARI_IDLE_TIMEOUT", value_parser = value_parsers::timeout, help_heading = "Limits")]
    pub(crate) idle_timeout: Option<Duration>,
    /// Maximum size of the headers of a request [default: 16384]
    #[arg(long, value_name = "BYTES", env = "CHAUTARI_HEADER_SIZE", value_parser = value_parsers::header_size, help_heading = "Limits")]
    pub(crate) header_size: Option<usize>,
    /// Timeout for receiving the body of a request [default: 10s]
    #[arg(long, value_name = "T", env = "CHAUTARI_BODY_TIMEOUT", value_parser = value_parsers::timeout, help_heading = "Limits")]
    pub(crate) body_timeout: Option<Duration>,
    /// Maximum size of the body of a request [default: 262144]
    #[arg(long, value_name = "BYTES", env = "CHAUTARI_BODY_SIZE", value_parser = value_parsers::positive, help_heading = "Limits")]
    pub(crate) body_size: Option<usize>,
    /// Timeout for handling a request, except for long work such as searches and pictures [default: 5s]
    #[arg(long, value_name = "T", env = "CHAUTARI_REQUEST_TIMEOUT", value_parser = value_parsers::timeout, help_heading = "Limits")]
    pub(crate) request_timeout: Option<Duration>,
    /// Timeout for a client that stops reading a response [default: 20s]
    #[arg(long, value_name = "T", env = "CHAUTARI_WRITE_TIMEOUT", value_parser = value_parsers::timeout, help_heading = "Limits")]
    pub(crate) write_timeout: Option<Duration>,
    /// Requests per client [default: 2000/s]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_REQUEST", help_heading = "Limits")]
    pub(crate) rate_request: Option<Rate>,
    /// Engine searches per client [default: 600/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_THINK", help_heading = "Limits")]
    pub(crate) rate_think: Option<Rate>,
    /// Matches, bots and tournaments created per client [default: 300/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_CREATE", help_heading = "Limits")]
    pub(crate) rate_create: Option<Rate>,
    /// Moves and other actions per client [default: 200/s]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_ACT", help_heading = "Limits")]
    pub(crate) rate_act: Option<Rate>,
    /// Requests with an invalid token per client [default: 60/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_BAD_TOKEN", help_heading = "Limits")]
    pub(crate) rate_bad_token: Option<Rate>,

    /// Origin of another web site that may use the API from a browser, such as https://example.org; `*` for
    /// all [default: none]
    #[arg(
        long,
        value_name = "ORIGIN",
        env = "CHAUTARI_CORS",
        value_parser = value_parsers::site,
        value_delimiter = ',',
        help_heading = "Cross-origin, push and proxies"
    )]
    pub(crate) cors: Vec<String>,
    /// Further host names that clients may use; with it or --public-url, requests for other names are refused
    #[arg(
        long,
        value_name = "HOST",
        env = "CHAUTARI_HOSTS",
        value_parser = value_parsers::host,
        value_delimiter = ',',
        help_heading = "Cross-origin, push and proxies"
    )]
    pub(crate) hosts: Vec<String>,
    /// Push services allowed to deliver notifications while the page is closed, or `none` [default:
    /// fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com]
    #[arg(
        long,
        value_name = "HOST",
        env = "CHAUTARI_PUSH_SERVICES",
        value_parser = value_parsers::push_service,
        value_delimiter = ',',
        help_heading = "Cross-origin, push and proxies"
    )]
    pub(crate) push_services: Vec<String>,
    /// Address of a reverse proxy whose X-Forwarded headers are trusted [default: none]
    #[arg(
        long,
        value_name = "IP",
        env = "CHAUTARI_TRUSTED_PROXY",
        value_delimiter = ',',
        help_heading = "Cross-origin, push and proxies"
    )]
    pub(crate) trusted_proxy: Vec<IpAddr>,

    /// Log level: error, warn, info, debug, trace, or a filter such as chautari_server=debug
    /// [default: info]
    #[arg(long, value_name = "FILTER", env = "CHAUTARI_LOG", help_heading = "Operation")]
    pub(crate) log: Option<String>,
    /// Format of the log: text or json [default: text]
    #[arg(long, value_name = "FORMAT", env = "CHAUTARI_LOG_FORMAT", help_heading = "Operation")]
    pub(crate) log_format: Option<LogFormat>,
    /// Send traces to this OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318
    /// [default: none]
    #[cfg(feature = "traces")]
    #[arg(long, value_name = "URL", env = "CHAUTARI_TRACES", help_heading = "Operation")]
    pub(crate) traces: Option<String>,
    /// Delete anonymous games (those of no person, bot or tournament) after this many days [default: none]
    #[arg(long, value_name = "DAYS", env = "CHAUTARI_ANONYMOUS_RETENTION", value_parser = days(), help_heading = "Operation")]
    pub(crate) anonymous_retention: Option<u32>,
    /// Time to wait for requests in progress when the server stops [default: 4s]
    #[arg(long, value_name = "T", env = "CHAUTARI_SHUTDOWN_TIMEOUT", value_parser = duration, help_heading = "Operation")]
    pub(crate) shutdown_timeout: Option<Duration>,
}

/// The location of a server's database.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct StoreArgs {
    /// Read options from this TOML file, named like the flags of `serve`: `listen = "0.0.0.0:8080"`
    #[arg(long, value_name = "FILE", env = "CHAUTARI_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// The database: sqlite:PATH, or postgres://USER@HOST/NAME, which several servers can share [default:
    /// chautari.db in the data folder]
    #[arg(
        long,
        value_name = "URL",
        env = "CHAUTARI_DATABASE",
        hide_env_values = true,
        help_heading = "Addresses and storage"
    )]
    pub(crate) database: Option<String>,
    /// The data folder [default: chautari in your own data folder]
    #[arg(long, value_name = "FOLDER", env = "CHAUTARI_DATA", help_heading = "Addresses and storage")]
    pub(crate) data: Option<PathBuf>,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Human-readable lines
    Text,
    /// One JSON object per line
    Json,
}

/// The systemd units that `systemd` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SystemdUnit {
    /// The service itself
    Service,
    /// The sockets that start the service on the first connection
    Socket,
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;

    #[test]
    fn every_option_has_an_environment_variable_of_its_name() {
        for arg in ServeOptions::augment_args(Command::new("serve")).get_arguments() {
            let name = arg.get_long().unwrap().replace('-', "_").to_uppercase();
            assert_eq!(arg.get_env().unwrap().to_str().unwrap(), format!("CHAUTARI_{name}"));
        }
    }
}
