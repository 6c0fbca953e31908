//! Batches of games whose observations are written into NumPy arrays.

use std::sync::Arc;

use chautari_game::{AnyBatch, Seen};
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyReadwriteArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::unsupported;
use crate::game::{Game, Rules};
use crate::pool::Pool;
use crate::state::State;

/// Games per work item: enough to outweigh the cost of scheduling.
const CHUNK: usize = 64;

/// A batch of games stepped together: the native part of `chautari.Vector`.
#[pyclass(frozen, module = "chautari._native")]
pub(crate) struct VectorEnv {
    rules: Arc<Rules>,
    chunks: std::sync::Mutex<Vec<Box<dyn AnyBatch>>>,
    pool: Pool,
    size: usize,
    max_plies: usize,
    mask: Py<PyArray2<u8>>,
    planes: Option<Py<PyArray2<f32>>>,
    rewards: Py<PyArray2<f32>>,
    done: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    turn: Py<PyArray1<u8>>,
}

/// The input and output of one chunk.
struct Part<'a> {
    batch: &'a mut Box<dyn AnyBatch>,
    actions: &'a [i64],
    seen: Seen<'a>,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, n, planes, seed, max_plies, threads))]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: usize,
        planes: bool,
        seed: u64,
        max_plies: Option<usize>,
        threads: usize,
    ) -> PyResult<VectorEnv> {
        let rules = Arc::clone(&game.0);
        let (actions, numbers) = (rules.dense.action_count, rules.dense.planes.len());
        // Limit the masks to half a gibibyte, so that a mistyped number cannot exhaust the memory.
        if n == 0 || n.saturating_mul(actions) > 1 << 29 {
            return Err(unsupported(
                py,
                format!("A vector has from 1 to {} games, not {n}.", (1 << 29) / actions),
            ));
        }
        let chunks = (0..n.div_ceil(CHUNK))
            .map(|i| {
                rules
                    .any
                    .batch(CHUNK.min(n - i * CHUNK), chautari_game::Rng::stream(seed, i as u64).next_u64())
            })
            .collect();
        let env = VectorEnv {
            chunks: std::sync::Mutex::new(chunks),
            pool: Pool::new(threads),
            size: n,
            max_plies: max_plies.unwrap_or(usize::MAX),
            mask: PyArray2::zeros(py, [n, actions], false).unbind(),
            planes: planes.then(|| PyArray2::zeros(py, [n, numbers], false).unbind()),
            rewards: PyArray2::zeros(py, [n, 2], false).unbind(),
            done: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            turn: PyArray1::zeros(py, n, false).unbind(),
            rules,
        };
        env.reset(py)?;
        Ok(env)
    }

    /// Returns the arrays that every step writes: mask, planes (if enabled), rewards, done, truncated, turn.
    #[allow(clippy::type_complexity, reason = "a tuple for a single caller")]
    fn arrays(
        &self,
        py: Python<'_>,
    ) -> (
        Py<PyArray2<u8>>,
        Option<Py<PyArray2<f32>>>,
        Py<PyArray2<f32>>,
        Py<PyArray1<u8>>,
        Py<PyArray1<u8>>,
        Py<PyArray1<u8>>,
    ) {
        (
            self.mask.clone_ref(py),
            self.planes.as_ref().map(|planes| planes.clone_ref(py)),
            self.rewards.clone_ref(py),
            self.done.clone_ref(py),
            self.truncated.clone_ref(py),
            self.turn.clone_ref(py),
        )
    }

    /// Resets all games.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let unused = vec![0; self.size];
        self.work(py, &unused, |part| part.batch.reset(&mut part.seen))
    }

    /// Plays one action in each game. If one is illegal, nothing is played and the error names the game.
    fn step(&self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.size {
            let (given, size) = (actions.len(), self.size);
            return Err(PyValueError::new_err(format!("{given} actions for {size} games")));
        }
        let find_illegal = |chunks: &[Box<dyn AnyBatch>]| {
            let parts = chunks.iter().zip(actions.chunks(CHUNK)).enumerate();
            parts.into_iter().find_map(|(i, (batch, actions))| Some(i * CHUNK + batch.refused(actions)?))
        };
        if let Some(index) = py.detach(|| find_illegal(&self.locked())) {
            let action = actions[index];
            let text = format!("Action {action} is not legal in game {index}; nothing was played.");
            return Err(unsupported(py, text));
        }
        self.work(py, actions, |part| part.batch.step(part.actions, self.max_plies, &mut part.seen))
    }

    /// Returns a uniformly random legal action for each game.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.size];
        let pool = self.pool.get(py)?;
        py.detach(|| {
            pool.install(|| {
                let mut chunks = self.locked();
                let parts = chunks.par_iter_mut().zip(actions.par_chunks_mut(CHUNK));
                parts.for_each(|(batch, actions)| batch.sample(actions));
            });
        });
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Returns a copy of one game.
    fn state(&self, index: usize) -> PyResult<State> {
        if index >= self.size {
            return Err(pyo3::exceptions::PyIndexError::new_err(format!("there are {} games", self.size)));
        }
        let record = self.locked()[index / CHUNK].record(index % CHUNK);
        Ok(State { rules: Arc::clone(&self.rules), record })
    }
}

impl VectorEnv {
    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Box<dyn AnyBatch>>> {
        self.chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Runs `work` on every chunk in parallel. Releases the interpreter lock.
    fn work(&self, py: Python<'_>, actions: &[i64], work: impl Fn(&mut Part) + Sync) -> PyResult<()> {
        let mut mask = writable(py, &self.mask)?;
        let mut planes = self.planes.as_ref().map(|planes| writable(py, planes)).transpose()?;
        let mut rewards = writable(py, &self.rewards)?;
        let (mut done, mut truncated) = (writable(py, &self.done)?, writable(py, &self.truncated)?);
        let mut turn = writable(py, &self.turn)?;
        let (columns, numbers) = (self.rules.dense.action_count, self.rules.dense.planes.len());
        let mut mask = mask.as_slice_mut()?.chunks_mut(CHUNK * columns);
        let mut planes = match &mut planes {
            Some(planes) => Some(planes.as_slice_mut()?.chunks_mut(CHUNK * numbers)),
            None => None,
        };
        let mut rewards = rewards.as_slice_mut()?.chunks_mut(CHUNK * 2);
        let mut done = done.as_slice_mut()?.chunks_mut(CHUNK);
        let mut truncated = truncated.as_slice_mut()?.chunks_mut(CHUNK);
        let mut turn = turn.as_slice_mut()?.chunks_mut(CHUNK);
        let pool = self.pool.get(py)?;
        py.detach(|| {
            let mut chunks = self.locked();
            let mut parts: Vec<Part> = chunks
                .iter_mut()
                .zip(actions.chunks(CHUNK))
                .map(|(batch, actions)| {
                    let seen = Seen {
                        mask: mask.next().unwrap_or_default(),
                        planes: planes.as_mut().map(|planes| planes.next().unwrap_or_default()),
                        rewards: rewards.next().unwrap_or_default(),
                        done: done.next().unwrap_or_default(),
                        truncated: truncated.next().unwrap_or_default(),
                        turn: turn.next().unwrap_or_default(),
                    };
                    Part { batch, actions, seen }
                })
                .collect();
            pool.install(|| parts.par_iter_mut().for_each(&work));
        });
        Ok(())
    }
}

/// Borrows an array for exclusive writing.
fn writable<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py);
    debug_assert!(array.is_c_contiguous());
    array.try_readwrite().map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
