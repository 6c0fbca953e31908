//! Building the default tables in the background: the sliding phase.

use std::path::Path;

use chautari_game::{OracleError, Prepared, Progress};
use chautari_solve::{Table, TableError};

use super::build::build;
use super::layer::{Layer, Phase};
use super::table_cache;
use crate::Baghchal;

/// The sliding phase with up to this many captures takes 93 MB; with more it soon fills a disk.
const MOST_CAPTURES: u8 = 5;

/// Solves the sliding phase into a folder, unless it exists, and leaves one core free.
pub(crate) fn prepare(
    rules: Baghchal,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Prepared, OracleError> {
    if rules.captures_to_win() > MOST_CAPTURES {
        return Ok(Prepared::Nothing);
    }
    if is_sound(rules, folder).unwrap_or(false) {
        return Ok(Prepared::Ready);
    }
    // The open tables may be the damaged ones.
    table_cache::forget(rules, folder);
    chautari_solve::prepare(|| build(rules, Phase::Sliding, folder, progress))
}

/// Whether the whole sliding phase is present and undamaged.
fn is_sound(rules: Baghchal, folder: &Path) -> Result<bool, TableError> {
    let tables = table_cache::find(rules, folder)?;
    for layer in Layer::all(rules, Phase::Sliding) {
        let Some(table) = tables.table(layer) else { return Ok(false) };
        Table::check_all(table)?;
    }
    Ok(true)
}
