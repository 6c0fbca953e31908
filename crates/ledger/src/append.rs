//! Appends: events, labels, counters and their results.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::AppendError;
use crate::ids::{CommandId, Label, MAX_NAME_BYTES, StreamId, Version, is_valid_name};
use crate::job::{Job, NewJob};

/// An event, ready to be appended.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The kind of the event, such as `moved`. The ledger does not interpret it.
    pub kind: String,
    /// The details of the event.
    pub body: Value,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The number of the event in its stream, from 1.
    pub version: Version,
    /// The kind of the event.
    pub kind: String,
    /// The details of the event.
    pub body: Value,
    /// The time of the append, in milliseconds since 1970 by the store's clock. For display only, because
    /// system clocks can jump.
    pub at_ms: u64,
}

/// A change of the labels by which a stream is found. It is stored with the first event of its append. Labels set before
/// the first event of a stream must be cleared together with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelChange {
    /// Adds the label, which other streams may have too. No effect if it is already set.
    Set(Label),
    /// Adds the label and makes it unique: no other stream may claim it.
    Claim(Label),
    /// Removes the label and its claim, if any.
    Clear(Label),
}

impl LabelChange {
    fn label(&self) -> &Label {
        match self {
            Self::Set(label) | Self::Claim(label) | Self::Clear(label) => label,
        }
    }
}

/// An increment of a counter by one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// The group of counters, such as a position: 1 to 200 bytes without control characters.
    pub key: String,
    /// The counter within the group, such as a move: 1 to 200 bytes without control characters.
    pub item: String,
}

/// An atomic write to one stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The stream that the events belong to.
    pub stream: StreamId,
    /// The version of the stream that the writer has seen; [`Version::START`] to create a stream.
    pub expected: Version,
    /// The id of the command being carried out, by which a repetition is recognised.
    pub command: Option<CommandId>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// The reply to the command, returned now and whenever the command is repeated.
    pub reply: Value,
    /// Label changes, applied in order.
    pub labels: Vec<LabelChange>,
    /// Jobs to queue.
    pub jobs: Vec<NewJob>,
    /// Counters to increment.
    pub counts: Vec<Count>,
    /// A job that is removed together with this append, because the append is its result. If another worker
    /// holds the job by now, nothing is written and the append fails with [`AppendError::JobLost`].
    pub finishes: Option<Job>,
}

impl Append {
    /// Creates an empty append.
    pub fn new(stream: StreamId, expected: Version) -> Self {
        Self {
            stream,
            expected,
            command: None,
            events: Vec::new(),
            reply: Value::Null,
            labels: Vec::new(),
            jobs: Vec::new(),
            counts: Vec::new(),
            finishes: None,
        }
    }

    /// Sets the command being carried out and the reply to it.
    #[must_use]
    pub fn command(mut self, command: CommandId, reply: Value) -> Self {
        self.command = Some(command);
        self.reply = reply;
        self
    }

    /// Adds an event.
    #[must_use]
    pub fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// Adds a label change.
    #[must_use]
    pub fn label(mut self, change: LabelChange) -> Self {
        self.labels.push(change);
        self
    }

    /// Adds a job.
    #[must_use]
    pub fn job(mut self, job: NewJob) -> Self {
        self.jobs.push(job);
        self
    }

    /// Finishes this job with the append.
    #[must_use]
    pub fn finishing(mut self, job: Job) -> Self {
        self.finishes = Some(job);
        self
    }

    /// Checks that every name in it can be stored.
    pub(crate) fn vet(&self) -> Result<(), AppendError> {
        let unfit = |what, text: &str| {
            let text = text.chars().take(MAX_NAME_BYTES).collect();
            Err(AppendError::InvalidName { what, text })
        };
        if !is_valid_name(self.stream.as_str()) {
            return unfit("stream id", self.stream.as_str());
        }
        if let Some(command) = self.command.as_ref().filter(|command| !is_valid_name(command.as_str())) {
            return unfit("command id", command.as_str());
        }
        if let Some(event) = self.events.iter().find(|event| !is_valid_name(&event.kind)) {
            return unfit("kind of an event", &event.kind);
        }
        // Before the first event the check of labels leaves a stream out; later it would miss these changes.
        if !self.labels.is_empty() && self.events.is_empty() && self.expected != Version::START {
            return unfit("list of label changes without an event", self.stream.as_str());
        }
        if let Some(change) = self.labels.iter().find(|change| !change.label().is_valid_name()) {
            return unfit("label", &change.label().to_string());
        }
        if let Some(job) = self.jobs.iter().find(|job| !is_valid_name(&job.queue)) {
            return unfit("name of a queue", &job.queue);
        }
        let mut counted = self.counts.iter().flat_map(|count| [&count.key, &count.item]);
        if let Some(text) = counted.find(|text| !is_valid_name(text)) {
            return unfit("name of a count", text);
        }
        Ok(())
    }
}

/// Whether an append was written now or its command had been carried out before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendStatus {
    /// The append was written now.
    New,
    /// The command had been carried out before, so nothing was written.
    Duplicate,
}

/// The result of an append.
#[derive(Clone, Debug, PartialEq)]
pub struct Appended {
    /// The version of the stream after the append; for a duplicate, after the original append.
    pub version: Version,
    /// The reply; for a duplicate, the original reply.
    pub reply: Value,
    /// Whether the append was written now.
    pub status: AppendStatus,
    /// The time of the transaction, in milliseconds since 1970 by the store's clock; for a duplicate, of the original
    /// one. It is also the time of the events.
    pub at_ms: u64,
}

/// The stored result of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredReply {
    /// The version of the stream after the command.
    pub version: Version,
    /// The reply to the command.
    pub reply: Value,
    /// The time of the append, in milliseconds since 1970 by the store's clock.
    pub at_ms: u64,
}
