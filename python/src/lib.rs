//! The games of Chautari for Python: what the package `chautari` is made of.

mod engine;
mod fault;
mod game;
mod interrupt;
mod pool;
mod state;
mod tables;
mod vector;

/// What the package `chautari` is made of; import that one.
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
