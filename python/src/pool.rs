//! Threads for work that is shared out.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of one process. A fork takes none of them along, so that whoever waited there for them would wait
/// for ever: the other process has threads of its own, made when it first wants them.
pub(crate) struct Pool {
    threads: usize,
    made: Mutex<Option<Made>>,
}

struct Made {
    process: u32,
    threads: Arc<ThreadPool>,
}

impl Pool {
    /// So many threads; 0 are as many as there are cores.
    pub(crate) const fn new(threads: usize) -> Pool {
        Pool { threads, made: Mutex::new(None) }
    }

    /// The threads of this process. With the interpreter's lock, so that no fork comes in between.
    pub(crate) fn get(&self, _: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if let Some(made) = &*made
            && made.process == process
        {
            return Ok(Arc::clone(&made.threads));
        }
        let threads = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let threads = Arc::new(threads.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
        forget(made.replace(Made { process, threads: Arc::clone(&threads) }));
        Ok(threads)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        forget(self.made.get_mut().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Threads of another process cannot be told to end: what they locked when it was forked stays locked.
fn forget(made: Option<Made>) {
    if let Some(made) = made
        && made.process != std::process::id()
    {
        std::mem::forget(made);
    }
}
