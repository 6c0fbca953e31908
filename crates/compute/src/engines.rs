//! A bounded pool of engines with a fair queue.
//!
//! Searches run on a pool of threads ([`crate::pool`]), which clients share by the time they use. A request beyond a
//! client's limit, or to a full queue, is refused at once. Dropping a [`SearchHandle`] stops the search.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chautari_game::{AnyGame, EngineOptions, Fault, Level, Limit, Stop, Thought, YieldHook};
use tokio::sync::{mpsc, oneshot};

use crate::Client;
use crate::pool::{Full, Pool, TaskContext, Ticket};

/// Size and limits of the engine pool.
#[derive(Clone, Debug)]
pub struct EnginePoolConfig {
    /// How many searches run at once.
    pub threads: usize,
    /// Size of each engine's hash table, in MiB.
    pub hash: usize,
    /// How many requests may wait, of all clients together.
    pub queue: usize,
    /// How many requests of one client may wait or run.
    pub per_client: usize,
    /// Folder with exact tables; missing ones are built in it. Without a folder there are no tables.
    pub tables: Option<Arc<Path>>,
    /// Search time for requests that state no limit.
    pub time: Duration,
    /// Upper bound for the search time of a request.
    pub max_time: Duration,
}

/// Upper bound for all default hash tables together, in MiB, however many cores there are.
const MAX_HASH: usize = 384;

