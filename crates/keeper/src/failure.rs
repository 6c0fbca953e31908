//! Errors.

use chautari_ledger::{AppendError, Label, Unavailable};

/// Stored events that cannot be replayed: they were not written by this program.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Broken(Box<dyn std::error::Error + Send + Sync>);

impl Broken {
    /// Wraps the cause.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Broken {
        Broken(cause.into())
    }
}

impl From<serde_json::Error> for Broken {
    fn from(cause: serde_json::Error) -> Broken {
        Broken(Box::new(cause))
    }
}

/// Why an aggregate could not be loaded or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It does not exist.
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
    /// A command with this id was carried out before with another request.
    #[error("this command was sent before with another request")]
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
    Broken {
        /// The kind of aggregate.
        what: &'static str,
        /// The id that was requested.
        id: String,
        /// The cause.
        cause: Broken,
    },
    /// The ledger is unavailable. The change may or may not have been written: repeat it with the same command.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Failure {
    /// Converts the error of an append. A conflict is normally resolved before it gets here.
    pub(crate) fn of(error: AppendError, what: &'static str, id: &dyn std::fmt::Display) -> Failure {
        match error {
            AppendError::Taken { label } => Failure::Taken { label },
            AppendError::JobLost => Failure::JobLost,
            AppendError::Unavailable(cause) => Failure::Unavailable(cause),
            AppendError::Conflict { .. } => Failure::Contended { what, id: id.to_string() },
            other => Failure::Unfit(other.to_string()),
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
    Failed(#[from] Failure),
}

impl<R> From<Unavailable> for ActError<R> {
    fn from(cause: Unavailable) -> ActError<R> {
        ActError::Failed(cause.into())
    }
}
