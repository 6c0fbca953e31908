//! What can be kept.

use std::fmt;
use std::hash::Hash;

use chautari_ledger::{self as ledger, Label, NewJob, Stored, StreamId, Version};

use crate::error::CorruptEvents;

/// When an event happened: its number in the stream, and the time for people to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMeta {
    /// Its number in the stream, from 1.
    pub version: Version,
    /// Milliseconds since 1970 by the ledger's clock.
    pub at_ms: u64,
}

/// A state that is the sum of the events of one stream.
///
/// Everything here is pure: no waiting, no randomness, nothing written. Two processes that apply the same
/// events have the same state, except for what they measure by their own clocks (see [`Aggregate::Context`]).
pub trait Aggregate: Clone + Send + Sync + Sized + 'static {
    /// What it is called where it is missing: "There is no match `…`."
    const WHAT: &'static str;
    /// What its streams begin with; the id follows.
    const PREFIX: &'static str;

    /// What it is named by.
    type Id: Clone + Eq + Hash + fmt::Display + Send + Sync + 'static;
    /// What it needs beside its events: the games there are, the time of this process, alarms to set.
    type Context: Send + Sync + 'static;
    /// What happens to it.
    type Event: Send + Sync + 'static;
    /// What those who watch are told of an event, written once for all of them.
    type Notification: Send + Sync + 'static;

    /// The id written like this, where one can be.
    fn read_id(text: &str) -> Option<Self::Id>;

    /// Reads an event that lies in the ledger.
    fn read(stored: &Stored) -> Result<Self::Event, CorruptEvents>;

    /// Writes an event for the ledger.
    fn write(event: &Self::Event) -> Result<ledger::Event, CorruptEvents>;

    /// What the first event makes.
    fn begin(
        context: &Self::Context,
        id: &Self::Id,
        first: &Self::Event,
        stamp: EventMeta,
    ) -> Result<Self, CorruptEvents>;

    /// Takes in what happened next; fails where it cannot have.
    fn apply(
        &mut self,
        context: &Self::Context,
        event: &Self::Event,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents>;

    /// What it can be found by as it stands. The keeper writes what changes.
    fn labels(&self) -> Vec<Label> {
        Vec::new()
    }

    /// Labels that no other stream may have, such as a name.
    fn claims(&self) -> Vec<Label> {
        Vec::new()
    }

    /// Returns the jobs that follow from a change; `before` is the state before it, `None` for a new aggregate.
    fn jobs(&self, context: &Self::Context, before: Option<&Self>) -> Vec<NewJob> {
        let _ = (context, before);
        Vec::new()
    }

    /// Returns the message to subscribers about the event that led to this state.
    fn notification(&self, context: &Self::Context, event: &Self::Event) -> Self::Notification;

    /// Called whenever the state that is kept in this process is a new one.
    fn changed(&self, context: &Self::Context) {
        let _ = context;
    }

    /// How many events it may have for this one to be added. What somebody can bring about again and again needs a
    /// bound; what ends it has none.
    fn event_limit(event: &Self::Event) -> u64 {
        let _ = event;
        u64::MAX
    }

    /// How many of its events count for that, at a version: all of them, unless it counts those with a bound by
    /// themselves.
    fn limited_events(&self, version: Version) -> u64 {
        version.0
    }

    /// What an earlier program may have written that it could be found by while it went on. It is cleared where it ends.
    fn legacy_labels(&self) -> Vec<Label> {
        Vec::new()
    }

    /// Nothing will happen to it any more, or hardly: it need not stay in memory.
    fn is_finished(&self) -> bool;

    /// The label of those that every process must keep while they go on, whether or not anybody looks at
    /// them: their clocks run. They are replayed at the start.
    fn preload_label() -> Option<Label> {
        None
    }

    /// Whether what happens to one that is not in memory is taken in all the same, where another process did it:
    /// somebody here may be concerned, and is told by [`Aggregate::changed`].
    fn follows_remote() -> bool {
        Self::preload_label().is_some()
    }

    /// Whether it must stay in memory though nobody looks at it.
    fn is_pinned(&self) -> bool {
        false
    }

    /// Its stream in the ledger.
    fn stream(id: &Self::Id) -> StreamId {
        StreamId::new(format!("{}{id}", Self::PREFIX))
    }

    /// Whose stream it is, if it is the stream of one of these.
    fn id(stream: &StreamId) -> Option<Self::Id> {
        stream.as_str().strip_prefix(Self::PREFIX).and_then(Self::read_id)
    }
}
