//! What can go wrong, in words for whoever runs the program.

use std::path::PathBuf;

use crate::ids::{LONGEST, Label, Version};

/// Why a ledger cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The address names no store.
    #[error("\"{url}\" is no address of a ledger: write sqlite:PATH, or postgres://USER@HOST:PORT/DATABASE")]
    Address {
        /// The address, without what may be secret in it.
        url: String,
    },
    /// Another process has the file open.
    #[error(
        "{} is in use by another process: stop that one, or share a PostgreSQL database instead",
        path.display()
    )]
    InUse {
        /// The database file.
        path: PathBuf,
    },
    /// The store was written by a newer program.
    #[error(
        "the ledger has schema {found}, and this program knows schemas up to {known}: it was written \
         by a newer version; use that one, or restore a backup made by this one"
    )]
    Newer {
        /// The schema of the store.
        found: u64,
        /// The newest schema known here.
        known: u64,
    },
    /// The store was written by an older program, and was to be left as it is.
    #[error("the ledger has schema {found}, and this program writes {known}: start the server on it once")]
    Older {
        /// The schema of the store.
        found: u64,
        /// The newest schema known here.
        known: u64,
    },
    /// The file cannot be made or reached.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The store describes its own tables otherwise than they were made.
    #[error("the ledger is damaged, and is left alone: {fault}; restore a backup into a new one")]
    Damaged {
        /// What is not as it was made.
        fault: String,
    },
    /// The database does not answer as it should.
    #[error("the ledger cannot be opened: {0}")]
    Database(#[from] sqlx::Error),
}

/// Why nothing can be read or written just now. Whether a write that failed this way took place is
/// not known: repeat it with the same command id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// Too many writes wait already; nothing was written.
    #[error("the ledger is busy: try again in a moment")]
    Busy,
    /// The ledger was closed; nothing was written.
    #[error("the ledger is closed")]
    Closed,
    /// No answer came in time.
    #[error("the ledger did not answer in time")]
    Late,
    /// An event is not as it was written; it is not served.
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

/// Why an append was not carried out. In every case but [`AppendError::Unavailable`] nothing was
/// written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AppendError {
    /// The stream has moved on, or does not exist yet.
    #[error("the stream is at version {current}, not at the expected one")]
    Conflict {
        /// Where the stream is.
        current: Version,
    },
    /// Another stream claims the label.
    #[error("{label} is taken")]
    Taken {
        /// Which label.
        label: Label,
    },
    /// The job that was to be finished is another worker's by now, or finished.
    #[error("the job is no longer held")]
    JobLost,
    /// A name cannot be kept.
    #[error("the {what} \"{}\" must be 1 to {LONGEST} bytes long, without control characters", .text.escape_debug())]
    Unfit {
        /// What was named.
        what: &'static str,
        /// The beginning of the name.
        text: String,
    },
    /// Nothing can be written just now.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
