//! One thing that is kept, and those who watch it.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use chautari_ledger::Version;
use tokio::sync::broadcast;

use crate::failure::Broken;
use crate::machine::{Machine, Stamp};

/// How many events a watcher may be behind before it has to look for itself.
const BEHIND: usize = 64;

/// A state and the version of the stream it is the sum of.
#[derive(Clone, Debug)]
pub struct Now<M> {
    /// How many events it is the sum of.
    pub version: Version,
    /// The state.
    pub state: M,
}

impl<M> Deref for Now<M> {
    type Target = M;

    fn deref(&self) -> &M {
        &self.state
    }
}

impl<M: Machine> Now<M> {
    pub(crate) fn begin(
        world: &M::World,
        id: &M::Id,
        first: &M::Event,
        stamp: Stamp,
    ) -> Result<Now<M>, Broken> {
        Ok(Now { version: stamp.version, state: M::begin(world, id, first, stamp)? })
    }

    /// Takes in the event that follows.
    pub(crate) fn apply(&mut self, world: &M::World, event: &M::Event, stamp: Stamp) -> Result<(), Broken> {
        self.state.apply(world, event, stamp)?;
        self.version = stamp.version;
        Ok(())
    }
}

/// What watchers are told.
#[derive(Clone, Debug)]
pub struct Update<T> {
    /// The version with this event in it.
    pub version: Version,
    /// What the machine has to tell.
    pub told: T,
}

/// A watcher has missed events: it has to look for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagged;

/// What happens to one thing, from now on. While somebody watches it, it stays in memory.
pub struct Watch<M: Machine> {
    pub(crate) slot: Arc<Slot<M>>,
    pub(crate) updates: broadcast::Receiver<Arc<Update<M::Told>>>,
}

impl<M: Machine> Watch<M> {
    /// How it stands.
    pub fn now(&self) -> Arc<Now<M>> {
        self.slot.now()
    }

    /// The next event. A version may be told that was seen before by other means.
    pub async fn next(&mut self) -> Result<Arc<Update<M::Told>>, Lagged> {
        // The sender is in the slot that this watch holds, so that nothing else can go wrong.
        self.updates.recv().await.map_err(|_| Lagged)
    }
}

pub(crate) struct Slot<M: Machine> {
    pub(crate) id: M::Id,
    /// Held from a decision until the ledger has it, so that one process does not compete with itself.
    pub(crate) changing: tokio::sync::Mutex<()>,
    now: RwLock<Arc<Now<M>>>,
    pub(crate) watchers: broadcast::Sender<Arc<Update<M::Told>>>,
    /// When somebody last came here, in milliseconds of the keeper's own time.
    touched: AtomicU64,
}

impl<M: Machine> Slot<M> {
    pub(crate) fn new(id: M::Id, now: Now<M>, at: u64) -> Slot<M> {
        Slot {
            id,
            changing: tokio::sync::Mutex::default(),
            now: RwLock::new(Arc::new(now)),
            watchers: broadcast::Sender::new(BEHIND),
            touched: AtomicU64::new(at),
        }
    }

    pub(crate) fn now(&self) -> Arc<Now<M>> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn touch(&self, at: u64) {
        self.touched.store(at, Ordering::Relaxed);
    }

    pub(crate) fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// Takes in the event that follows and tells the watchers. The caller holds `changing`.
    pub(crate) fn apply(&self, world: &M::World, event: &M::Event, stamp: Stamp) -> Result<(), Broken> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        // In place, unless somebody is looking at it just now.
        Arc::make_mut(&mut now).apply(world, event, stamp)?;
        now.state.changed(world);
        if self.watchers.receiver_count() > 0 {
            let update = Update { version: stamp.version, told: now.state.tell(event) };
            let _ = self.watchers.send(Arc::new(update));
        }
        Ok(())
    }
}
