//! What can be set about a server: by flags, by the environment, by a file.
//!
//! All three are read by one parser: a file has the names of the flags. A flag beats the environment,
//! the environment beats the file, and the file beats what is usual.

#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    reason = "these comments are what `--help` prints"
)]

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chautari_server::{Bodies, Certificate, Config, Connections, Rate, Rates, Thinkers, Token};
use chautari_softserve::{Mail, Settings};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::values;
use crate::args::{days, duration};
use crate::commands::tables;
use crate::folder;
use crate::report::Failure;

/// How to serve.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Where to listen, such as 0.0.0.0:80 or localhost:8081 [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_LISTEN", value_parser = values::address, help_heading = "Places")]
    pub(crate) listen: Option<SocketAddr>,
    /// Where to listen for Gomoku programs, or `off` [default: 127.0.0.1:1234]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_GOMOKU", value_parser = values::gate, help_heading = "Places")]
    pub(crate) gomoku: Option<Gate>,
    /// Serve TLS with this certificate and its chain, a PEM file [default: none]
    #[arg(long, value_name = "FILE", env = "CHAUTARI_TLS_CERTIFICATE", help_heading = "Places")]
    tls_certificate: Option<PathBuf>,
    /// The private key of that certificate, a PEM file [default: none]
    #[arg(long, value_name = "FILE", env = "CHAUTARI_TLS_KEY", help_heading = "Places")]
    tls_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: Store,

    /// Where others reach this server, for links in emails and logs, such as https://games.example.org
    /// [default: none]
    #[arg(long, value_name = "URL", env = "CHAUTARI_PUBLIC_URL", value_parser = values::public_url, help_heading = "Places")]
    public_url: Option<String>,

    /// How long a Softserve bot may think about an action before it forfeits [default: 4.3s]
    #[arg(long, value_name = "T", env = "CHAUTARI_BOT_TIME", value_parser = values::limit, help_heading = "Softserve")]
    bot_time: Option<Duration>,
    /// How many games a Softserve event may have [default: 2000]
    #[arg(long, value_name = "N", env = "CHAUTARI_EVENT_GAMES", value_parser = values::positive, help_heading = "Softserve")]
    event_games: Option<usize>,
    /// The token that lets clients have the engine think for them, 43 characters [default: none]
    #[arg(
        long,
        value_name = "TOKEN",
        env = "CHAUTARI_THINK_TOKEN",
        value_parser = values::token,
        hide_env_values = true,
        help_heading = "Softserve"
    )]
    think_token: Option<Token>,

    /// The mail server that sends players email about their events, such as 127.0.0.1:25 [default: none]
    #[arg(long, value_name = "ADDRESS", env = "CHAUTARI_SMTP", help_heading = "Softserve")]
    smtp: Option<String>,
    /// The sender of those emails [default: chautari@localhost]
    #[arg(long, value_name = "MAIL", env = "CHAUTARI_MAIL_FROM", help_heading = "Softserve")]
    mail_from: Option<String>,

    /// How many engines think at once [default: all cores but one]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINES", value_parser = values::positive, help_heading = "Engines")]
    engines: Option<usize>,
    /// How much memory the tables of each may take, in MiB; by default less on more than four cores, since four
    /// for each engine may be there [default: 32]
    #[arg(long, value_name = "MIB", env = "CHAUTARI_ENGINE_HASH", value_parser = values::positive, help_heading = "Engines")]
    engine_hash: Option<usize>,
    /// How many questions may wait for an engine; one more is refused [default: 64]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINE_QUEUE", value_parser = values::positive, help_heading = "Engines")]
    engine_queue: Option<usize>,
    /// How many questions of one client may be waiting or in an engine at a time [default: 4]
    #[arg(long, value_name = "N", env = "CHAUTARI_ENGINE_SHARE", value_parser = values::positive, help_heading = "Engines")]
    engine_share: Option<usize>,
    /// Where exact tables are, or `none`; the ones worth having are made in the background [default: tables
    /// in the data folder]
    #[arg(long, value_name = "FOLDER", env = "CHAUTARI_TABLES", help_heading = "Engines")]
    tables: Option<PathBuf>,
    /// How long an engine thinks if the client does not say [default: 1s]
    #[arg(long, value_name = "T", env = "CHAUTARI_ENGINE_TIME", value_parser = values::limit, help_heading = "Engines")]
    engine_time: Option<Duration>,
    /// The longest a client may have an engine think [default: 30s]
    #[arg(long, value_name = "T", env = "CHAUTARI_ENGINE_MOST_TIME", value_parser = values::limit, help_heading = "Engines")]
    engine_most_time: Option<Duration>,

    /// How many connections there may be in all [default: 16384]
    #[arg(long, value_name = "N", env = "CHAUTARI_CONNECTIONS", value_parser = values::positive, help_heading = "Limits")]
    connections: Option<usize>,
    /// How many connections one client may have [default: 1024]
    #[arg(long, value_name = "N", env = "CHAUTARI_CONNECTION_SHARE", value_parser = values::positive, help_heading = "Limits")]
    connection_share: Option<usize>,
    /// How long a client may take to send the headers of a request [default: 10s]
    #[arg(long, value_name = "T", env = "CHAUTARI_HEADER_TIME", value_parser = values::limit, help_heading = "Limits")]
    header_time: Option<Duration>,
    /// How long an idle connection is kept [default: 75s]
    #[arg(long, value_name = "T", env = "CHAUTARI_IDLE_TIME", value_parser = values::limit, help_heading = "Limits")]
    idle_time: Option<Duration>,
    /// How many bytes the headers of a request may have [default: 16384]
    #[arg(long, value_name = "BYTES", env = "CHAUTARI_HEADER_SIZE", value_parser = values::header_size, help_heading = "Limits")]
    header_size: Option<usize>,
    /// How long a client may take to send the body of a request [default: 10s]
    #[arg(long, value_name = "T", env = "CHAUTARI_BODY_TIME", value_parser = values::limit, help_heading = "Limits")]
    body_time: Option<Duration>,
    /// How many bytes the body of a request may have [default: 262144]
    #[arg(long, value_name = "BYTES", env = "CHAUTARI_BODY_SIZE", value_parser = values::positive, help_heading = "Limits")]
    body_size: Option<usize>,
    /// How long an answer that should come at once may take [default: 5s]
    #[arg(long, value_name = "T", env = "CHAUTARI_ANSWER_TIME", value_parser = values::limit, help_heading = "Limits")]
    answer_time: Option<Duration>,
    /// How long a client may stop reading an answer before it is dropped [default: 20s]
    #[arg(long, value_name = "T", env = "CHAUTARI_STALL_TIME", value_parser = values::limit, help_heading = "Limits")]
    stall_time: Option<Duration>,
    /// How many requests one client may make [default: 2000/s]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_REQUEST", help_heading = "Limits")]
    rate_request: Option<Rate>,
    /// How many questions to engines one client may ask [default: 600/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_THINK", help_heading = "Limits")]
    rate_think: Option<Rate>,
    /// How many matches, bots and tournaments one client may make [default: 300/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_CREATE", help_heading = "Limits")]
    rate_create: Option<Rate>,
    /// How many moves and other actions one client may make [default: 200/s]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_ACT", help_heading = "Limits")]
    rate_act: Option<Rate>,
    /// How many wrong tokens one client may send [default: 60/min]
    #[arg(long, value_name = "RATE", env = "CHAUTARI_RATE_GUESS", help_heading = "Limits")]
    rate_guess: Option<Rate>,

    /// A web site elsewhere that may use the API from a browser, such as https://example.org; `*` for
    /// all [default: none]
    #[arg(
        long,
        value_name = "ORIGIN",
        env = "CHAUTARI_CORS",
        value_parser = values::site,
        value_delimiter = ',',
        help_heading = "Neighbours"
    )]
    cors: Vec<String>,
    /// A push service that may carry notifications to browsers while the page is closed, or `none` [default:
    /// fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com]
    #[arg(
        long,
        value_name = "HOST",
        env = "CHAUTARI_PUSH_SERVICES",
        value_parser = values::push_service,
        value_delimiter = ',',
        help_heading = "Neighbours"
    )]
    push_services: Vec<String>,
    /// The address of a reverse proxy whose X-Forwarded-For is trusted [default: none]
    #[arg(
        long,
        value_name = "IP",
        env = "CHAUTARI_PROXY",
        value_delimiter = ',',
        help_heading = "Neighbours"
    )]
    proxy: Vec<IpAddr>,

    /// What to log: error, warn, info, debug, trace, or a filter such as chautari_server=debug
    /// [default: info]
    #[arg(long, value_name = "FILTER", env = "CHAUTARI_LOG", help_heading = "Operation")]
    pub(crate) log: Option<String>,
    /// How to log [default: text]
    #[arg(long, value_name = "FORM", env = "CHAUTARI_LOG_FORM", help_heading = "Operation")]
    pub(crate) log_form: Option<LogForm>,
    /// Send traces to this OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318
    /// [default: none]
    #[cfg(feature = "traces")]
    #[arg(long, value_name = "URL", env = "CHAUTARI_TRACES", help_heading = "Operation")]
    pub(crate) traces: Option<String>,
    /// Remove games that nobody played by name (no person, no bot, no tournament) after this many days
    /// [default: none]
    #[arg(long, value_name = "DAYS", env = "CHAUTARI_KEEP_NAMELESS", value_parser = days(), help_heading = "Operation")]
    keep_nameless: Option<u32>,
    /// How long to wait, when stopping, for requests in progress [default: 4s]
    #[arg(long, value_name = "T", env = "CHAUTARI_STOP_TIME", value_parser = duration, help_heading = "Operation")]
    stop_time: Option<Duration>,
}

