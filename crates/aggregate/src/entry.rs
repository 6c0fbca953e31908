//! A cached aggregate and its watchers.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use chautari_ledger::Version;
use tokio::sync::broadcast;

use crate::aggregate::{Aggregate, EventMeta};
use crate::error::CorruptEvents;

/// How many events a subscriber may lag behind before it must load the state again.
const BEHIND: usize = 64;

/// A state and the version of its stream.
#[derive(Clone, Debug)]
pub struct Versioned<M> {
    /// How many events it is the sum of.
    pub version: Version,
    /// The state.
    pub state: M,
}

impl<M> Deref for Versioned<M> {
    type Target = M;

    fn deref(&self) -> &M {
        &self.state
    }
}

impl<M: Aggregate> Versioned<M> {
    pub(crate) fn begin(
        context: &M::Context,
        id: &M::Id,
        first: &M::Event,
        stamp: EventMeta,
    ) -> Result<Versioned<M>, CorruptEvents> {
        Ok(Versioned { version: stamp.version, state: M::begin(context, id, first, stamp)? })
    }

    /// Takes in the event that follows.
    pub(crate) fn apply(
        &mut self,
        context: &M::Context,
        event: &M::Event,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        self.state.apply(context, event, stamp)?;
        self.version = stamp.version;
        Ok(())
    }
}

/// A message to the subscribers of an aggregate.
#[derive(Clone, Debug)]
pub struct Update<T> {
    /// The version after the event.
    pub version: Version,
    /// The message of the aggregate.
    pub notification: T,
}

/// A subscriber has missed events and must load the state again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagged;

/// A subscription to the changes of an aggregate, which keeps it in memory.
pub struct Watch<M: Aggregate> {
    pub(crate) entry: Arc<Entry<M>>,
    pub(crate) updates: broadcast::Receiver<Arc<Update<M::Notification>>>,
}

impl<M: Aggregate> Watch<M> {
    /// The current state.
    pub fn now(&self) -> Arc<Versioned<M>> {
        self.entry.now()
    }

    /// The next event. A version may be told that was seen before by other means.
    pub async fn next(&mut self) -> Result<Arc<Update<M::Notification>>, Lagged> {
        // The sender is in the entry that this watch holds, so that nothing else can go wrong.
        self.updates.recv().await.map_err(|_| Lagged)
    }
}

pub(crate) struct Entry<M: Aggregate> {
    pub(crate) id: M::Id,
    /// Held from a decision until the append, so that a process does not compete with itself.
    pub(crate) changing: tokio::sync::Mutex<()>,
    now: RwLock<Arc<Versioned<M>>>,
    pub(crate) watchers: broadcast::Sender<Arc<Update<M::Notification>>>,
    /// The time of the last access, in milliseconds since the repository was created.
    touched: AtomicU64,
}

impl<M: Aggregate> Entry<M> {
    pub(crate) fn new(id: M::Id, now: Versioned<M>, at: u64) -> Entry<M> {
        Entry {
            id,
            changing: tokio::sync::Mutex::default(),
            now: RwLock::new(Arc::new(now)),
            watchers: broadcast::Sender::new(BEHIND),
            touched: AtomicU64::new(at),
        }
    }

    pub(crate) fn now(&self) -> Arc<Versioned<M>> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn touch(&self, at: u64) {
        self.touched.store(at, Ordering::Relaxed);
    }

    pub(crate) fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// Takes in the event that follows and tells the watchers. The caller holds `changing`.
    pub(crate) fn apply(
        &self,
        context: &M::Context,
        event: &M::Event,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        // In place, unless another task holds the state at this moment.
        Arc::make_mut(&mut now).apply(context, event, stamp)?;
        now.state.changed(context);
        if self.watchers.receiver_count() > 0 {
            let notification = now.state.notification(context, event);
            let update = Update { version: stamp.version, notification };
            let _ = self.watchers.send(Arc::new(update));
        }
        Ok(())
    }
}
