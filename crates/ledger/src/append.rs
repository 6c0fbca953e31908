//! What is written and what comes back.

use serde_json::Value;

use crate::fault::AppendError;
use crate::ids::{CommandId, LONGEST, Label, StreamId, Version, is_fit};
use crate::job::{Job, NewJob};

/// Something that happened, in the words of whoever reads it later.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What kind of thing it was.
    pub kind: String,
    /// What is to be known about it.
    pub body: Value,
}

/// An event as it lies in its stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its number in the stream, from 1.
    pub version: Version,
    /// What kind of thing it was.
    pub kind: String,
    /// What is to be known about it.
    pub body: Value,
    /// When it was appended, in milliseconds since 1970 by the store's clock. For people to read:
    /// clocks of computers jump.
    pub at_ms: u64,
}

/// A change of what a stream can be found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelChange {
    /// The stream has this label from now on; others may have it too. Setting it again changes nothing.
    Set(Label),
    /// The stream has this label from now on, and no other stream may claim it.
    Claim(Label),
    /// The stream no longer has this label, and no longer claims it.
    Clear(Label),
}

impl LabelChange {
    fn label(&self) -> &Label {
        match self {
            Self::Set(label) | Self::Claim(label) | Self::Clear(label) => label,
        }
    }
}

/// One more of something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// What is asked for later, such as a position: 1 to 200 bytes without control characters.
    pub key: String,
    /// What was the case there, such as a move: likewise.
    pub item: String,
}

/// One decision to be written: all of it or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The stream it belongs to.
    pub stream: StreamId,
    /// The version its author has seen; [`Version::START`] to begin a stream.
    pub expected: Version,
    /// The command it carries out, so that a repetition can be recognised.
    pub command: Option<CommandId>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What the author of the command is told, now and whenever the command is repeated.
    pub reply: Value,
    /// What the stream can be found by, in order.
    pub labels: Vec<LabelChange>,
    /// Work that follows from it.
    pub jobs: Vec<NewJob>,
    /// What is counted by it.
    pub counts: Vec<Count>,
    /// The job this append was the work of: it is finished with it. If another worker holds it by
    /// now, nothing is written and the append is refused with [`AppendError::JobLost`].
    pub finishes: Option<Job>,
}

impl Append {
    /// An append with nothing in it yet.
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

    /// With the command it carries out and the answer to it.
    #[must_use]
    pub fn command(mut self, command: CommandId, reply: Value) -> Self {
        self.command = Some(command);
        self.reply = reply;
        self
    }

    /// With one event more.
    #[must_use]
    pub fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// With one change of labels more.
    #[must_use]
    pub fn label(mut self, change: LabelChange) -> Self {
        self.labels.push(change);
        self
    }

    /// With one job more.
    #[must_use]
    pub fn job(mut self, job: NewJob) -> Self {
        self.jobs.push(job);
        self
    }

    /// As the work of a job, which is finished with it.
    #[must_use]
    pub fn finishing(mut self, job: Job) -> Self {
        self.finishes = Some(job);
        self
    }

    /// Whether every name in it can be kept.
    pub(crate) fn vet(&self) -> Result<(), AppendError> {
        let unfit = |what, text: &str| {
            let text = text.chars().take(LONGEST).collect();
            Err(AppendError::Unfit { what, text })
        };
        if !is_fit(self.stream.as_str()) {
            return unfit("stream id", self.stream.as_str());
        }
        if let Some(command) = self.command.as_ref().filter(|command| !is_fit(command.as_str())) {
            return unfit("command id", command.as_str());
        }
        if let Some(event) = self.events.iter().find(|event| !is_fit(&event.kind)) {
            return unfit("kind of an event", &event.kind);
        }
        if let Some(change) = self.labels.iter().find(|change| !change.label().is_fit()) {
            return unfit("label", &change.label().to_string());
        }
        if let Some(job) = self.jobs.iter().find(|job| !is_fit(&job.queue)) {
            return unfit("name of a queue", &job.queue);
        }
        let mut counted = self.counts.iter().flat_map(|count| [&count.key, &count.item]);
        if let Some(text) = counted.find(|text| !is_fit(text)) {
            return unfit("name of a count", text);
        }
        Ok(())
    }
}

/// Whether an append was carried out now or had been before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It was carried out now.
    First,
    /// Its command had been carried out before; nothing was written now.
    Repeated,
}

/// What an append came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Appended {
    /// The version of the stream after it; for a repetition, after the first time.
    pub version: Version,
    /// The reply; for a repetition, that of the first time.
    pub reply: Value,
    /// Whether it was carried out now.
    pub first: First,
    /// The time of the transaction, in milliseconds since 1970 by the store's clock: that of the events, if
    /// it was carried out now.
    pub at_ms: u64,
}

/// What a command came to when it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// The version of the stream after it.
    pub version: Version,
    /// The reply its author was given.
    pub reply: Value,
}
