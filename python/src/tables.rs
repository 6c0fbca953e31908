//! The exact value of positions.

use std::path::PathBuf;

use chautari_baghchal::{Baghchal, solve};
use chautari_game::{AnyOracle, Exact, Game as _, OracleError, Prepared, Progress, Stop};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::fault::{from_oracle, unsupported};
use crate::game::{Game, Rules};
use crate::interrupt::interruptible;
use crate::pool::Pool;
use crate::state::State;

/// For what tables are asked at once, and for making them.
static POOL: Pool = Pool::new(0);

/// What a position is worth when both sides play their best.
#[pyclass(frozen, eq, get_all, module = "chautari")]
#[derive(Clone, PartialEq)]
pub(crate) struct Value {
    /// The side that wins, or `None` for a draw.
    winner: Option<&'static str>,
    /// How many plies that takes, the winner hurrying and the loser holding out, where it is known.
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

/// The tables in a folder, which know the exact value of positions. What is added there is found at the next
/// question.
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

    /// What a position is worth; `None` where the tables do not know.
    fn probe(&self, py: Python<'_>, state: &State) -> PyResult<Option<Value>> {
        let Some(oracle) = self.oracle(py, &state.rules)? else { return Ok(None) };
        let exact = oracle.value(&state.record.position()).map_err(|error| from_oracle(py, &error))?;
        Ok(exact.map(|exact| Value::new(&state.rules, exact)))
    }

    /// What many positions of one game are worth, looked up in parallel without the interpreter's lock.
    fn probe_many(&self, py: Python<'_>, states: Vec<PyRef<'_, State>>) -> PyResult<Vec<Option<Value>>> {
        let Some(first) = states.first() else { return Ok(Vec::new()) };
        let rules = &first.rules;
        if let Some(other) = states.iter().find(|state| state.rules.name != rules.name) {
            let (one, two) = (&rules.name, &other.rules.name);
            return Err(unsupported(
                py,
                format!("These are games of `{one}` and of `{two}`; ask for one at a time."),
            ));
        }
        let Some(oracle) = self.oracle(py, rules)? else { return Ok(vec![None; states.len()]) };
        let texts: Vec<String> = states.iter().map(|state| state.record.position()).collect();
        let pool = POOL.get(py)?;
        let look = || texts.par_iter().map(|text| oracle.value(text)).collect::<Result<Vec<_>, _>>();
        let values = py.detach(|| pool.install(look));
        let values = values.map_err(|error| from_oracle(py, &error))?;
        Ok(values.into_iter().map(|exact| exact.map(|exact| Value::new(rules, exact))).collect())
    }

    /// What a position is worth after each legal move.
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

    /// Makes tables of a game and keeps what is there already: for Bagh Chal `all` of them or those of its
    /// `sliding` phase, for other games those worth having by default. Ctrl-C ends it, and what is done is kept.
    #[pyo3(signature = (game, phase = "all"))]
    fn solve(&self, py: Python<'_>, game: &Game, phase: &str) -> PyResult<()> {
        let phase = match phase {
            "all" => solve::Phase::All,
            "sliding" => solve::Phase::Sliding,
            _ => {
                let known = "there are `all` and `sliding`";
                return Err(unsupported(py, format!("There is no phase `{phase}`; {known}.")));
            }
        };
        std::fs::create_dir_all(&self.0)?;
        let (stop, pool) = (Stop::default(), POOL.get(py)?);
        let work = || match baghchal(&game.0) {
            Some(rules) => match solve::build(rules, phase, &self.0, &Watching(&stop)) {
                Ok(_) => Ok(Prepared::Ready),
                Err(error) => Err(OracleError::Tables(error.to_string())),
            },
            None => game.0.any.prepare(&self.0, &Watching(&stop)),
        };
        let made = py.detach(|| interruptible(&stop, || pool.install(work)));
        match made?.map_err(|error| from_oracle(py, &error))? {
            Prepared::Ready => Ok(()),
            Prepared::Nothing => Err(unsupported(py, format!("{} has no tables.", game.0.any.info().name))),
            Prepared::Elsewhere => Err(PyOSError::new_err("another program is making these tables")),
            Prepared::Stopped => Err(PyOSError::new_err("the tables were not finished")),
        }
    }

    fn __repr__(&self) -> String {
        format!("chautari.Tables('{}')", self.0.display())
    }
}

/// The rules to solve Bagh Chal under.
fn baghchal(rules: &Rules) -> Option<Baghchal> {
    let info = rules.any.info();
    let profile = [Baghchal::OPTIONAL, Baghchal::COMPULSORY].into_iter().find(|p| p.info() == info)?;
    rules.any.rules().into_iter().try_fold(profile, |game, rule| game.with_rule(rule.name, rule.value))
}

/// Nobody looks on, but somebody may end it.
struct Watching<'a>(&'a Stop);

impl Progress for Watching<'_> {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