/// Where everything is kept.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Store {
    /// Read more options from this TOML file, named as those of `serve`: `listen = "0.0.0.0:8080"`
    #[arg(long, value_name = "FILE", env = "CHAUTARI_CONFIG")]
    config: Option<PathBuf>,
    /// Where everything is kept: sqlite:PATH, or postgres://USER@HOST/NAME, which several servers can
    /// share [default: chautari.db in the data folder]
    #[arg(
        long,
        value_name = "URL",
        env = "CHAUTARI_DATABASE",
        hide_env_values = true,
        help_heading = "Places"
    )]
    database: Option<String>,
    /// The data folder [default: chautari in your own]
    #[arg(long, value_name = "FOLDER", env = "CHAUTARI_DATA", help_heading = "Places")]
    data: Option<PathBuf>,
}

/// Where a ledger was found to be.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Its address, as the ledger takes it.
    pub(crate) url: String,
}

/// Where things were found to be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The address of the ledger.
    database: String,
    /// The folder with exact tables.
    tables: Option<Arc<Path>>,
}

/// Where to listen, if at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    Open(SocketAddr),
    Shut,
}

/// What a log line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Store {
    /// With what the configuration file says, where nothing else was said.
    fn complete(&self) -> Result<Store, Failure> {
        let Some(path) = &self.config else { return Ok(self.clone()) };
        let Store { database, data, .. } = Options::from_file(path)?.store;
        let said = self.clone();
        Ok(Store { config: said.config, database: said.database.or(database), data: said.data.or(data) })
    }

    /// A ledger that is there already.
    pub(crate) fn existing(&self) -> Result<Kept, Failure> {
        self.complete()?.place()
    }

    /// A ledger that may be new: the data folder is made where it is missing.
    pub(crate) fn made(&self) -> Result<Kept, Failure> {
        let store = self.complete()?;
        let kept = store.place()?;
        if let (None, Some(folder)) = (&store.database, kept.file().and_then(Path::parent)) {
            std::fs::create_dir_all(folder)
                .map_err(|e| Failure::bad(format!("{} cannot be made: {e}.", folder.display())))?;
        }
        Ok(kept)
    }

    fn place(&self) -> Result<Kept, Failure> {
        if let Some(url) = &self.database {
            return Ok(Kept { url: url.clone() });
        }
        let folder = self.data.clone().or_else(folder::data);
        let folder = folder
            .ok_or_else(|| Failure::bad("There is no home folder; say --data FOLDER or --database URL."))?;
        Ok(Kept { url: format!("sqlite:{}", folder.join("chautari.db").display()) })
    }
}

