//! Where a ledger lies and how it is opened.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::connection::{Address, Readers};
use crate::fault::OpenError;

/// How many may read at once.
const READERS: u32 = 8;

/// How long anything waits for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where a ledger lies.
pub(crate) enum Site {
    Memory,
    File(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Site {
    /// Reads an address.
    pub(crate) fn read(url: &str) -> Result<Self, OpenError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            return match path.strip_prefix("//").unwrap_or(path) {
                "" => Err(OpenError::Address { url: url.to_owned() }),
                ":memory:" => Ok(Self::Memory),
                path => Ok(Self::File(path.into())),
            };
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            // A transaction whose process hangs must not hold the others up, nor may a lock.
            let ms = PATIENCE.as_millis();
            let limits =
                [("idle_in_transaction_session_timeout", ms.to_string()), ("lock_timeout", ms.to_string())];
            let options = PgConnectOptions::from_str(url)?.application_name("chautari").options(limits);
            return Ok(Self::Postgres(Box::new(options)));
        }
        // What stands after the scheme may be a password.
        let scheme = url.split_once(':').map_or(url, |(scheme, _)| scheme);
        Err(OpenError::Address { url: scheme.to_owned() })
    }

    /// How to connect to it.
    pub(crate) fn address(&self) -> Address {
        match self {
            Self::Memory => Address::Sqlite(memory()),
            Self::File(path) => Address::Sqlite(
                SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(PATIENCE),
            ),
            Self::Postgres(options) => Address::Postgres((**options).clone()),
        }
    }

    /// How to connect to it if it is there: nothing is made.
    pub(crate) fn existing(&self) -> Address {
        match self.address() {
            Address::Sqlite(options) => Address::Sqlite(options.create_if_missing(false)),
            postgres @ Address::Postgres(_) => postgres,
        }
    }

    /// Makes sure that no other process has the file: it would not hear what this one appends.
    /// The lock goes with the process, however it ends.
    pub(crate) fn lock(&self) -> Result<Option<File>, OpenError> {
        let Self::File(path) = self else { return Ok(None) };
        // Not on the file itself: closing a second handle of it would drop SQLite's own locks.
        let mut beside = path.clone().into_os_string();
        beside.push("-lock");
        let fault = |error| OpenError::File { path: Path::new(&beside).to_owned(), error };
        // The database, too, is made so that nobody else on the machine reads it.
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

/// Makes a file that only its owner can read, or empties it.
fn create_private(path: &Path) -> std::io::Result<File> {
    private().create(true).truncate(true).open(path)
}

/// Makes a file that only its owner can read, where there is none.
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

/// A database in memory that several connections share. SQLite's own shared cache would do too, were
/// its locks not refused where others are waited for.
fn memory() -> SqliteConnectOptions {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // Shared within the process, because the name begins with a slash.
    SqliteConnectOptions::new()
        .filename(format!("/chautari-ledger-{count}"))
        .vfs("memdb")
        .create_if_missing(true)
        .busy_timeout(PATIENCE)
}

/// Connections for reading.
pub(crate) fn readers(address: &Address) -> Readers {
    match address {
        Address::Sqlite(options) => {
            let options = options.clone().pragma("query_only", "ON");
            let pool = SqlitePoolOptions::new()
                .max_connections(READERS)
                .acquire_timeout(PATIENCE)
                .test_before_acquire(false);
            Readers::Sqlite(pool.connect_lazy_with(options))
        }
        Address::Postgres(options) => {
            let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(PATIENCE);
            Readers::Postgres(pool.connect_lazy_with(options.clone()))
        }
    }
}
