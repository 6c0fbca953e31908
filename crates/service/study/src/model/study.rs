//! A study: an aggregate of all versions of its content.

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_http::TokenHash;
use chautari_ledger::{self as ledger, Label, Stored};
use chautari_platform::{PersonId, StudyId};
use serde::{Deserialize, Serialize};

use super::content::StudyContent;

/// Bytes of all versions of a study, because loading one reads them all.
const MAX_BYTES: usize = 8 << 20;

/// Versions of a study.
pub(crate) const MAX_VERSIONS: u64 = 2000;

/// The author of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Author {
    /// The hash of the token that changes the study.
    pub(crate) hash: TokenHash,
    /// The person who created the study, with their name at that time; `None` if it is anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) person: Option<(PersonId, String)>,
}

/// An event of a study.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum StudyEvent {
    /// The study was created. The stored name is older than the variant.
    #[serde(rename = "made")]
    Created {
        /// The author.
        maker: Author,
        /// The content.
        sheet: StudyContent,
    },
    /// A new version was saved.
    Saved {
        /// The content.
        sheet: StudyContent,
    },
}

/// The latest version of a study.
#[derive(Clone)]
pub(crate) struct Study {
    pub(crate) maker: Author,
    pub(crate) sheet: StudyContent,
    /// The time it was created, in milliseconds since 1970.
    pub(crate) made_ms: u64,
    /// The time of this version, in milliseconds since 1970.
    pub(crate) saved_ms: u64,
    /// The bytes of all versions.
    pub(crate) bytes: usize,
}

/// The reason why a version is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveRefusal {
    /// The study has been saved since the version that was edited.
    Outdated,
    /// There are [`MAX_VERSIONS`].
    TooManyVersions,
    /// All versions together would be longer than [`MAX_BYTES`].
    TooLong,
}

impl Study {
    /// Decides whether a content is saved as the version after `current`; `None` if it is the current content. `edited` is
    /// the version that the client edited, if it says so.
    pub(crate) fn save(
        &self,
        current: u64,
        edited: Option<u64>,
        content: &StudyContent,
    ) -> Result<Option<StudyEvent>, SaveRefusal> {
        if edited.is_some_and(|edited| edited != current) {
            return Err(SaveRefusal::Outdated);
        }
        if current >= MAX_VERSIONS {
            return Err(SaveRefusal::TooManyVersions);
        }
        if self.sheet == *content {
            return Ok(None);
        }
        if self.bytes + content.bytes() > MAX_BYTES {
            return Err(SaveRefusal::TooLong);
        }
        Ok(Some(StudyEvent::Saved { sheet: content.clone() }))
    }
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
            StudyEvent::Saved { .. } => Err(CorruptEvents::new("the first event of a study is its creation")),
        }
    }

    fn apply(&mut self, (): &(), event: &StudyEvent, stamp: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            StudyEvent::Created { .. } => Err(CorruptEvents::new("a study is created once")),
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

    fn notification(&self, (): &Self::Context, _: &StudyEvent) {}

    /// A study need not stay in memory, because replaying it is quick.
    fn is_finished(&self) -> bool {
        true
    }
}

/// The label of the studies of a person.
pub(crate) fn by_person(id: &PersonId) -> Label {
    Label::new("study-by-person", id.as_str())
}