impl Kept {
    /// The file, where it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        let path = self.url.strip_prefix("sqlite:")?;
        let path = path.strip_prefix("//").unwrap_or(path);
        (path != ":memory:").then(|| Path::new(path))
    }
}

/// As people call it: without what may be secret.
impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = self.file() {
            return write!(f, "{}", path.display());
        }
        let (scheme, rest) = self.url.split_once("://").unwrap_or((&self.url, ""));
        let rest = rest.split('?').next().unwrap_or_default();
        write!(f, "{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, place)| place))
    }
}

impl Options {
    /// The options of a command, with those of the configuration file where nothing else was said.
    /// `said` is what clap made of the command line and the environment.
    pub(crate) fn complete(self, said: &ArgMatches) -> Result<Options, Failure> {
        let Some(path) = &self.store.config else { return Ok(self) };
        let mut options = Options::from_file(path)?;
        options.update_from_arg_matches(said).map_err(|e| Failure::bad(e.to_string()))?;
        Ok(options)
    }

    fn from_file(path: &Path) -> Result<Options, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Failure::bad(format!("{} cannot be read: {e}.", path.display())))?;
        Options::from_toml(&text, path)
    }

    fn from_toml(text: &str, path: &Path) -> Result<Options, Failure> {
        let bad = |what: String| Failure::bad(format!("{}: {what}", path.display()));
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| bad(e.to_string()))?;
        let mut words = vec![OsString::from("chautari")];
        for (name, value) in &table {
            if name == "config" {
                return Err(bad("`config` names such a file, and stands in none.".to_owned()));
            }
            let values = match value {
                toml::Value::Array(values) => values.iter().collect(),
                value => vec![value],
            };
            for value in values {
                let word = match value {
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Integer(number) => number.to_string(),
                    toml::Value::Float(number) => number.to_string(),
                    _ => return Err(bad(format!("`{name}` must be a text or a number."))),
                };
                words.push(format!("--{name}={word}").into());
            }
        }
        // What the environment says has its own place, above the file.
        let parser = Options::augment_args(Command::new("chautari"))
            .mut_args(|arg| arg.env(None::<&str>))
            .disable_help_flag(true);
        let wrong = |e: clap::Error| bad(in_a_file(&e));
        let matches = parser.try_get_matches_from(words).map_err(wrong)?;
        Options::from_arg_matches(&matches).map_err(wrong)
    }

    /// Where the ledger and the tables are; the data folder is made where it is missing.
    pub(crate) fn place(&self) -> Result<Place, Failure> {
        let named = self.tables.clone().or_else(|| Some(self.store.data.as_ref()?.join("tables")));
        Ok(Place { database: self.store.made()?.url, tables: tables::folder(named.as_deref()) })
    }

    /// Where to listen for Gomoku programs.
    pub(crate) fn gomoku(&self) -> Gate {
        self.gomoku.unwrap_or(Gate::Open(SocketAddr::from(([127, 0, 0, 1], 1234))))
    }

    /// Whether it speaks TLS.
    pub(crate) fn has_certificate(&self) -> bool {
        self.tls_certificate.is_some()
    }

    /// How Softserve is set up.
    pub(crate) fn softserve(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            think_time: self.bot_time.unwrap_or(usual.think_time),
            most_games: self.event_games.map_or(usual.most_games, |games| games as u64),
            think_token: self.think_token.as_ref().map(Token::hash),
            base_url: self.public_url.clone().unwrap_or(usual.base_url),
            mail: self.smtp.clone().map(|server| Mail {
                server,
                from: self.mail_from.clone().unwrap_or_else(|| "chautari@localhost".to_owned()),
            }),
            ..usual
        }
    }

    /// What the server is told; what was not said stays as usual.
    pub(crate) fn config(self, place: Place) -> Result<Config, Failure> {
        let usual = Config::default();
        let rates = self.rates();
        let (connections, bodies, engines) = (usual.connections, usual.bodies, usual.engines);
        let certificate = match (self.tls_certificate, self.tls_key) {
            (Some(chain), Some(key)) => Some(Certificate { chain, key }),
            (None, None) => None,
            _ => return Err(Failure::bad("TLS needs both --tls-certificate and --tls-key.")),
        };
        Ok(Config {
            listen: self.listen.unwrap_or(usual.listen),
            certificate,
            database: place.database,
            connections: Connections {
                most: self.connections.unwrap_or(connections.most),
                most_per_client: self.connection_share.unwrap_or(connections.most_per_client),
                header_time: self.header_time.unwrap_or(connections.header_time),
                idle_time: self.idle_time.unwrap_or(connections.idle_time),
                header_bytes: self.header_size.unwrap_or(connections.header_bytes),
                stall_time: self.stall_time.unwrap_or(connections.stall_time),
            },
            bodies: Bodies {
                bytes: self.body_size.unwrap_or(bodies.bytes),
                time: self.body_time.unwrap_or(bodies.time),
            },
            answer_time: self.answer_time.unwrap_or(usual.answer_time),
            engines: Thinkers {
                threads: self.engines.unwrap_or(engines.threads),
                hash: self.engine_hash.unwrap_or(engines.hash),
                queue: self.engine_queue.unwrap_or(engines.queue),
                per_client: self.engine_share.unwrap_or(engines.per_client),
                tables: place.tables,
                time: self.engine_time.unwrap_or(engines.time),
                most_time: self.engine_most_time.unwrap_or(engines.most_time),
            },
            rates,
            origins: self.cors,
            push_services: match self.push_services {
                said if said.is_empty() => usual.push_services,
                said => said.into_iter().filter(|service| service != "none").collect(),
            },
            public_url: self.public_url,
            proxies: self.proxy,
            keep_nameless: self.keep_nameless.map(|days| Duration::from_hours(24 * u64::from(days))),
            stop_time: self.stop_time.unwrap_or(usual.stop_time),
            commit: env!("CHAUTARI_COMMIT"),
        })
    }

    /// How often one client may do what; also while the server goes on.
    pub(crate) fn rates(&self) -> Rates {
        let usual = Rates::default();
        Rates {
            request: self.rate_request.unwrap_or(usual.request),
            think: self.rate_think.unwrap_or(usual.think),
            create: self.rate_create.unwrap_or(usual.create),
            act: self.rate_act.unwrap_or(usual.act),
            guess: self.rate_guess.unwrap_or(usual.guess),
        }
    }
}

