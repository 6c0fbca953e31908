//! Solving endings one after the other, resuming where an earlier run stopped.

use std::path::Path;
use std::time::Instant;

use chautari_game::{OracleError, Prepared, Progress};
use chautari_solve::{PartProgress, SolveError, lock, open_if_intact, pack_distances, sweep, write_table};
use rayon::prelude::*;

use super::graph::Ending;
use super::layout::Layout;
use super::material::Material;
use super::tables::{self, Tables};
use crate::INFO;

/// The number of men solved by default, which takes seconds.
const MEN_BY_DEFAULT: usize = 3;

/// Solves endings into a folder and opens the tables. Each must come after those it leads to, as in
/// [`Material::up_to`] and [`Material::with_all_it_leads_to`].
///
/// Undamaged files of completed endings are reused, so that an interrupted run continues with the ending it
/// was working on. Damaged files are rebuilt.
pub fn build(endings: &[Material], folder: &Path, progress: &dyn Progress) -> Result<Tables, SolveError> {
    let _lock = lock(folder, INFO.id)?;
    let mut tables = Tables::default();
    let mut missing = Vec::new();
    for &material in endings {
        match open_if_intact(tables::opened(material, folder), progress)? {
            Some(table) => tables.put(material, table)?,
            None => missing.push(Layout::new(material)),
        }
    }
    progress.begin(missing.iter().map(work).sum());
    for layout in &missing {
        let clock = Instant::now();
        solve(layout, &tables, folder, progress)?;
        tables.put(layout.material, tables::opened(layout.material, folder)?)?;
        progress.note(&format!("{}: {:.1} s", layout.material, clock.elapsed().as_secs_f64()));
    }
    Ok(tables)
}

/// Returns the approximate time to solve an ending, in microseconds on two cores.
fn work(layout: &Layout) -> u64 {
    (layout.chunks() * layout.chunk_len()) as u64
}

fn solve(layout: &Layout, tables: &Tables, folder: &Path, progress: &dyn Progress) -> Result<(), SolveError> {
    let len = layout.chunk_len();
    // Initialisation visits every position with both sides to move, the sweep at most once more.
    let part = PartProgress::new(progress, work(layout), 4 * (layout.chunks() * len) as u64);
    let [white, black] = sweep(&Ending { layout, tables }, |looks| part.advance(looks))?;
    let chunks = white.par_chunks(len).zip(black.par_chunks(len));
    let chunks: Vec<Vec<u8>> =
        chunks.map(|(white, black)| pack_distances(&[white, black].concat())).collect();
    write_table(&tables::path(layout.material, folder), &tables::identity(layout.material), &chunks)?;
    part.finish();
    Ok(())
}

/// Solves the endings of three men into a folder, unless they exist, and leaves one core free.
pub(crate) fn prepare(folder: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
    let endings = Material::up_to(MEN_BY_DEFAULT);
    let is_sound = |&material: &Material| tables::opened(material, folder)?.check_all();
    if endings.iter().try_for_each(is_sound).is_ok() {
        return Ok(Prepared::Ready);
    }
    // The open tables may be the damaged ones.
    tables::forget(folder);
    chautari_solve::prepare(|| build(&endings, folder, progress))
}
