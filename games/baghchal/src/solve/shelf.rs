//! Tables that are open stay open, for whoever asks next.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use chautari_solve::{Shelf, TableError};

use super::tables::Tables;
use crate::Baghchal;

static SHELF: LazyLock<Shelf<Baghchal, Tables>> = LazyLock::new(Shelf::default);

/// The tables that are in a folder by now.
pub(crate) fn find(rules: Baghchal, folder: &Path) -> Result<Arc<Tables>, TableError> {
    SHELF.find(rules, folder, || Tables::none(rules))
}

/// Closes tables that turned out to be damaged, so that they are found once they are made again.
pub(crate) fn forget(rules: Baghchal, folder: &Path) {
    SHELF.forget(rules, folder);
}
