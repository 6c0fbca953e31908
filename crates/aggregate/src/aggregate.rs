//! The trait of event-sourced aggregates.

use std::fmt;
use std::hash::Hash;

use chautari_ledger::{self as ledger, Label, NewJob, Stored, StreamId, Version};

use crate::error::CorruptEvents;

/// The position of an event in its stream, and its time, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMeta {
    /// Its number in the stream, from 1.
    pub version: Version,
    /// Milliseconds since 1970 by the ledger's clock.
    pub at_ms: u64,
}

/// A state that is the sum of the events of one stream.
///
/// All methods are pure: no I/O, no randomness. Two processes that apply the same events have the same state, except for
/// measurements by their own clocks (see [`Aggregate::Context`]).
pub trait Aggregate: Clone + Send + Sync + Sized + 'static {
    /// The name of this kind in errors: "There is no match `…`."
    const WHAT: &'static str;
    /// The prefix of its stream ids; the id follows.
    const PREFIX: &'static str;

    /// The id type.
    type Id: Clone + Eq + Hash + fmt::Display + Send + Sync + 'static;
    /// Values needed besides the events: the games, the clock of this process, timers.
    type Context: Send + Sync + 'static;
    /// The event type.
    type Event: Send + Sync + 'static;
    /// The message to subscribers about an event, serialised once for all of them.
    type Notification: Send + Sync + 'static;

    /// Parses an id; `None` if the text is none.
    fn read_id(text: &str) -> Option<Self::Id>;

    /// Deserialises a stored event.
    fn read(stored: &Stored) -> Result<Self::Event, CorruptEvents>;

    /// Serialises an event for the ledger.
    fn write(event: &Self::Event) -> Result<ledger::Event, CorruptEvents>;

    /// Creates the state from the first event.
    fn begin(
        context: &Self::Context,
        id: &Self::Id,
        first: &Self::Event,
        stamp: EventMeta,
    ) -> Result<Self, CorruptEvents>;

    /// Applies the next event. Errors if it cannot follow on this state.
    fn apply(
        &mut self,
        context: &Self::Context,
        event: &Self::Event,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents>;

    /// Returns the labels by which the aggregate is found. The repository writes the changes.
    fn labels(&self) -> Vec<Label> {
        Vec::new()
    }

    /// Returns labels that must be unique among all streams, such as a name.
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

    /// Called whenever the state in this process has changed.
    fn changed(&self, context: &Self::Context) {
        let _ = context;
    }

    /// Returns the number of events above which this one is refused. Events that clients can repeat without end need a
    /// limit; events that end the aggregate have none.
    fn event_limit(event: &Self::Event) -> u64 {
        let _ = event;
        u64::MAX
    }

    /// Returns the number of events at a version that count towards the limit: all, unless the aggregate counts those
    /// with a limit separately.
    fn limited_events(&self, version: Version) -> u64 {
        version.0
    }

    /// Whether it has ended, so that it can be evicted from memory early.
    fn is_finished(&self) -> bool;

    /// Returns the label of aggregates that every process keeps in memory until they end, because their clocks run. They
    /// are replayed at startup.
    fn preload_label() -> Option<Label> {
        None
    }

    /// Whether changes by other processes to aggregates that are not in memory are loaded as well, because
    /// [`Aggregate::changed`] may concern clients of this process.
    fn follows_remote() -> bool {
        Self::preload_label().is_some()
    }

    /// Whether it must stay in memory without subscribers.
    fn is_pinned(&self) -> bool {
        false
    }

    /// Returns the stream of an id.
    fn stream(id: &Self::Id) -> StreamId {
        StreamId::new(format!("{}{id}", Self::PREFIX))
    }

    /// Returns the id of a stream; `None` if the stream is of another kind.
    fn id(stream: &StreamId) -> Option<Self::Id> {
        stream.as_str().strip_prefix(Self::PREFIX).and_then(Self::read_id)
    }
}
