//! What is worth having by default: the sliding phase, made in the background of something else.

use std::path::Path;

use chautari_game::{OracleError, Prepared, Progress};
use chautari_solve::{Table, TableError};

use super::build::build;
use super::layer::{Layer, Phase};
use super::table_cache;
use crate::Baghchal;

/// The game that so many captures win has a sliding phase of 93 MB; with more it soon fills a disk.
const MOST_CAPTURES: u8 = 5;

/// Solves the sliding phase into a folder, unless it is there, and leaves a core to others.
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
    // What is open may be what is damaged.
    table_cache::forget(rules, folder);
    chautari_solve::prepare(|| build(rules, Phase::Sliding, folder, progress))
}

/// Whether all of the sliding phase is there, as it was written.
fn is_sound(rules: Baghchal, folder: &Path) -> Result<bool, TableError> {
    let tables = table_cache::find(rules, folder)?;
    for layer in Layer::all(rules, Phase::Sliding) {
        let Some(table) = tables.table(layer) else { return Ok(false) };
        Table::check_all(table)?;
    }
    Ok(true)
}
