//! Errors.

use chautari_ledger::{AppendError, Label, Unavailable};

/// Stored events that cannot be replayed: they were not written by this program.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct CorruptEvents(Box<dyn std::error::Error + Send + Sync>);

impl CorruptEvents {
    /// Creates an error from its cause.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> CorruptEvents {
        CorruptEvents(cause.into())
    }
}

impl From<serde_json::Error> for CorruptEvents {
    fn from(cause: serde_json::Error) -> CorruptEvents {
        CorruptEvents(Box::new(cause))
    }
}

/// Why an aggregate could not be loaded or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RepositoryError {
    /// The aggregate does not exist.
    #[error("there is no {what} `{id}`")]
    Missing {
        /// The kind of aggregate.
        what: &'static str,
        /// The id that was requested.
        id: String,
    },
    /// Another aggregate has claimed one of its labels.
    #[error("{label} is taken")]
    Taken {
        /// The label.
        label: Label,
    },
    /// Another worker has taken the job whose result this is.
    #[error("the job is no longer held")]
    JobLost,
    /// A command with this id was carried out before, with another request or longer ago than it can be repeated.
    #[error("this command was sent before with another request, or too long ago")]
    Reused,
    /// A name is not valid in the ledger.
    #[error("{0}")]
    Unfit(String),
    /// Concurrent changes prevented the update too often; nothing was written.
    #[error("too many others are changing the {what} `{id}`")]
    Contended {
        /// The kind of aggregate.
        what: &'static str,
        /// The id that was requested.
        id: String,
    },
    /// It has reached its limit of events of this kind; nothing was written.
    #[error("too much has happened to the {what} `{id}`")]
    Full {
        /// The kind of aggregate.
        what: &'static str,
        /// The id that was requested.
        id: String,
    },
    /// Its events cannot be replayed.
    #[error("the {what} `{id}` cannot be replayed: {cause}")]
    Corrupt {
        /// The kind of aggregate.
        what: &'static str,
        /// The id that was requested.
        id: String,
        /// The cause.
        cause: CorruptEvents,
    },
    /// The ledger is unavailable. The change may or may not have been written: repeat it with the same command.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl RepositoryError {
    /// Translates the error of an append. Conflicts are resolved by the repository.
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

/// Why an action was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ActError<R> {
    /// The decision refused it.
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
