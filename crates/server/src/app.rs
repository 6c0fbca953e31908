//! All services of a server, put together.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_compute::{Engines, Pool};
use chautari_game::AnyGame;
use chautari_http::{CertificateError, Http, Metrics, Token};
use chautari_ledger::{Append, AppendError, Event, Ledger, StreamId, Unavailable, Version};
use chautari_matches::Matches;
use chautari_people::People;
use chautari_people::push::{self, Push};
use chautari_platform::Platform;
use chautari_positions::Positions;
use chautari_study::StudyService;
use chautari_tournaments::Tournaments;

use crate::Config;

/// Computations that may wait for the compute pool, of all clients and of one.
const COMPUTE_QUEUE: usize = 256;
const COMPUTE_PER_CLIENT: usize = 8;

/// A server without its socket: the state of every route, of which each route sees its part by [`FromRef`]. Cheap to
/// clone.
#[derive(Clone, FromRef)]
pub struct App {
    pub(crate) http: Http,
    pub(crate) platform: Platform,
    pub(crate) people: People,
    pub(crate) positions: Positions,
    pub(crate) matches: Matches,
    pub(crate) tournaments: Tournaments,
    pub(crate) study: StudyService,
    #[from_ref(skip)]
    pub(crate) config: Arc<Config>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be opened.
    #[error(transparent)]
    Ledger(#[from] chautari_ledger::OpenError),
    /// The database does not answer.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The threads of a pool cannot be started.
    #[error("the engines cannot start: {0}")]
    Engines(std::io::Error),
    /// The certificate cannot be used.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

impl App {
    /// The HTTP side: configuration, rates, certificate, shutdown.
    pub fn http(&self) -> &Http {
        &self.http
    }

    /// The state that protocols beside the API are built on.
    pub fn platform(&self) -> &Platform {
        &self.platform
    }

    /// The configuration the server was started with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Opens the ledger and starts the pools.
    pub async fn open(config: Config, games: &'static [&'static dyn AnyGame]) -> Result<App, OpenError> {
        let ledger = Ledger::open(&config.database).await?;
        let secret = secret(&ledger).await?;
        let push = open_push(&ledger, &config).await?;
        let metrics = Metrics::new(config.commit);
        observe_commits(&ledger, &metrics);
        let http = Http::new(config.http.clone(), secret, metrics)?;
        let engines = Engines::start(&config.engines).map_err(OpenError::Engines)?;
        let pool = Pool::start("compute", config.engines.threads, COMPUTE_QUEUE, COMPUTE_PER_CLIENT);
        let pool = pool.map_err(OpenError::Engines)?;
        let platform = Platform::new(http.clone(), engines, pool, ledger, games);
        let people = People::new(platform.clone(), push, config.public_url.as_deref());
        let positions = Positions::new(platform.clone());
        let ended_queues = vec![chautari_tournaments::ENDED_MATCHES, chautari_study::ENDED_MATCHES];
        let matches = Matches::new(people.clone(), positions.clone(), ended_queues);
        let tournaments = Tournaments::new(matches.clone());
        let study = StudyService::new(matches.clone());
        Ok(App { http, platform, people, positions, matches, tournaments, study, config: Arc::new(config) })
    }
}

fn observe_commits(ledger: &Ledger, metrics: &Metrics) {
    let seconds = metrics.histogram("chautari_ledger_commit_seconds", "Time of a durable commit");
    let writes = metrics.counter("chautari_ledger_writes_total", "Durable writes");
    ledger.on_commit(move |commit| {
        seconds.record(commit.took);
        writes.increment(commit.writes as u64);
    });
}

/// The secret shared by all servers of a ledger, created by the first of them.
async fn secret(ledger: &Ledger) -> Result<[u8; 32], Unavailable> {
    let make = || Token::new().hash().to_hex();
    let read = |hex: &str| hex.parse::<chautari_http::TokenHash>().ok().map(|hash| *hash.as_bytes());
    created_once(ledger, "server-secret", "secret", make, read).await
}

/// Push delivery with the key of this ledger.
async fn open_push(ledger: &Ledger, config: &Config) -> Result<Push, Unavailable> {
    let open = |key: &str| Push::open(key, config.push_services.clone(), config.public_url.as_deref());
    created_once(ledger, "server-push-key", "key", push::new_key, open).await
}

/// Loads a value that all servers of a ledger share, or creates it if no server has yet.
async fn created_once<T>(
    ledger: &Ledger,
    stream: &str,
    kind: &str,
    make: impl Fn() -> String,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, Unavailable> {
    let stream = StreamId::new(stream);
    loop {
        let known = ledger.read(&stream, Version::START).await?;
        if let Some(text) = known.first().and_then(|event| event.body.as_str()) {
            let unfit = || Unavailable::Failed(format!("`{stream}` cannot be read"));
            return read(text).ok_or_else(unfit);
        }
        let event = Event { kind: kind.to_owned(), body: make().into() };
        match ledger.append(Append::new(stream.clone(), Version::START).event(event)).await {
            Ok(_) | Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause),
            Err(error) => return Err(Unavailable::Failed(error.to_string())),
        }
    }
}
