//! The work of solving: kept apart from others at the same, measured, and stopped when nobody wants it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use chautari_game::{OracleError, Prepared, Progress};
use rayon::ThreadPoolBuilder;

use crate::{SweepError, Table, TableError};

/// Why something was not solved.
#[derive(Debug)]
pub enum SolveError {
    /// A table could not be read or written.
    Table(TableError),
    /// Somebody else is solving into the same folder.
    Busy,
    /// Under these rules a win takes more plies than a table can say.
    TooLong,
    /// It is no longer wanted. What is done is kept.
    Stopped,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Table(error) => error.fmt(f),
            SolveError::Busy => f.write_str("Another program is solving into the same folder."),
            SolveError::TooLong => {
                f.write_str("Under these rules a win takes more plies than a table can say.")
            }
            SolveError::Stopped => f.write_str("Solving was stopped; what is done is kept."),
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

/// Keeps others from solving the same thing into a folder for as long as the file is open. The folder is
/// made if it is not there.
pub fn lock(folder: &Path, name: &str) -> Result<File, SolveError> {
    let path = folder.join(format!("{name}.lock"));
    let opened = fs::create_dir_all(folder).and_then(|()| File::create(&path));
    let file = opened.map_err(|error| TableError::Io { path: path.clone(), error })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SolveError::Busy),
        // Some file systems cannot lock; there it is the checksums that tell.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}

/// A table that was opened, if all of it is as it was written; `None` if it has to be made. That it is
/// damaged, and made again for it, is worth a line.
pub fn open_if_intact(
    opened: Result<Table, TableError>,
    progress: &dyn Progress,
) -> Result<Option<Table>, SolveError> {
    match opened.and_then(|table| table.check_all().map(|()| table)) {
        Ok(table) => Ok(Some(table)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error @ TableError::Io { .. }) => Err(error.into()),
        Err(error) => {
            progress.note(&format!("{error} It is made again."));
            Ok(None)
        }
    }
}

/// Solves in the background of something else: on all cores but one.
pub fn prepare<T>(solve: impl FnOnce() -> Result<T, SolveError> + Send) -> Result<Prepared, OracleError>
where
    T: Send,
{
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).build();
    let pool =
        pool.map_err(|error| OracleError::Tables(format!("There are no threads to be had: {error}.")))?;
    match pool.install(solve) {
        Ok(_) => Ok(Prepared::Ready),
        Err(SolveError::Busy) => Ok(Prepared::Elsewhere),
        Err(SolveError::Stopped) => Ok(Prepared::Stopped),
        Err(error) => Err(OracleError::Tables(error.to_string())),
    }
}

/// How far a part of the work is, told in shares of it.
pub struct PartProgress<'a> {
    progress: &'a dyn Progress,
    work: u64,
    steps: u64,
    done: AtomicU64,
}

impl<'a> PartProgress<'a> {
    /// Of so much work, in the units of [`Progress`], done in this many steps.
    pub fn new(progress: &'a dyn Progress, work: u64, steps: u64) -> PartProgress<'a> {
        PartProgress { progress, work, steps, done: AtomicU64::new(0) }
    }

    /// This many more steps are done. Says whether the work is still wanted.
    pub fn advance(&self, steps: u64) -> bool {
        let before = self.done.fetch_add(steps, Relaxed);
        let share = |steps: u64| (u128::from(self.work) * u128::from(steps) / u128::from(self.steps)) as u64;
        self.progress.advance(share(before + steps) - share(before));
        !self.progress.is_stopped()
    }

    /// All steps are done.
    pub fn finish(&self) {
        self.advance(self.steps.saturating_sub(self.done.load(Relaxed)));
    }
}
