//! A cached aggregate and its subscribers.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use chautari_ledger::Version;
use tokio::sync::broadcast;

use crate::failure::Broken;
use crate::machine::{Machine, Stamp};

/// How many events a subscriber may lag behind before it must load the state again.
const BEHIND: usize = 64;

/// A state and the version of its stream.
#[derive(Clone, Debug)]
pub struct Now<M> {
    /// The number of events that led to the state.
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

    /// Applies the next event.
    pub(crate) fn apply(&mut self, world: &M::World, event: &M::Event, stamp: Stamp) -> Result<(), Broken> {
        self.state.apply(world, event, stamp)?;
        self.version = stamp.version;
        Ok(())
    }
}

/// A message to the subscribers of an aggregate.
#[derive(Clone, Debug)]
pub struct Update<T> {
    /// The version after the event.
    pub version: Version,
    /// The content of the message.
    pub told: T,
}

/// A subscriber has missed events and must load the state again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagged;

/// A subscription to the events of an aggregate. It keeps the aggregate in memory.
pub struct Watch<M: Machine> {
    pub(crate) slot: Arc<Slot<M>>,
    pub(crate) updates: broadcast::Receiver<Arc<Update<M::Told>>>,
}

impl<M: Machine> Watch<M> {
    /// Returns the current state.
    pub fn now(&self) -> Arc<Now<M>> {
        self.slot.now()
    }

    /// Waits for the next event. It may have a version that the subscriber has already seen by other means.
    pub async fn next(&mut self) -> Result<Arc<Update<M::Told>>, Lagged> {
        // This watch holds the slot and so the sender, so the only possible error is a lag.
        self.updates.recv().await.map_err(|_| Lagged)
    }
}

pub(crate) struct Slot<M: Machine> {
    pub(crate) id: M::Id,
    /// Held from a decision until the append, so that a process does not compete with itself.
    pub(crate) changing: tokio::sync::Mutex<()>,
    now: RwLock<Arc<Now<M>>>,
    pub(crate) watchers: broadcast::Sender<Arc<Update<M::Told>>>,
    /// The time of the last access, in milliseconds of the keeper's clock.
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

    /// Applies the next event and notifies the subscribers. The caller holds `changing`.
    pub(crate) fn apply(&self, world: &M::World, event: &M::Event, stamp: Stamp) -> Result<(), Broken> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        // In place, unless the state is being read at this moment.
        Arc::make_mut(&mut now).apply(world, event, stamp)?;
        now.state.changed(world);
        if self.watchers.receiver_count() > 0 {
            let update = Update { version: stamp.version, told: now.state.tell(event) };
            let _ = self.watchers.send(Arc::new(update));
        }
        Ok(())
    }
}
