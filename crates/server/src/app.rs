//! Everything a handler needs.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_game::{AnyGame, AnyRecord};
use chautari_ledger::Ledger;
use tokio::task::JoinSet;

use crate::{Client, Config, Engines, Problem, Shutdown};

/// A server without its socket: games, ledger, engines, limits. Cheap to clone; the state of every
/// route.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    config: Config,
    games: &'static [&'static dyn AnyGame],
    ledger: Ledger,
    engines: Engines,
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
        let (shutdown, tasks) = (Shutdown::default(), Mutex::default());
        Ok(App(Arc::new(Inner { config, games, ledger, engines, shutdown, tasks })))
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

    /// A game at a position, or at its start.
    pub fn record(game: &dyn AnyGame, position: Option<&str>) -> Result<Box<dyn AnyRecord>, Problem> {
        Ok(position.map_or_else(|| Ok(game.start()), |text| game.read_position(text))?)
    }

    /// Where everything is kept.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Who thinks.
    pub fn engines(&self) -> &Engines {
        &self.0.engines
    }

    /// What ends everything.
    pub fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The answer to a token that opens nothing. Guesses are counted: who makes many is told to wait.
    pub fn wrong_token(&self, client: Client) -> Problem {
        let _ = client;
        Problem::unauthorized("This token is not known.")
    }

    /// Runs something beside the requests. It must end soon after [`shutdown`](Self::shutdown) is
    /// requested; stopping waits for it.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner).spawn(task);
    }

    /// Takes what was spawned, to wait for it.
    pub(crate) fn take_tasks(&self) -> JoinSet<()> {
        std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
