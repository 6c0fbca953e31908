//! A study as it lies in the ledger: every version of what it says.

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_http::TokenHash;
use chautari_ledger::{self as ledger, Label, Stored};
use chautari_platform::{PersonId, StudyId};
use serde::{Deserialize, Serialize};

use super::content::StudyContent;

/// All versions of a study together, in bytes: whoever looks at one has them all read.
pub(super) const MOST_BYTES: usize = 8 << 20;

/// The most versions of a study.
pub(super) const MOST_VERSIONS: u64 = 2000;

/// Who made a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Author {
    /// The hash of the token that opens it.
    pub(super) hash: TokenHash,
    /// Whoever made it by their name, and what they were called then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) person: Option<(PersonId, String)>,
}

/// What happens to a study.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum StudyEvent {
    /// The study was created. The stored name is older than the variant.
    #[serde(rename = "made")]
    Created {
        /// By whom.
        maker: Author,
        /// What it says.
        sheet: StudyContent,
    },
    /// It says something else from now on.
    Saved {
        /// What it says.
        sheet: StudyContent,
    },
}

/// A study.
#[derive(Clone)]
pub(crate) struct Study {
    pub(super) maker: Author,
    pub(super) sheet: StudyContent,
    /// When it was made and last saved, in milliseconds since 1970.
    pub(super) made_ms: u64,
    pub(super) saved_ms: u64,
    /// How long all versions are together.
    pub(super) bytes: usize,
}

impl Aggregate for Study {
    const WHAT: &'static str = "study";
    const PREFIX: &'static str = StudyId::PREFIX;
    type Id = StudyId;
    type Context = ();
    type Event = StudyEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<StudyId> {
        StudyId::read(text)
    }

    fn read(stored: &Stored) -> Result<StudyEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &StudyEvent) -> Result<ledger::Event, CorruptEvents> {
        let kind = match event {
            StudyEvent::Created { .. } => "made",
            StudyEvent::Saved { .. } => "saved",
        };
        Ok(ledger::Event { kind: kind.to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin((): &(), _: &StudyId, first: &StudyEvent, stamp: EventMeta) -> Result<Study, CorruptEvents> {
        match first {
            StudyEvent::Created { maker, sheet } => Ok(Study {
                maker: maker.clone(),
                sheet: sheet.clone(),
                made_ms: stamp.at_ms,
                saved_ms: stamp.at_ms,
                bytes: sheet.bytes(),
            }),
            StudyEvent::Saved { .. } => Err(CorruptEvents::new("a study is made before it is saved again")),
        }
    }

    fn apply(&mut self, (): &(), event: &StudyEvent, stamp: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            StudyEvent::Created { .. } => Err(CorruptEvents::new("a study is made once")),
            StudyEvent::Saved { sheet } => {
                self.bytes += sheet.bytes();
                self.sheet = sheet.clone();
                self.saved_ms = stamp.at_ms;
                Ok(())
            }
        }
    }

    fn labels(&self) -> Vec<Label> {
        self.maker.person.iter().map(|(id, _)| by_person(id)).collect()
    }

    fn notification(&self, _: &StudyEvent) {}

    /// Nobody has to wait for one; it is a replay away.
    fn is_finished(&self) -> bool {
        true
    }
}

/// The studies of a person.
pub(super) fn by_person(id: &PersonId) -> Label {
    Label::new("study-by-person", id.as_str())
}
