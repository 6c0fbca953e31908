//! Deterministic simulation of several servers over one ledger.
//!
//! The repositories, the job workers and the state machines are those of the server; the store, the time and the players are
//! simulated. Every fault is drawn from a seed: processes end while they wait for the store, notices are lost, delayed,
//! doubled and reordered, answers are lost, clocks are set, the store is away. One thread and a paused clock make a run
//! repeatable: a seed that fails, fails again.
//!
//! ```sh
//! cargo nextest run -p chautari-simulation                                        # 500 seeds
//! CHAUTARI_SEEDS=100000 cargo test --release -p chautari-simulation many_seeds    # more of them
//! CHAUTARI_SEED=4711 cargo nextest run -p chautari-simulation many_seeds          # one, with its trace
//! ```

mod audit;
mod bug;
mod clients;
mod context;
mod matches;
mod node;
mod people;
mod tournament;
mod world;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chautari_aggregate::{Aggregate, Freshness};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::audit::Audit;
use crate::clients::{Client, Servers};
use crate::node::Node;
use crate::world::{World, lock};

pub use bug::Bug;
pub use world::Failure;

/// How long the servers have after the last fault to finish everything.
const SETTLING: Duration = Duration::from_mins(15);

/// The result of a simulation without a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of stored appends.
    pub appends: u64,
    /// The number of matches.
    pub matches: usize,
    /// The number of tournaments that were played to their end.
    pub tournaments: usize,
    /// A digest of every step.
    pub digest: u64,
}

/// Runs the simulation of a seed, perhaps with a deliberate mistake.
pub fn run(seed: u64, bug: Option<Bug>) -> Result<Summary, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime without threads and sockets can be built");
    runtime.block_on(simulate(seed, bug))
}

async fn simulate(seed: u64, bug: Option<Bug>) -> Result<Summary, Failure> {
    // From here on the time is a whole number of the runtime's ticks.
    sleep(Duration::from_millis(1)).await;
    let world = World::new(seed, bug);
    let audit = Audit::new(&world);
    let servers: Servers = Arc::new(Mutex::new(vec![None; 2 + world.below(2)]));
    let mut tasks = JoinSet::new();
    for place in 0..lock(&servers).len() {
        tasks.spawn(supervise(world.clone(), servers.clone(), place));
    }
    let tournaments: Vec<_> = (1..=1 + world.below(2)).map(|number| format!("t{number}")).collect();
    let tournaments = Arc::new(tournaments);
    for number in 1..=3 + world.below(4) {
        let client = Client {
            name: format!("c{number}"),
            world: world.clone(),
            servers: servers.clone(),
            audit: audit.clone(),
            tournaments: tournaments.clone(),
        };
        tasks.spawn(client.run());
    }
    tasks.spawn(disturb(world.clone()));
    let story = async {
        sleep(world.millis(30_000, 90_000)).await;
        world.calm();
        sleep(Duration::from_secs(10)).await;
        agree(&world, &servers, &audit).await;
        // Every process is restarted while clocks run, so that nothing rests on what one of them has in memory.
        for node in lock(&servers).iter().flatten() {
            node.life.end();
        }
        settle(&world, &servers).await;
    };
    tokio::select! {
        biased;
        () = world.failed() => {}
        () = story => {
            audit.close();
            agree(&world, &servers, &audit).await;
        }
    }
    let (matches, tournaments) = audit.counts();
    match world.failure() {
        Some(failure) => Err(failure),
        None => Ok(Summary { appends: audit.appends(), matches, tournaments, digest: world.digest() }),
    }
}

/// Starts a server, and another one in its place whenever it has ended.
async fn supervise(world: World, servers: Servers, place: usize) {
    let name = format!("node{}", place + 1);
    for generation in 0.. {
        let (node, tasks) = Node::start(&world, &name, generation > 0);
        world.note("faults", &format!("{name} starts"));
        let life = node.life.clone();
        lock(&servers)[place] = Some(node);
        tokio::select! {
            biased;
            () = life.over() => {}
            () = end_some_time(&world) => {
                world.note("faults", &format!("{name} is killed"));
                life.end();
            }
        }
        lock(&servers)[place] = None;
        drop(tasks);
        sleep(world.millis(200, 8000)).await;
    }
}

/// Waits for the end that was drawn for a process, if it comes before the faults end.
async fn end_some_time(world: &World) {
    sleep(world.millis(4000, 90_000)).await;
    if world.is_quiet() {
        std::future::pending::<()>().await;
    }
}

/// Takes the store away and sets its clock, now and then.
async fn disturb(world: World) {
    while !world.is_quiet() {
        sleep(world.millis(1000, 30_000)).await;
        if world.is_quiet() {
            return;
        }
        if world.below(2) == 0 {
            world.take_store_away(world.millis(100, 20_000));
        } else {
            world.jump(world.below(40_000) as i64 - 20_000);
        }
    }
}

/// Waits until every job is done and every match has ended, at most for [`SETTLING`].
async fn settle(world: &World, servers: &Servers) {
    let settled = async {
        loop {
            sleep(Duration::from_secs(2)).await;
            let node = lock(servers).iter().flatten().next().cloned();
            let Some(node) = node else { continue };
            if world.store().jobs().is_empty() && matches!(node.count_live().await, Ok(0)) {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(SETTLING, settled).await;
    // Notices that are under way arrive.
    sleep(Duration::from_secs(10)).await;
}

/// The time in which all servers learn of an append once there are no more faults.
const NOTICE_TIME_MS: u64 = 8000;

/// Checks that all servers have the same states in memory as in the store, except for streams that have just changed.
async fn agree(world: &World, servers: &Servers, audit: &Audit) {
    let nodes: Vec<_> = lock(servers).iter().flatten().cloned().collect();
    if nodes.is_empty() {
        world.fail("no server is running".to_owned());
    }
    for stream in world.store().streams() {
        let stored = world.store().events(&stream).len() as u64;
        if world.true_ms() < audit.changed_ms(&stream) + NOTICE_TIME_MS {
            continue;
        }
        for node in &nodes {
            let known = if let Some(id) = matches::MatchState::id(&stream) {
                let reload = node.matches.load(&id, Freshness::Stored).await;
                let cached = node.matches.load(&id, Freshness::Cached).await;
                match (reload, cached) {
                    (Ok(reload), Ok(cached)) if reload.digest() == cached.digest() => Ok(cached.version.0),
                    (Ok(_), Ok(cached)) => Err(format!("another state at version {}", cached.version)),
                    (Err(error), _) | (_, Err(error)) => Err(error.to_string()),
                }
            } else if let Some(id) = tournament::Tournament::id(&stream) {
                let cached = node.tournaments.load(&id, Freshness::Cached).await;
                cached.map(|cached| cached.version.0).map_err(|error| error.to_string())
            } else {
                continue;
            };
            if known != Ok(stored) {
                world
                    .fail(format!("{stream}: {} has {known:?} in memory, and {stored} is stored", node.name));
            }
        }
    }
}