impl Default for EnginePoolConfig {
    fn default() -> EnginePoolConfig {
        EnginePoolConfig::for_cores(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl EnginePoolConfig {
    /// Defaults for a machine with this many cores. One core is left to everything but engines.
    fn for_cores(cores: usize) -> EnginePoolConfig {
        let threads = cores.saturating_sub(1).max(1);
        EnginePoolConfig {
            threads,
            hash: (MAX_HASH / Pool::threads(threads)).clamp(1, 32),
            queue: 64,
            per_client: 4,
            tables: None,
            time: Duration::from_secs(1),
            max_time: Duration::from_secs(30),
        }
    }
}

/// A search: a position, a strength and limits.
pub struct SearchRequest {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The first position, in the canonical notation; `None` for the initial position of the game.
    pub start: Option<String>,
    /// The moves since, in the canonical notation.
    pub moves: Vec<String>,
    /// The playing strength.
    pub level: Level,
    /// The limits of the search. A missing time is replaced by the configured one, and a longer time is cut.
    pub limit: Limit,
    /// The random seed, for levels that play at random.
    pub seed: u64,
}

/// A search that was refused because too many are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Overload {
    /// This client has too many searches.
    #[error("this client has asked for enough thinking for now")]
    Client {
        /// The time after which to retry.
        retry_after: Duration,
    },
    /// All clients together have too many.
    #[error("all engines are busy and enough questions wait")]
    Server {
        /// The time after which to retry.
        retry_after: Duration,
    },
}

impl Overload {
    /// Returns when to retry.
    pub fn retry_after(&self) -> Duration {
        let (Overload::Client { retry_after } | Overload::Server { retry_after }) = self;
        *retry_after
    }
}

/// Why an accepted search has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchAborted {
    /// The position or a move cannot be parsed, or the rules do not allow it.
    #[error("{0}")]
    Fault(Fault),
    /// The engine failed; the log says more.
    #[error("the engine failed")]
    Failed,
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    /// The search was refused.
    #[error(transparent)]
    Overload(#[from] Overload),
    /// The search was accepted and failed.
    #[error(transparent)]
    SearchAborted(#[from] SearchAborted),
}

/// The pool of engines. Cheap to clone.
#[derive(Clone)]
pub struct Engines(Arc<Shared>);

struct Shared {
    config: EnginePoolConfig,
    pool: Pool,
    /// The recent duration of a search, for the advice when to retry.
    usual: Mutex<Duration>,
}

/// An update of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchUpdate {
    /// A deeper result.
    Better(Thought<String>),
    /// The final result.
    Done(Result<Thought<String>, SearchAborted>),
}

/// An accepted search. Dropping it stops the search.
pub struct SearchHandle {
    engines: Engines,
    client: Client,
    ticket: Ticket,
    stop: Stop,
    better: mpsc::Receiver<Thought<String>>,
    done: Option<oneshot::Receiver<Result<Thought<String>, SearchAborted>>>,
}

/// Capacity of the channel of updates. A slow reader misses some, never the final result.
const UNREAD_UPDATES: usize = 32;

impl Engines {
    /// Starts the threads.
    pub fn start(config: &EnginePoolConfig) -> std::io::Result<Engines> {
        let pool = Pool::start("engine", config.threads, config.queue, config.per_client)?;
        Ok(Engines(Arc::new(Shared { pool, usual: Mutex::new(config.time), config: config.clone() })))
    }

    /// The folder with exact tables, if there is one.
    pub fn tables(&self) -> Option<Arc<Path>> {
        self.0.config.tables.clone()
    }

    /// The configuration the pool was started with.
    pub fn config(&self) -> &EnginePoolConfig {
        &self.0.config
    }

    /// Queues a search. Errors at once if there is no room.
    pub fn ask(&self, client: Client, mut question: SearchRequest) -> Result<SearchHandle, Overload> {
        let stop = question.limit.stop.clone();
        let most = self.0.config.max_time;
        let usual = self.0.config.time;
        let said = question.limit.depth.is_some() || question.limit.nodes.is_some();
        let time = question.limit.time.unwrap_or(if said { most } else { usual });
        question.limit.time = Some(time.min(most));
        let (better, heard) = mpsc::channel(UNREAD_UPDATES);
        let (done, answer) = oneshot::channel();
        let shared = Arc::clone(&self.0);
        let asked = Instant::now();
        let span = tracing::debug_span!(
            "think",
            game = question.game.info().id,
            level = question.level.number(),
            waited_micros = tracing::field::Empty
        );
        let work = move |turn: &Arc<TaskContext>| {
            let begun = Instant::now();
            span.record("waited_micros", begun.duration_since(asked).as_micros() as u64);
            let _thinking = span.entered();
            question.limit.stop = question.limit.stop.with_yield_hook(Arc::clone(turn) as Arc<dyn YieldHook>);
            // A bug in an engine is reported to the client.
            let thought = catch_unwind(AssertUnwindSafe(|| think(&question, &better, &shared.config)));
            drop(better);
            shared.took(begun.elapsed());
            // The client may have disconnected.
            let _ = done.send(thought.unwrap_or(Err(SearchAborted::Failed)));
        };
        let ticket = self.0.pool.submit(client, stop.clone(), work).map_err(|full| self.0.overload(full))?;
        Ok(SearchHandle { engines: self.clone(), client, ticket, stop, better: heard, done: Some(answer) })
    }

    /// Runs a search and returns its result. Dropping the future stops the search.
    pub async fn think(
        &self,
        client: Client,
        question: SearchRequest,
    ) -> Result<Thought<String>, ThinkError> {
        Ok(self.ask(client, question)?.answer().await?)
    }

    /// Waits until the queue has room for a search of the server itself.
    pub async fn room(&self) {
        self.0.pool.room().await;
    }

    /// Returns the number of waiting and of running searches.
    pub fn load(&self) -> (usize, usize) {
        self.0.pool.load()
    }

    /// Stops all searches and accepts no more.
    pub fn stop(&self) {
        self.0.pool.stop();
    }
}

impl Shared {
    fn took(&self, time: Duration) {
        let mut usual = self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        *usual = (*usual * 7 + time) / 8;
    }

    fn overload(&self, full: Full) -> Overload {
        let ahead = match full {
            Full::Client => 1,
            Full::Everybody => self.pool.load().0.div_ceil(self.config.threads.max(1)) as u32,
        };
        let usual = *self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        let retry_after = (usual * ahead).clamp(Duration::from_secs(1), Duration::from_mins(1));
        match full {
            Full::Client => Overload::Client { retry_after },
            Full::Everybody => Overload::Server { retry_after },
        }
    }
}

fn think(
    question: &SearchRequest,
    better: &mpsc::Sender<Thought<String>>,
    config: &EnginePoolConfig,
) -> Result<Thought<String>, SearchAborted> {
    let means = EngineOptions {
        level: question.level,
        hash: question.limit.nodes.map_or(config.hash, |nodes| config.hash.min(1 + nodes as usize / 4096)),
        seed: question.seed,
        tables: config.tables.clone(),
        ..EngineOptions::default()
    };
    let mut engine = question.game.engine(&means);
    let moves: Vec<&str> = question.moves.iter().map(String::as_str).collect();
    let mut watch = |thought: &Thought<String>| {
        let _ = better.try_send(thought.clone());
        ControlFlow::Continue(())
    };
    engine.think(question.start.as_deref(), &moves, &question.limit, &mut watch).map_err(SearchAborted::Fault)
}

impl SearchHandle {
    /// Returns the next update; `None` after the last.
    pub async fn next(&mut self) -> Option<SearchUpdate> {
        if let Some(thought) = self.better.recv().await {
            return Some(SearchUpdate::Better(thought));
        }
        // The search has closed the channel of updates; its result is in the other one.
        Some(SearchUpdate::Done(self.done.take()?.await.unwrap_or(Err(SearchAborted::Stopping))))
    }

    /// Waits for the final result.
    pub async fn answer(mut self) -> Result<Thought<String>, SearchAborted> {
        self.better.close();
        match self.done.take() {
            Some(done) => done.await.unwrap_or(Err(SearchAborted::Stopping)),
            None => Err(SearchAborted::Stopping),
        }
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.stop.stop();
        self.engines.0.pool.withdraw(self.client, self.ticket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every thread of the pool may hold a suspended search, with its hash table.
    #[test]
    fn default_hash_tables_stay_bounded_on_machines_with_many_cores() {
        for cores in 1..=128 {
            let engines = EnginePoolConfig::for_cores(cores);
            assert!(engines.hash * Pool::threads(engines.threads) <= 512, "{cores} cores: {engines:?}");
        }
        assert_eq!([2, 4, 16].map(|cores| EnginePoolConfig::for_cores(cores).hash), [32, 32, 6]);
    }
}
