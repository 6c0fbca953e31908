//! Resolves the options of `serve` from flags, environment and file, and converts them to the server's configuration.
//!
//! One parser reads all three, so the keys of a file are the names of the flags. Flags override the environment, the
//! environment overrides the file, and the file overrides the defaults.

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_http::{Bodies, Certificate, Connections, Rates, Token};
use chautari_server::Config;
use chautari_softserve::{Mail, Settings};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::args::{ListenSetting, ServeOptions, StoreArgs};
use crate::commands::tables;
use crate::data_dir::data_dir;
use crate::output::Failure;

/// The resolved URL of a ledger. Its `Display` form omits credentials.
#[derive(Clone, Debug)]
pub(super) struct DatabaseUrl {
    /// The URL as the ledger takes it.
    pub(super) url: String,
}

/// The resolved locations of a server's data.
#[derive(Clone, Debug, Default)]
pub(super) struct ResolvedPaths {
    /// The URL of the ledger.
    database: String,
    /// The folder with exact tables, if any.
    tables: Option<Arc<Path>>,
}

impl StoreArgs {
    /// Fills in unset options from the configuration file.
    fn complete(&self) -> Result<StoreArgs, Failure> {
        let Some(path) = &self.config else { return Ok(self.clone()) };
        let StoreArgs { database, data, .. } = ServeOptions::from_file(path)?.store;
        let given = self.clone();
        Ok(StoreArgs {
            config: given.config,
            database: given.database.or(database),
            data: given.data.or(data),
        })
    }

    /// Returns the URL of a ledger that must exist already; creates nothing.
    pub(super) fn existing_database(&self) -> Result<DatabaseUrl, Failure> {
        self.complete()?.database_url()
    }

    /// Returns the URL of a ledger that may be new, and creates the data folder if it is missing.
    pub(super) fn new_database(&self) -> Result<DatabaseUrl, Failure> {
        let store = self.complete()?;
        let database = store.database_url()?;
        if let (None, Some(folder)) = (&store.database, database.file().and_then(Path::parent)) {
            std::fs::create_dir_all(folder)
                .map_err(|e| Failure::bad(format!("{} cannot be created: {e}.", folder.display())))?;
        }
        Ok(database)
    }

    fn database_url(&self) -> Result<DatabaseUrl, Failure> {
        if let Some(url) = &self.database {
            return Ok(DatabaseUrl { url: url.clone() });
        }
        let folder = self.data.clone().or_else(data_dir);
        let folder = folder
            .ok_or_else(|| Failure::bad("There is no home folder; set --data FOLDER or --database URL."))?;
        Ok(DatabaseUrl { url: format!("sqlite:{}", folder.join("chautari.db").display()) })
    }
}

impl DatabaseUrl {
    /// Returns the path of an SQLite file; `None` for a database in memory or on a server.
    pub(super) fn file(&self) -> Option<&Path> {
        let path = self.url.strip_prefix("sqlite:")?;
        let path = path.strip_prefix("//").unwrap_or(path);
        (path != ":memory:").then(|| Path::new(path))
    }
}

/// Omits user name, password and parameters.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = self.file() {
            return write!(f, "{}", path.display());
        }
        let (scheme, rest) = self.url.split_once("://").unwrap_or((&self.url, ""));
        let rest = rest.split('?').next().unwrap_or_default();
        write!(f, "{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host))
    }
}

impl ServeOptions {
    /// Fills in unset options from the configuration file. `matches` are those of the command line and the
    /// environment.
    pub(super) fn complete(self, matches: &ArgMatches) -> Result<ServeOptions, Failure> {
        let Some(path) = &self.store.config else { return Ok(self) };
        let mut options = ServeOptions::from_file(path)?;
        options.update_from_arg_matches(matches).map_err(|e| Failure::bad(e.to_string()))?;
        Ok(options)
    }

