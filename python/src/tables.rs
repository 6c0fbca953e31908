//! Exact tables: probing and building.

use std::path::PathBuf;

use chautari_baghchal::{Baghchal, solve};
use chautari_game::{AnyOracle, Exact, Game as _, OracleError, Prepared, Progress, Stop};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::errors::{from_oracle, unsupported};
use crate::game::{Game, Rules};
use crate::interrupt::interruptible;
use crate::pool::Pool;
use crate::state::State;

/// The threads for batched probing and for building tables.
static POOL: Pool = Pool::new(0);

/// The exact value of a position.
#[pyclass(frozen, eq, get_all, module = "chautari")]
#[derive(Clone, PartialEq)]
pub(crate) struct Value {
    /// The side that wins, or `None` for a draw.
    winner: Option<&'static str>,
    /// The length of the win in plies with best play by both sides, or `None` if it is unknown.
    plies: Option<u32>,
}

impl Value {
    fn new(rules: &Rules, exact: Exact) -> Value {
        Value { winner: exact.winner.map(|side| rules.any.info().side(side)), plies: exact.plies }
    }
}

#[pymethods]
impl Value {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |side| format!("'{side}'"));
        let plies = self.plies.map_or("None".to_owned(), |plies| plies.to_string());
        format!("Value(winner={winner}, plies={plies})")
    }

    fn __hash__(&self) -> u64 {
        let winner = self.winner.map_or(0, |side| u64::from(side.as_bytes()[0]));
        winner << 32 | self.plies.map_or(0, |plies| u64::from(plies) + 1)
    }
}

/// Exact tables in a folder. Tables added to the folder later are found by the next probe.
#[pyclass(frozen, module = "chautari")]
pub(crate) struct Tables(PathBuf);

impl Tables {
    fn oracle(&self, py: Python<'_>, rules: &Rules) -> PyResult<Option<Box<dyn AnyOracle>>> {
        rules.any.oracle(&self.0).map_err(|error| from_oracle(py, &error))
    }
}

#[pymethods]
impl Tables {
    #[new]
    fn new(dir: PathBuf) -> Tables {
        Tables(dir)
    }

    /// Returns the value of a position, or `None` if no table has it.
    fn probe(&self, py: Python<'_>, state: &State) -> PyResult<Option<Value>> {
        let Some(oracle) = self.oracle(py, &state.rules)? else { return Ok(None) };
        let exact = oracle.value(&state.record.position()).map_err(|error| from_oracle(py, &error))?;
        Ok(exact.map(|exact| Value::new(&state.rules, exact)))
    }

    /// Returns the values of many positions of one game. Works in parallel and releases the interpreter lock.
    fn probe_many(&self, py: Python<'_>, states: Vec<PyRef<'_, State>>) -> PyResult<Vec<Option<Value>>> {
        let Some(first) = states.first() else { return Ok(Vec::new()) };
        let rules = &first.rules;
        if let Some(other) = states.iter().find(|state| state.rules.name != rules.name) {
            let (one, two) = (&rules.name, &other.rules.name);
            return Err(unsupported(
                py,
                format!("The states are of `{one}` and `{two}`; probe one game at a time."),
            ));
        }
        let Some(oracle) = self.oracle(py, rules)? else { return Ok(vec![None; states.len()]) };
        let texts: Vec<String> = states.iter().map(|state| state.record.position()).collect();
        let pool = POOL.get(py)?;
        let probe = || texts.par_iter().map(|text| oracle.value(text)).collect::<Result<Vec<_>, _>>();
        let values = py.detach(|| pool.install(probe));
        let values = values.map_err(|error| from_oracle(py, &error))?;
        Ok(values.into_iter().map(|exact| exact.map(|exact| Value::new(rules, exact))).collect())
    }

    /// Returns the value of each legal move.
    fn moves<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        if let Some(oracle) = self.oracle(py, &state.rules)? {
            let (start, moves) = state.line();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let verdict = oracle.probe(start.as_deref(), &moves).map_err(|error| from_oracle(py, &error))?;
            for (m, exact) in verdict.moves {
                values.set_item(m, exact.map(|exact| Value::new(&state.rules, exact)))?;
            }
        }
        Ok(values)
    }

    /// Builds the missing tables of a game: for Bagh Chal `all` tables or those of the `sliding` phase, for other
    /// games the default set. Ctrl-C cancels the build and keeps finished tables.
    #[pyo3(signature = (game, phase = "all"))]
    fn solve(&self, py: Python<'_>, game: &Game, phase: &str) -> PyResult<()> {
        let phase = match phase {
            "all" => solve::Phase::All,
            "sliding" => solve::Phase::Sliding,
            _ => {
                let known = "use `all` or `sliding`";
                return Err(unsupported(py, format!("Unknown phase `{phase}`; {known}.")));
            }
        };
        std::fs::create_dir_all(&self.0)?;
        let (stop, pool) = (Stop::default(), POOL.get(py)?);
        let work = || match baghchal(&game.0) {
            Some(rules) => match solve::build(rules, phase, &self.0, &StopFlag(&stop)) {
                Ok(_) => Ok(Prepared::Ready),
                Err(error) => Err(OracleError::Tables(error.to_string())),
            },
            None => game.0.any.prepare(&self.0, &StopFlag(&stop)),
        };
        let built = py.detach(|| interruptible(&stop, || pool.install(work)));
        match built?.map_err(|error| from_oracle(py, &error))? {
            Prepared::Ready => Ok(()),
            Prepared::Nothing => Err(unsupported(py, format!("{} has no tables.", game.0.any.info().name))),
            Prepared::Elsewhere => Err(PyOSError::new_err("another process is building these tables")),
            Prepared::Stopped => Err(PyOSError::new_err("building the tables was cancelled")),
        }
    }

    fn __repr__(&self) -> String {
        format!("chautari.Tables('{}')", self.0.display())
    }
}

/// Returns the rule profile if the game is Bagh Chal.
fn baghchal(rules: &Rules) -> Option<Baghchal> {
    let info = rules.any.info();
    let profile = [Baghchal::OPTIONAL, Baghchal::COMPULSORY].into_iter().find(|p| p.info() == info)?;
    rules.any.rules().into_iter().try_fold(profile, |game, rule| game.with_rule(rule.name, rule.value))
}

/// Reports no progress, but can be stopped.
struct StopFlag<'a>(&'a Stop);

impl Progress for StopFlag<'_> {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