/// What is wrong with an option, where it is no word of a command line.
fn in_a_file(error: &clap::Error) -> String {
    let told = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.trim_start_matches('-')),
        Some(ContextValue::Strings(texts)) => texts.first().map(|text| text.trim_start_matches('-')),
        _ => None,
    };
    let name = told(ContextKind::InvalidArg).unwrap_or_default();
    let name = name.split([' ', '=']).next().unwrap_or(name);
    if error.kind() == ErrorKind::UnknownArgument {
        let like =
            told(ContextKind::SuggestedArg).map(|like| format!(" Is it `{like}`?")).unwrap_or_default();
        return format!("`{name}` is no option; `chautari serve --help` lists them.{like}");
    }
    // The first line says it, and what follows is about command lines.
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches("error: ").replace("--", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parser() -> Command {
        Options::augment_args(Command::new("serve"))
    }

    fn read(words: &[&str]) -> Options {
        let parser = parser().mut_args(|arg| arg.env(None::<&str>));
        let matches = parser.get_matches_from(std::iter::once("serve").chain(words.iter().copied()));
        Options::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn what_help_calls_the_default_is_the_default() {
        let mut words = Vec::new();
        for arg in parser().get_arguments() {
            let help = arg.get_help().unwrap().to_string();
            let (_, default) = help.split_once("[default: ").unwrap_or(("", "none]"));
            let default = default.trim_end_matches(']');
            let is_described =
                ["none", "all cores", "chautari", "tables"].iter().any(|word| default.starts_with(word));
            if !is_described {
                words.push(format!("--{}={default}", arg.get_long().unwrap()));
            }
        }
        assert!(words.len() > 20, "{words:?}");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = read(&words);
        assert_eq!(said.gomoku(), Options::default().gomoku());
        assert_eq!(format!("{:?}", said.softserve()), format!("{:?}", Settings::default()));
        let usual = Config { database: String::new(), commit: env!("CHAUTARI_COMMIT"), ..Config::default() };
        let config = said.config(Place::default()).unwrap_or_default();
        assert_eq!(format!("{config:?}"), format!("{usual:?}"));
    }

    #[test]
    fn every_option_has_a_variable_of_its_name() {
        for arg in parser().get_arguments() {
            let name = arg.get_long().unwrap().replace('-', "_").to_uppercase();
            assert_eq!(arg.get_env().unwrap().to_str().unwrap(), format!("CHAUTARI_{name}"));
        }
    }

    #[test]
    fn a_file_has_the_names_of_the_flags() {
        let text = "listen = \"0.0.0.0:1\"\nengines = 3\ncors = [\"https://a.example\", \"https://b.example\"]\n\
                    header-time = 2.5\nrate-act = \"off\"";
        let config =
            Options::from_toml(text, Path::new("c.toml")).unwrap_or_default().config(Place::default());
        let config = config.unwrap_or_default();
        assert_eq!(config.listen, SocketAddr::from(([0, 0, 0, 0], 1)));
        assert_eq!(values::address("localhost:8081"), Ok(SocketAddr::from(([127, 0, 0, 1], 8081))));
        assert_eq!((config.engines.threads, config.origins.len()), (3, 2));
        assert_eq!(config.connections.header_time, Duration::from_millis(2500));
        assert_eq!(config.rates.act.to_string(), "off");
        for bad in ["lisen = 1", "listen = true", "listen", "engines = 0", "[engines]\nhash = 1"] {
            assert!(Options::from_toml(bad, Path::new("c.toml")).is_err(), "{bad}");
        }
    }
}
