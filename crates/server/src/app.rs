//! Everything a handler needs.

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_game::AnyGame;
use chautari_ledger::Ledger;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::games::Boards;
use crate::line::{Place, Places, Share};
use crate::matches::Hall;
use crate::rates::Buckets;
use crate::{Action, Client, Config, Engines, Metrics, Problem, Shutdown};

/// A server without its socket: games, ledger, engines, limits. Cheap to clone; the state of every
/// route.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    config: Config,
    games: &'static [&'static dyn AnyGame],
    ledger: Ledger,
    engines: Engines,
    hall: Arc<Hall>,
    metrics: Metrics,
    buckets: Buckets,
    places: Places,
    /// Who may paint; painting takes a core as thinking does.
    easels: Arc<Semaphore>,
    boards: Boards,
    shutdown: Shutdown,
    tasks: Mutex<JoinSet<()>>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be opened.
    #[error(transparent)]
    Ledger(#[from] chautari_ledger::OpenError),
    /// The engines have no threads.
    #[error("the engines cannot start: {0}")]
    Engines(std::io::Error),
}

impl App {
    /// Opens the ledger and starts the engines.
    pub async fn open(config: Config, games: &'static [&'static dyn AnyGame]) -> Result<App, OpenError> {
        let ledger = Ledger::open(&config.database).await?;
        let engines = Engines::start(&config.engines).map_err(OpenError::Engines)?;
        let metrics = Metrics::new();
        let observer = metrics.clone();
        ledger.on_commit(move |commit| observer.commit(commit));
        Ok(App(Arc::new(Inner {
            buckets: Buckets::new(&config.rates),
            places: Places::new(&config.connections),
            easels: Arc::new(Semaphore::new(2 * config.engines.threads.max(1))),
            boards: Boards::new(games),
            shutdown: Shutdown::default(),
            tasks: Mutex::default(),
            hall: Arc::new(Hall::new(ledger.clone(), games)),
            config,
            games,
            ledger,
            engines,
            metrics,
        })))
    }

    /// How it is set up.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// What can be played.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// The game of that name, with rules changed where the name says so: `baghchal:captures=3`.
    pub fn game(&self, name: &str) -> Result<Box<dyn AnyGame>, Problem> {
        chautari_game::find(self.0.games, name).map_err(Problem::missing)
    }

    /// Where everything is kept.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Who thinks.
    pub fn engines(&self) -> &Engines {
        &self.0.engines
    }

    /// Where matches are played.
    pub(crate) fn hall(&self) -> &Arc<Hall> {
        &self.0.hall
    }

    /// What is measured.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many connections are open.
    pub fn open_connections(&self) -> usize {
        self.0.places.taken()
    }

    /// What ends everything.
    pub fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The answer to a token that opens nothing. Guesses are counted: who makes many is told to wait.
    pub fn wrong_token(&self, client: Client) -> Problem {
        match self.admit(client, Action::Guess) {
            Ok(()) => Problem::unauthorized("This token is not known."),
            Err(busy) => busy,
        }
    }

    /// Counts something a client does against its rate; 429 with when to try again where it does it
    /// too often. Requests themselves are counted already.
    pub fn admit(&self, client: Client, action: Action) -> Result<(), Problem> {
        self.0.buckets.take(client, action)
    }

    /// A place for a connection from that address. A proxy that is believed has as many as it likes:
    /// its clients are counted by what they ask.
    pub(crate) fn place(&self, address: IpAddr) -> Result<Place, Problem> {
        let share = if self.0.config.proxies.contains(&address.to_canonical()) {
            Share::Unbounded
        } else {
            Share::Bounded
        };
        Ok(self.0.places.take(address, share)?)
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.0.boards
    }

    pub(crate) fn easels(&self) -> Arc<Semaphore> {
        Arc::clone(&self.0.easels)
    }

    pub(crate) fn places(&self) -> &Places {
        &self.0.places
    }

    pub(crate) fn buckets(&self) -> &Buckets {
        &self.0.buckets
    }

    /// Runs something beside the requests. It must end soon after [`shutdown`](Self::shutdown) is
    /// requested; stopping waits for it.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that are done would be kept until the end.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Takes what was spawned, to wait for it.
    pub(crate) fn take_tasks(&self) -> JoinSet<()> {
        std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
