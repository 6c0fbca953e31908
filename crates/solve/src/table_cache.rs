//! Tables that are open stay open, for whoever asks next.

use std::collections::HashMap;
use std::fs;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::TableError;

/// The tables of one game, as far as their files are there.
pub trait Tables: Sized {
    /// These tables and those that have come to be in a folder; `None` if there are no more.
    fn with_added(&self, folder: &Path) -> Result<Option<Self>, TableError>;
}

/// Open tables, by what they are of and by the folder they are in.
pub struct TableCache<K, T>(Mutex<HashMap<(K, PathBuf), Entry<T>>>);

struct Entry<T> {
    tables: Arc<T>,
    /// When the folder had last changed, as of the last look.
    changed: Option<SystemTime>,
}

/// A folder that has changed this lately may change once more without its clock telling.
const TICK: Duration = Duration::from_secs(2);

impl<K: Eq + Hash, T: Tables> Default for TableCache<K, T> {
    fn default() -> TableCache<K, T> {
        TableCache(Mutex::default())
    }
}

impl<K: Eq + Hash, T: Tables> TableCache<K, T> {
    fn entries(&self) -> MutexGuard<'_, HashMap<(K, PathBuf), Entry<T>>> {
        // Nothing is left half done on it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that are in a folder by now, beginning with `none`. Nothing is looked for in a folder
    /// that is as it was.
    pub fn find(&self, key: K, folder: &Path, none: impl FnOnce() -> T) -> Result<Arc<T>, TableError> {
        let mut entries = self.entries();
        let entry = entries
            .entry((key, folder.to_owned()))
            .or_insert_with(|| Entry { tables: Arc::new(none()), changed: None });
        let changed = fs::metadata(folder).and_then(|folder| folder.modified()).ok();
        if changed.is_none() || entry.changed != changed {
            if let Some(more) = entry.tables.with_added(folder)? {
                entry.tables = Arc::new(more);
            }
            let settled = |at: &SystemTime| at.elapsed().is_ok_and(|ago| ago > TICK);
            entry.changed = changed.filter(settled);
        }
        Ok(Arc::clone(&entry.tables))
    }

    /// Closes tables that turned out to be damaged, so that they are found once they are made again.
    pub fn forget(&self, key: K, folder: &Path) {
        self.entries().remove(&(key, folder.to_owned()));
    }
}
