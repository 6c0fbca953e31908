//! The process-wide cache of open tables.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use chautari_solve::{TableCache, TableError};

use super::tables::Tables;
use crate::Baghchal;

static CACHE: LazyLock<TableCache<Baghchal, Tables>> = LazyLock::new(TableCache::default);

/// Returns the tables in a folder, opening new ones.
pub(crate) fn find(rules: Baghchal, folder: &Path) -> Result<Arc<Tables>, TableError> {
    CACHE.find(rules, folder, || Tables::none(rules))
}

/// Closes damaged tables, so that they are found again once they have been rebuilt.
pub(crate) fn forget(rules: Baghchal, folder: &Path) {
    CACHE.forget(rules, folder);
}
