//! Building tables: folder locks, progress and cancellation.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use chautari_game::{OracleError, Prepared, Progress};
use rayon::ThreadPoolBuilder;

use crate::{SweepError, Table, TableError};

/// Why tables could not be built.
#[derive(Debug)]
pub enum SolveError {
    /// A table could not be read or written.
    Table(TableError),
    /// Another process is building into the same folder.
    Busy,
    /// Under these rules a win takes more plies than a table can store.
    TooLong,
    /// The build was stopped. Completed tables are kept.
    Stopped,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Table(error) => error.fmt(f),
            SolveError::Busy => f.write_str("Another process is building tables in the same folder."),
            SolveError::TooLong => {
                f.write_str("Under these rules a win takes more plies than a table can store.")
            }
            SolveError::Stopped => f.write_str("Solving was stopped; completed tables are kept."),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<TableError> for SolveError {
    fn from(error: TableError) -> SolveError {
        SolveError::Table(error)
    }
}

impl From<SweepError> for SolveError {
    fn from(error: SweepError) -> SolveError {
        match error {
            SweepError::TooLong => SolveError::TooLong,
            SweepError::Stopped => SolveError::Stopped,
        }
    }
}

/// Locks a folder against other builds of the same tables, for as long as the returned file is open. Creates
/// the folder if it does not exist.
pub fn lock(folder: &Path, name: &str) -> Result<File, SolveError> {
    let path = folder.join(format!("{name}.lock"));
    let opened = fs::create_dir_all(folder).and_then(|()| File::create(&path));
    let file = opened.map_err(|error| TableError::Io { path: path.clone(), error })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SolveError::Busy),
        // Some file systems do not support locks; there the checksums detect conflicting writes.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}

/// Returns a table if all its checksums match; `None` if it has to be built. A damaged table is reported to
/// `progress` and built again.
pub fn open_if_intact(
    opened: Result<Table, TableError>,
    progress: &dyn Progress,
) -> Result<Option<Table>, SolveError> {
    match opened.and_then(|table| table.check_all().map(|()| table)) {
        Ok(table) => Ok(Some(table)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error @ TableError::Io { .. }) => Err(error.into()),
        Err(error) => {
            progress.note(&format!("{error} It will be rebuilt."));
            Ok(None)
        }
    }
}

/// Runs a build in the background, on all cores but one.
pub fn prepare<T>(solve: impl FnOnce() -> Result<T, SolveError> + Send) -> Result<Prepared, OracleError>
where
    T: Send,
{
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).build();
    let pool = pool.map_err(|error| OracleError::Tables(format!("Cannot start threads: {error}.")))?;
    match pool.install(solve) {
        Ok(_) => Ok(Prepared::Ready),
        Err(SolveError::Busy) => Ok(Prepared::Elsewhere),
        Err(SolveError::Stopped) => Ok(Prepared::Stopped),
        Err(error) => Err(OracleError::Tables(error.to_string())),
    }
}

/// Reports the progress of one part of a build, as shares of its work.
pub struct PartProgress<'a> {
    progress: &'a dyn Progress,
    work: u64,
    steps: u64,
    done: AtomicU64,
}

impl<'a> PartProgress<'a> {
    /// Creates a reporter for a part with this total work, in the units of [`Progress`], and this many steps.
    pub fn new(progress: &'a dyn Progress, work: u64, steps: u64) -> PartProgress<'a> {
        PartProgress { progress, work, steps, done: AtomicU64::new(0) }
    }

    /// Reports completed steps; returns whether the build should continue.
    pub fn advance(&self, steps: u64) -> bool {
        let before = self.done.fetch_add(steps, Relaxed);
        let share = |steps: u64| (u128::from(self.work) * u128::from(steps) / u128::from(self.steps)) as u64;
        self.progress.advance(share(before + steps) - share(before));
        !self.progress.is_stopped()
    }

    /// Reports all remaining steps.
    pub fn finish(&self) {
        self.advance(self.steps.saturating_sub(self.done.load(Relaxed)));
    }
}