    fn from_file(path: &Path) -> Result<ServeOptions, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Failure::bad(format!("{} cannot be read: {e}.", path.display())))?;
        ServeOptions::from_toml(&text, path)
    }

    fn from_toml(text: &str, path: &Path) -> Result<ServeOptions, Failure> {
        let bad = |what: String| Failure::bad(format!("{}: {what}", path.display()));
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| bad(e.to_string()))?;
        let mut args = vec![OsString::from("chautari")];
        for (name, value) in &table {
            if name == "config" {
                return Err(bad("`config` is not allowed in a configuration file.".to_owned()));
            }
            let values = match value {
                toml::Value::Array(values) => values.iter().collect(),
                value => vec![value],
            };
            for value in values {
                let text = match value {
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Integer(number) => number.to_string(),
                    toml::Value::Float(number) => number.to_string(),
                    _ => return Err(bad(format!("`{name}` must be a string or a number."))),
                };
                args.push(format!("--{name}={text}").into());
            }
        }
        // The environment overrides the file, so it must not be read here.
        let parser = ServeOptions::augment_args(Command::new("chautari"))
            .mut_args(|arg| arg.env(None::<&str>))
            .disable_help_flag(true);
        let invalid = |e: clap::Error| bad(describe_file_error(&e));
        let matches = parser.try_get_matches_from(args).map_err(invalid)?;
        ServeOptions::from_arg_matches(&matches).map_err(invalid)
    }

    /// Resolves the locations of the ledger and the tables, and creates the data folder if it is missing.
    pub(super) fn resolve_paths(&self) -> Result<ResolvedPaths, Failure> {
        let named = self.tables.clone().or_else(|| Some(self.store.data.as_ref()?.join("tables")));
        Ok(ResolvedPaths {
            database: self.store.new_database()?.url,
            tables: tables::folder(named.as_deref()),
        })
    }

    /// Returns the address to listen on for Gomoku programs.
    pub(super) fn gomoku_listener(&self) -> ListenSetting {
        self.gomoku.unwrap_or(ListenSetting::On(SocketAddr::from(([127, 0, 0, 1], 1234))))
    }

    /// Returns whether the server speaks TLS.
    pub(super) fn has_certificate(&self) -> bool {
        self.tls_certificate.is_some()
    }

    /// Returns the settings of the Softserve protocol.
    pub(super) fn softserve(&self) -> Settings {
        let default = Settings::default();
        Settings {
            think_time: self.bot_time.unwrap_or(default.think_time),
            most_games: self.event_max_games.map_or(default.most_games, |games| games as u64),
            think_token: self.think_token.as_ref().map(Token::hash),
            base_url: self.public_url.clone().unwrap_or(default.base_url),
            mail: self.smtp.clone().map(|server| Mail {
                server,
                from: self.mail_from.clone().unwrap_or_else(|| "chautari@localhost".to_owned()),
            }),
            ..default
        }
    }

    /// Converts the options to the server's configuration, with its defaults for unset options.
    pub(super) fn config(self, paths: ResolvedPaths) -> Result<Config, Failure> {
        let default = Config::default();
        let rates = self.rates();
        let (http, engines) = (default.http, default.engines);
        let (connections, bodies) = (http.connections, http.bodies);
        let certificate = match (self.tls_certificate, self.tls_key) {
            (Some(chain), Some(key)) => Some(Certificate { chain, key }),
            (None, None) => None,
            _ => return Err(Failure::bad("TLS needs both --tls-certificate and --tls-key.")),
        };
        let mut hosts = self.hosts;
        hosts.extend(self.public_url.as_deref().and_then(host_of));
        Ok(Config {
            http: chautari_http::Config {
                listen: self.listen.unwrap_or(http.listen),
                certificate,
                connections: Connections {
                    max: self.max_connections.unwrap_or(connections.max),
                    max_per_client: self.max_connections_per_client.unwrap_or(connections.max_per_client),
                    header_timeout: self.header_timeout.unwrap_or(connections.header_timeout),
                    idle_timeout: self.idle_timeout.unwrap_or(connections.idle_timeout),
                    header_bytes: self.header_size.unwrap_or(connections.header_bytes),
                    write_timeout: self.write_timeout.unwrap_or(connections.write_timeout),
                },
                bodies: Bodies {
                    bytes: self.body_size.unwrap_or(bodies.bytes),
                    in_flight: bodies.in_flight,
                    timeout: self.body_timeout.unwrap_or(bodies.timeout),
                },
                request_timeout: self.request_timeout.unwrap_or(http.request_timeout),
                rates,
                origins: self.cors,
                hosts,
                proxies: self.trusted_proxy,
                shutdown_timeout: self.shutdown_timeout.unwrap_or(http.shutdown_timeout),
            },
            database: paths.database,
            engines: EnginePoolConfig {
                threads: self.engines.unwrap_or(engines.threads),
                hash: self.engine_hash.unwrap_or(engines.hash),
                queue: self.engine_queue.unwrap_or(engines.queue),
                per_client: self.engine_max_per_client.unwrap_or(engines.per_client),
                tables: paths.tables,
                time: self.engine_time.unwrap_or(engines.time),
                max_time: self.engine_max_time.unwrap_or(engines.max_time),
            },
            push_services: match self.push_services {
                services if services.is_empty() => default.push_services,
                services => services.into_iter().filter(|service| service != "none").collect(),
            },
            public_url: self.public_url,
            anonymous_retention: self
                .anonymous_retention
                .map(|days| Duration::from_hours(24 * u64::from(days))),
            commit: env!("CHAUTARI_COMMIT"),
        })
    }

    /// Returns the rate limits per client. They can be changed while the server runs.
    pub(super) fn rates(&self) -> Rates {
        let default = Rates::default();
        Rates {
            request: self.rate_request.unwrap_or(default.request),
            think: self.rate_think.unwrap_or(default.think),
            create: self.rate_create.unwrap_or(default.create),
            act: self.rate_act.unwrap_or(default.act),
            bad_token: self.rate_bad_token.unwrap_or(default.bad_token),
        }
    }
}

