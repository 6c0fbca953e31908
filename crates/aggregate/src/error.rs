//! What can go wrong.

use chautari_ledger::{AppendError, Label, Unavailable};

/// Events that do not make a state: the ledger holds something this program did not write.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct CorruptEvents(Box<dyn std::error::Error + Send + Sync>);

impl CorruptEvents {
    /// Because of that.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> CorruptEvents {
        CorruptEvents(cause.into())
    }
}

impl From<serde_json::Error> for CorruptEvents {
    fn from(cause: serde_json::Error) -> CorruptEvents {
        CorruptEvents(Box::new(cause))
    }
}

/// Why something cannot be had or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RepositoryError {
    /// There is no such thing.
    #[error("there is no {what} `{id}`")]
    Missing {
        /// What kind of thing.
        what: &'static str,
        /// How it was named.
        id: String,
    },
    /// Another one claims a label of it.
    #[error("{label} is taken")]
    Taken {
        /// Which label.
        label: Label,
    },
    /// The job this was the work of is another worker's by now.
    #[error("the job is no longer held")]
    JobLost,
    /// A command of this name was carried out before, and asked for something else.
    #[error("this command was sent before with another request")]
    Reused,
    /// A name cannot be kept.
    #[error("{0}")]
    Unfit(String),
    /// Others kept changing it; nothing was written.
    #[error("too many others are changing the {what} `{id}`")]
    Contended {
        /// What kind of thing.
        what: &'static str,
        /// How it was named.
        id: String,
    },
    /// So much has happened to it that nothing more of this kind is taken; nothing was written.
    #[error("too much has happened to the {what} `{id}`")]
    Full {
        /// What kind of thing.
        what: &'static str,
        /// How it was named.
        id: String,
    },
    /// Its events make no sense.
    #[error("the {what} `{id}` cannot be replayed: {cause}")]
    Corrupt {
        /// What kind of thing.
        what: &'static str,
        /// How it was named.
        id: String,
        /// Why not.
        cause: CorruptEvents,
    },
    /// The ledger does not answer. Whether anything was written is not known: repeat it with the same command.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl RepositoryError {
    /// What an append that was not carried out comes to. A conflict is for the keeper to resolve.
    pub(crate) fn of(error: AppendError, what: &'static str, id: &dyn std::fmt::Display) -> RepositoryError {
        match error {
            AppendError::Taken { label } => RepositoryError::Taken { label },
            AppendError::JobLost => RepositoryError::JobLost,
            AppendError::Unavailable(cause) => RepositoryError::Unavailable(cause),
            AppendError::Conflict { .. } => RepositoryError::Contended { what, id: id.to_string() },
            other => RepositoryError::Unfit(other.to_string()),
        }
    }
}

/// Why an action did not take place.
#[derive(Debug, thiserror::Error)]
pub enum ActError<R> {
    /// Whoever decided said no.
    #[error("refused")]
    Refused(R),
    /// It could not be decided or written.
    #[error(transparent)]
    Failed(#[from] RepositoryError),
}

impl<R> From<Unavailable> for ActError<R> {
    fn from(cause: Unavailable) -> ActError<R> {
        ActError::Failed(cause.into())
    }
}
