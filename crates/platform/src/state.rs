//! The state that services and protocols are built on.

use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::{JobOutcome, run_worker};
use chautari_compute::{Client, Engines, Pool, RunError, TaskContext};
use chautari_game::AnyGame;
use chautari_http::{Http, Problem, deadline};
use chautari_ledger::{Job, Ledger};

use crate::engine_backlog::EngineBacklog;
use crate::long_reads::LongReads;

/// HTTP kit, compute pools, ledger and games. Cheap to clone.
#[derive(Clone)]
pub struct Platform(Arc<Inner>);

struct Inner {
    http: Http,
    engines: Engines,
    compute_pool: Pool,
    ledger: Ledger,
    games: &'static [&'static dyn AnyGame],
    backlog: EngineBacklog,
    long_reads: LongReads,
}

impl FromRef<Platform> for Http {
    fn from_ref(platform: &Platform) -> Http {
        platform.http().clone()
    }
}

impl Platform {
    /// Puts the parts together.
    pub fn new(
        http: Http,
        engines: Engines,
        compute_pool: Pool,
        ledger: Ledger,
        games: &'static [&'static dyn AnyGame],
    ) -> Platform {
        let (backlog, long_reads) = (EngineBacklog::default(), LongReads::default());
        Platform(Arc::new(Inner { http, engines, compute_pool, ledger, games, backlog, long_reads }))
    }

    /// Connections, limits, metrics, background tasks.
    pub fn http(&self) -> &Http {
        &self.0.http
    }

    /// The engines.
    pub fn engines(&self) -> &Engines {
        &self.0.engines
    }

    /// The pool for long computations other than searches: long positions, pictures.
    pub fn compute_pool(&self) -> &Pool {
        &self.0.compute_pool
    }

    /// The event store.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// All games that can be played.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    pub(crate) fn backlog(&self) -> &EngineBacklog {
        &self.0.backlog
    }

    /// Finds a game by name, with changed rules if the name has parameters: `baghchal:captures=3`.
    pub fn game(&self, name: &str) -> Result<Box<dyn AnyGame>, Problem> {
        chautari_game::find(self.0.games, name).map_err(Problem::not_found)
    }

    /// The canonical name of a game under its rules.
    pub fn name_of(&self, game: &dyn AnyGame) -> String {
        chautari_game::canonical(self.0.games, game)
    }

    /// Runs a long computation on the compute pool. It has no deadline; dropping the future cancels it.
    pub async fn compute<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(&TaskContext) -> T + Send + 'static,
    ) -> Result<T, RunError> {
        deadline::disable();
        self.0.compute_pool.run(client, work).await
    }

    /// Runs a long read of the ledger. It has no deadline, and waits if the client has several in progress.
    pub async fn read<T>(&self, client: Client, read: impl Future<Output = T>) -> T {
        deadline::disable();
        self.0.long_reads.run(client, read).await
    }

    /// Runs the jobs of a queue one at a time, each with a clone of `state`. See [`chautari_aggregate::run_worker`].
    pub fn spawn_worker<S, F, E>(
        &self,
        state: &S,
        queue: &'static str,
        task: impl Fn(S, Job) -> F + Send + Sync + 'static,
    ) where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<JobOutcome, E>> + Send + 'static,
        E: std::fmt::Display + Send + 'static,
    {
        self.spawn_workers(state, queue, 1, task);
    }

    /// Like [`Platform::spawn_worker`], with up to `at_once` jobs in progress.
    pub fn spawn_workers<S, F, E>(
        &self,
        state: &S,
        queue: &'static str,
        at_once: usize,
        task: impl Fn(S, Job) -> F + Send + Sync + 'static,
    ) where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<JobOutcome, E>> + Send + 'static,
        E: std::fmt::Display + Send + 'static,
    {
        let state = state.clone();
        let (ledger, shutdown) = (self.ledger().clone(), self.http().shutdown().token());
        let run =
            async move { run_worker(ledger, shutdown, queue, at_once, |job| task(state.clone(), job)).await };
        self.http().spawn(run);
    }
}
