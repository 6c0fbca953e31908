//! A cache of open tables.

use std::collections::HashMap;
use std::fs;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::TableError;

/// The tables of one game, as far as their files exist.
pub trait Tables: Sized {
    /// Returns these tables together with those added to the folder since; `None` if there are no new ones.
    fn with_added(&self, folder: &Path) -> Result<Option<Self>, TableError>;
}

/// Open tables, by their key and folder.
pub struct TableCache<K, T>(Mutex<HashMap<(K, PathBuf), Entry<T>>>);

struct Entry<T> {
    tables: Arc<T>,
    /// The modification time of the folder at the last check.
    changed: Option<SystemTime>,
}

/// A folder modified this recently may change again without a new modification time.
const TICK: Duration = Duration::from_secs(2);

impl<K: Eq + Hash, T: Tables> Default for TableCache<K, T> {
    fn default() -> TableCache<K, T> {
        TableCache(Mutex::default())
    }
}

impl<K: Eq + Hash, T: Tables> TableCache<K, T> {
    fn entries(&self) -> MutexGuard<'_, HashMap<(K, PathBuf), Entry<T>>> {
        // The map is consistent even if a thread panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the tables in a folder, starting with `none`. The folder is scanned only if it has changed.
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

    /// Closes damaged tables, so that they are found again once they have been rebuilt.
    pub fn forget(&self, key: K, folder: &Path) {
        self.entries().remove(&(key, folder.to_owned()));
    }
}
