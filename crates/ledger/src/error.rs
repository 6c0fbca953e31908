//! Errors, with messages for operators.

use std::path::PathBuf;

use crate::ids::{Label, MAX_NAME_BYTES, Version};

/// Why a ledger cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The URL does not name a store.
    #[error("\"{url}\" is not the URL of a ledger: use sqlite:PATH or postgres://USER@HOST:PORT/DATABASE")]
    Address {
        /// The URL without any part that may be secret.
        url: String,
    },
    /// Another process has the file open.
    #[error(
        "{} is in use by another process: stop that one, or share a PostgreSQL database instead",
        path.display()
    )]
    InUse {
        /// The path of the database file.
        path: PathBuf,
    },
    /// The store was written by a newer version of this program.
    #[error(
        "the ledger has schema {found}, and this program knows schemas up to {known}: it was written \
         by a newer version; use that one, or restore a backup made by this one"
    )]
    Newer {
        /// The schema of the store.
        found: u64,
        /// The newest schema this program supports.
        known: u64,
    },
    /// The store was written by an older version, and this operation must not migrate it.
    #[error(
        "the ledger has schema {found}, and this program writes {known}: start the server with it once to migrate it"
    )]
    Older {
        /// The schema of the store.
        found: u64,
        /// The schema this program writes.
        known: u64,
    },
    /// The file cannot be created or opened.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The table definitions in the store differ from those of this program.
    #[error("the ledger is damaged and was not opened: {fault}; restore a backup into a new one")]
    Damaged {
        /// The first difference.
        fault: String,
    },
    /// The database failed.
    #[error("the ledger cannot be opened: {0}")]
    Database(#[from] sqlx::Error),
}

/// Why the ledger cannot be read or written at the moment. A write that failed this way may or may not have
/// taken place: repeat it with the same command id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// The queue of writes is full; nothing was written.
    #[error("the ledger is busy: try again in a moment")]
    Busy,
    /// The ledger was closed; nothing was written.
    #[error("the ledger is closed")]
    Closed,
    /// The database did not respond in time.
    #[error("the ledger did not answer in time")]
    Late,
    /// An event does not match its checksum, so it is not returned.
    #[error("the ledger is damaged: {0}")]
    Damaged(String),
    /// The database failed.
    #[error("the ledger failed: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for Unavailable {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Why an append was not carried out. Except for [`AppendError::Unavailable`], nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AppendError {
    /// The stream is not at the expected version.
    #[error("the stream is at version {current}, not at the expected one")]
    Conflict {
        /// The current version of the stream.
        current: Version,
    },
    /// Another stream claims the label.
    #[error("{label} is taken")]
    Taken {
        /// The label.
        label: Label,
    },
    /// The job to finish has been taken by another worker, or is finished already.
    #[error("the job is no longer held")]
    JobLost,
    /// A name is too long, empty, or contains control characters.
    #[error("the {what} \"{}\" must be 1 to {MAX_NAME_BYTES} bytes long, without control characters", .text.escape_debug())]
    InvalidName {
        /// The use of the name, such as `stream id`.
        what: &'static str,
        /// The beginning of the name.
        text: String,
    },
    /// The ledger cannot be written at the moment.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
