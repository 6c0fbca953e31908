//! Tables that are open stay open, for whoever asks next.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use chautari_solve::{TableCache, TableError};

use super::tables::Tables;
use crate::Baghchal;

static CACHE: LazyLock<TableCache<Baghchal, Tables>> = LazyLock::new(TableCache::default);

/// The tables that are in a folder by now.
pub(crate) fn find(rules: Baghchal, folder: &Path) -> Result<Arc<Tables>, TableError> {
    CACHE.find(rules, folder, || Tables::none(rules))
}

/// Closes tables that turned out to be damaged, so that they are found once they are made again.
pub(crate) fn forget(rules: Baghchal, folder: &Path) {
    CACHE.forget(rules, folder);
}
