//! The native module of the Python package `chautari`.

mod engine;
mod errors;
mod game;
mod interrupt;
mod pool;
mod state;
mod tables;
mod vector;

/// The native part of the package `chautari`; import that package instead.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::engine::{Engine, Score, Thought, Variation};
    #[pymodule_export]
    use super::game::{Game, games};
    #[pymodule_export]
    use super::state::{Outcome, State};
    #[pymodule_export]
    use super::tables::{Tables, Value};
    #[pymodule_export]
    use super::vector::VectorEnv;
}
