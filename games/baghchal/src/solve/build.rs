//! Solving the game layer by layer, resuming where an earlier run stopped.

use std::path::Path;
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use chautari_game::Progress;
use chautari_solve::{
    Pair, PartProgress, SolveError, TableError, lock, open_if_intact, sweep, to_bytes, write_table,
};
use rayon::prelude::*;

use super::atlas::ATLAS;
use super::layer::{Layer, Phase, file_stem};
use super::placing::{Cube, WORDS, empty_cube, goats_to_move, tigers_to_move};
use super::sliding::Sliding;
use super::strata::packed;
use super::tables::{SUBSETS, Tables};
use crate::{Baghchal, GOATS};

/// Solves a phase of the game into a folder and opens the tables.
///
/// Undamaged files of completed layers are reused, so that an interrupted run continues with the layer it was
/// working on. Damaged files are rebuilt.
pub fn build(
    rules: Baghchal,
    phase: Phase,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Tables, SolveError> {
    build_layers(rules, &Layer::all(rules, phase), folder, progress)
}

/// Solves some layers, each given after those it depends on.
pub(super) fn build_layers(
    rules: Baghchal,
    layers: &[Layer],
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Tables, SolveError> {
    let _lock = lock(folder, &file_stem(rules))?;
    let mut tables = Tables::none(rules);
    let mut missing = Vec::new();
    for &layer in layers {
        match open_if_intact(tables.opened(layer, folder), progress)? {
            Some(table) => tables.put(layer, Some(table)),
            None => missing.push(layer),
        }
    }
    progress.begin(missing.iter().map(|layer| layer.work(rules)).sum());
    let builder = Builder { rules, folder, progress };
    for &layer in &missing {
        if let Layer::Sliding { captured } = layer {
            builder.sliding(&mut tables, captured)?;
        }
    }
    let placing = missing.iter().filter_map(|layer| match layer {
        Layer::Placing { placed } => Some(*placed),
        Layer::Sliding { .. } => None,
    });
    builder.placing(&mut tables, &placing.collect::<Vec<_>>())?;
    Ok(tables)
}

struct Builder<'a> {
    rules: Baghchal,
    folder: &'a Path,
    progress: &'a dyn Progress,
}

impl<'a> Builder<'a> {
    fn part(&self, layer: Layer, steps: u64) -> PartProgress<'a> {
        PartProgress::new(self.progress, layer.work(self.rules), steps)
    }

    fn finished(&self, layer: Layer, clock: Instant) {
        self.progress.note(&format!("{layer}: {:.1} s", clock.elapsed().as_secs_f64()));
    }

    fn write(&self, layer: Layer, chunks: &[Vec<u8>]) -> Result<(), TableError> {
        write_table(&layer.path(self.rules, self.folder), &layer.identity(self.rules), chunks)
    }

    fn sliding(&self, tables: &mut Tables, captured: u8) -> Result<(), SolveError> {
        let clock = Instant::now();
        let layer = Layer::Sliding { captured };
        let above = tables.goat_distances(captured + 1)?;
        let graph = Sliding::new(self.rules, captured, above.as_deref());
        let len = graph.empties.len();
        // Initialisation visits every position, the sweep at most once more.
        let part = self.part(layer, 4 * len as u64 * ATLAS.classes.len() as u64);
        let [goats, tigers] = sweep(&graph, |looks| part.advance(looks))?;
        let chunks = goats.par_chunks(len).zip(tigers.par_chunks(len));
        let bytes = chunks.map(|(goats, tigers)| Some([to_bytes(goats)?, to_bytes(tigers)?].concat()));
        let chunks: Option<Vec<_>> = bytes.collect();
        self.write(layer, &chunks.ok_or(SolveError::TooLong)?)?;
        tables.add(layer, self.folder)?;
        part.finish();
        self.finished(layer, clock);
        Ok(())
    }

    /// Solves layers of the placement phase, given from last to first.
    fn placing(&self, tables: &mut Tables, missing: &[u8]) -> Result<(), SolveError> {
        if missing.is_empty() {
            return Ok(());
        }
        let new = || -> Vec<Pair> { vec![[0; 2]; WORDS * ATLAS.classes.len()] };
        let (mut now, mut next) = (new(), new());
        let (mut now, mut next) = (now.as_chunks_mut().0, next.as_chunks_mut().0);
        let mut holds = None;
        // One layer is written while the next is being solved.
        thread::scope(|scope| -> Result<(), SolveError> {
            let mut writing: Option<ScopedJoinHandle<Result<(), TableError>>> = None;
            let finish = |writing: Option<ScopedJoinHandle<Result<(), TableError>>>| match writing {
                Some(handle) => handle.join().expect("writing a table does not panic"),
                None => Ok(()),
            };
            for &placed in missing {
                let clock = Instant::now();
                let layer = Layer::Placing { placed };
                if holds != Some(placed) {
                    tables.goats_to_move(placed, now)?;
                }
                let Some(chunks) = self.tigers_then_goats(placed, now, next) else {
                    finish(writing.take())?;
                    return Err(SolveError::Stopped);
                };
                std::mem::swap(&mut now, &mut next);
                holds = Some(placed - 1);
                finish(writing.take())?;
                writing = Some(scope.spawn(move || self.write(layer, &chunks)));
                self.finished(layer, clock);
            }
            Ok(finish(writing)?)
        })?;
        for &placed in missing {
            tables.add(Layer::Placing { placed }, self.folder)?;
        }
        Ok(())
    }

    /// Solves a layer with the tigers to move, and the one before it with the goats to move. Returns the
    /// former as stored in its file; `None` if the build was stopped.
    fn tigers_then_goats(&self, placed: u8, now: &[Cube], next: &mut [Cube]) -> Option<Vec<Vec<u8>>> {
        let layer = Layer::Placing { placed };
        let part = self.part(layer, ATLAS.classes.len() as u64);
        ATLAS
            .classes
            .par_iter()
            .zip(next)
            .map_init(empty_cube, |cube, (class, next)| {
                tigers_to_move(self.rules, placed, class, now, cube);
                goats_to_move(cube, next);
                part.advance(1).then(|| packed(self.rules, placed, cube))
            })
            .collect()
    }
}

impl Tables {
    /// Returns the distances of a sliding layer with the goats to move, chunk by chunk; `None` if that many
    /// captures end the game.
    fn goat_distances(&self, captured: u8) -> Result<Option<Vec<u8>>, TableError> {
        let Some(table) = self.table(Layer::Sliding { captured }) else { return Ok(None) };
        let len = SUBSETS[usize::from(captured) + 1].len();
        let mut distances = Vec::with_capacity(len * table.chunks());
        for class in 0..table.chunks() {
            let chunk = table.chunk(class)?;
            distances.extend(chunk.get(..len).ok_or_else(|| table.damaged(class))?);
        }
        Ok(Some(distances))
    }

    /// Computes the tigers' results with a goat to be placed, from the next layer's table.
    fn goats_to_move(&self, placed: u8, cubes: &mut [Cube]) -> Result<(), TableError> {
        debug_assert!(placed < GOATS);
        cubes.par_iter_mut().enumerate().try_for_each_init(empty_cube, |cube, (class, answer)| {
            self.cube(placed + 1, class, cube)?.expect("a layer is solved after those it follows from");
            goats_to_move(cube, answer);
            Ok(())
        })
    }
}
