//! Tables that are open stay open, for whoever asks next.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use chautari_solve::TableError;

use super::tables::Tables;
use crate::Baghchal;

type Shelf = HashMap<(Baghchal, PathBuf), Arc<Tables>>;

static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

fn shelf() -> MutexGuard<'static, Shelf> {
    // Nothing is left half done on it.
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tables that are in a folder by now. Only files that were not there the last time are looked
/// for.
pub(crate) fn find(rules: Baghchal, folder: &Path) -> Result<Arc<Tables>, TableError> {
    let mut shelf = shelf();
    let tables = shelf.entry((rules, folder.to_owned())).or_insert_with(|| Arc::new(Tables::none(rules)));
    if let Some(more) = tables.with_added(folder)? {
        *tables = Arc::new(more);
    }
    Ok(Arc::clone(tables))
}

/// Closes tables that turned out to be damaged, so that they are found once they are made again.
pub(crate) fn forget(rules: Baghchal, folder: &Path) {
    shelf().remove(&(rules, folder.to_owned()));
}
