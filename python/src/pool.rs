//! Thread pools that survive a fork of the process.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A thread pool created on first use in each process. A forked child does not inherit threads, so using the
/// parent's pool there would deadlock.
pub(crate) struct Pool {
    threads: usize,
    current: Mutex<Option<ProcessPool>>,
}

struct ProcessPool {
    process: u32,
    threads: Arc<ThreadPool>,
}

impl Pool {
    /// Returns a pool of `threads` threads; 0 means one per core.
    pub(crate) const fn new(threads: usize) -> Pool {
        Pool { threads, current: Mutex::new(None) }
    }

    /// Returns the pool of this process. The caller holds the interpreter lock, so that no fork can happen meanwhile.
    pub(crate) fn get(&self, _: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if let Some(pool) = &*current
            && pool.process == process
        {
            return Ok(Arc::clone(&pool.threads));
        }
        let threads = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let threads = Arc::new(threads.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        forget(current.replace(ProcessPool { process, threads: Arc::clone(&threads) }));
        Ok(threads)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        forget(self.current.get_mut().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Leaks the pool of another process instead of dropping it: a drop would wait for locks that its threads held at
/// the fork and never release.
fn forget(pool: Option<ProcessPool>) {
    if let Some(pool) = pool
        && pool.process != std::process::id()
    {
        std::mem::forget(pool);
    }
}
