//! The location of a ledger, and how it is opened.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::connection::{Address, Readers};
use crate::error::OpenError;

/// Maximum number of concurrent reads.
const READERS: u32 = 8;

/// How long to wait for a database that does not respond.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Where a ledger is stored.
pub(crate) enum Location {
    Memory,
    File(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Location {
    /// Parses a URL.
    pub(crate) fn read(url: &str) -> Result<Self, OpenError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            return match path.strip_prefix("//").unwrap_or(path) {
                "" => Err(OpenError::Address { url: url.to_owned() }),
                ":memory:" => Ok(Self::Memory),
                path => Ok(Self::File(path.into())),
            };
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            // A hanging process must not block the others with an open transaction or a lock.
            let ms = TIMEOUT.as_millis();
            let limits =
                [("idle_in_transaction_session_timeout", ms.to_string()), ("lock_timeout", ms.to_string())];
            let options = PgConnectOptions::from_str(url)?.application_name("chautari").options(limits);
            return Ok(Self::Postgres(Box::new(options)));
        }
        // Anything after the scheme may contain a password.
        let scheme = url.split_once(':').map_or(url, |(scheme, _)| scheme);
        Err(OpenError::Address { url: scheme.to_owned() })
    }

    /// Returns the settings to open the database, creating the file if necessary.
    pub(crate) fn address(&self) -> Address {
        match self {
            Self::Memory => Address::Sqlite(memory()),
            Self::File(path) => Address::Sqlite(
                SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(TIMEOUT),
            ),
            Self::Postgres(options) => Address::Postgres((**options).clone()),
        }
    }

    /// Returns the settings to open an existing database.
    pub(crate) fn existing(&self) -> Address {
        match self.address() {
            Address::Sqlite(options) => Address::Sqlite(options.create_if_missing(false)),
            postgres @ Address::Postgres(_) => postgres,
        }
    }

    /// Ensures that no other process has the file open, because it would not be notified of our appends. The
    /// lock ends with the process, even if it is killed.
    pub(crate) fn lock(&self) -> Result<Option<File>, OpenError> {
        let Self::File(path) = self else { return Ok(None) };
        // Not on the database file itself: closing a second handle of it would drop SQLite's own locks.
        let mut beside = path.clone().into_os_string();
        beside.push("-lock");
        let fault = |error| OpenError::File { path: Path::new(&beside).to_owned(), error };
        // Create the database file, too, readable by its owner only.
        if !path.exists() {
            create_private(path).map_err(|error| OpenError::File { path: path.clone(), error })?;
        }
        let file = create_private(Path::new(&beside)).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.clone() }),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        }
    }
}

/// Creates or truncates a file that only its owner can read.
fn create_private(path: &Path) -> std::io::Result<File> {
    private().create(true).truncate(true).open(path)
}

/// Creates a file that only its owner can read. Errors if it exists.
pub(crate) fn make_private(path: &Path) -> std::io::Result<File> {
    private().create_new(true).open(path)
}

fn private() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Options for a database in memory that several connections share. SQLite's shared cache is no alternative,
/// because it refuses locks instead of waiting for them.
fn memory() -> SqliteConnectOptions {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // A name that begins with a slash is shared within the process.
    SqliteConnectOptions::new()
        .filename(format!("/chautari-ledger-{count}"))
        .vfs("memdb")
        .create_if_missing(true)
        .busy_timeout(TIMEOUT)
}

/// Creates the pool of read-only connections.
pub(crate) fn readers(address: &Address) -> Readers {
    match address {
        Address::Sqlite(options) => {
            let options = options.clone().pragma("query_only", "ON");
            let pool = SqlitePoolOptions::new()
                .max_connections(READERS)
                .acquire_timeout(TIMEOUT)
                .test_before_acquire(false);
            Readers::Sqlite(pool.connect_lazy_with(options))
        }
        Address::Postgres(options) => {
            let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(TIMEOUT);
            Readers::Postgres(pool.connect_lazy_with(options.clone()))
        }
    }
}