/// Formats a clap error for an option that came from a file.
fn describe_file_error(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.trim_start_matches('-')),
        Some(ContextValue::Strings(texts)) => texts.first().map(|text| text.trim_start_matches('-')),
        _ => None,
    };
    let name = context(ContextKind::InvalidArg).unwrap_or_default();
    let name = name.split([' ', '=']).next().unwrap_or(name);
    if error.kind() == ErrorKind::UnknownArgument {
        let like = context(ContextKind::SuggestedArg)
            .map(|like| format!(" Did you mean `{like}`?"))
            .unwrap_or_default();
        return format!("unknown option `{name}`; `chautari serve --help` lists all.{like}");
    }
    // The first line holds the error; the rest explains how to use a command line.
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches("error: ").replace("--", "")
}

/// Returns the host of a URL that was validated when it was parsed.
fn host_of(url: &str) -> Option<String> {
    axum::http::Uri::try_from(url).ok()?.host().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parser() -> Command {
        ServeOptions::augment_args(Command::new("serve"))
    }

    fn parse(args: &[&str]) -> ServeOptions {
        let parser = parser().mut_args(|arg| arg.env(None::<&str>));
        let matches = parser.get_matches_from(std::iter::once("serve").chain(args.iter().copied()));
        ServeOptions::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn defaults_in_the_help_are_the_defaults() {
        let mut args = Vec::new();
        for arg in parser().get_arguments() {
            let help = arg.get_help().unwrap().to_string();
            let (_, default) = help.split_once("[default: ").unwrap_or(("", "none]"));
            let default = default.trim_end_matches(']');
            let is_described =
                ["none", "all cores", "chautari", "tables"].iter().any(|word| default.starts_with(word));
            if !is_described {
                args.push(format!("--{}={default}", arg.get_long().unwrap()));
            }
        }
        assert!(args.len() > 20, "{args:?}");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let options = parse(&args);
        assert_eq!(options.gomoku_listener(), ServeOptions::default().gomoku_listener());
        assert_eq!(format!("{:?}", options.softserve()), format!("{:?}", Settings::default()));
        let default =
            Config { database: String::new(), commit: env!("CHAUTARI_COMMIT"), ..Config::default() };
        let config = options.config(ResolvedPaths::default()).unwrap_or_default();
        assert_eq!(format!("{config:?}"), format!("{default:?}"));
    }

    #[test]
    fn keys_of_a_file_are_the_names_of_the_flags() {
        let text = "listen = \"0.0.0.0:1\"\nengines = 3\ncors = [\"https://a.example\", \"https://b.example\"]\n\
                    header-timeout = 2.5\nrate-act = \"off\"";
        let config = ServeOptions::from_toml(text, Path::new("c.toml"))
            .unwrap_or_default()
            .config(ResolvedPaths::default());
        let config = config.unwrap_or_default();
        assert_eq!(config.http.listen, SocketAddr::from(([0, 0, 0, 0], 1)));
        assert_eq!((config.engines.threads, config.http.origins.len()), (3, 2));
        assert_eq!(config.http.connections.header_timeout, Duration::from_millis(2500));
        assert_eq!(config.http.rates.act.to_string(), "off");
        for bad in ["lisen = 1", "listen = true", "listen", "engines = 0", "[engines]\nhash = 1"] {
            assert!(ServeOptions::from_toml(bad, Path::new("c.toml")).is_err(), "{bad}");
        }
    }
}
