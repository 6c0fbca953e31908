//! A game under one rule profile.

use std::sync::Arc;

use chautari_game::{AnyGame, DenseInfo, Permutation};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{exception, unsupported};
use crate::state::State;

/// The rules of a game, shared by its states, engines and vectors.
pub(crate) struct Rules {
    /// The name that creates these rules: `baghchal:captures=3`.
    pub(crate) name: String,
    pub(crate) any: Box<dyn AnyGame>,
    pub(crate) dense: DenseInfo,
}

impl Rules {
    /// Finds a game by name. The error lists the known games.
    pub(crate) fn find(py: Python<'_>, name: &str) -> PyResult<Arc<Rules>> {
        let any = chautari_games::find(name).map_err(|sentence| unsupported(py, sentence))?;
        let usual = chautari_games::find(any.info().id).map(|game| game.rules()).unwrap_or_default();
        let changed: Vec<_> = any
            .rules()
            .into_iter()
            .filter(|rule| !usual.contains(rule))
            .map(|rule| format!("{}={}", rule.name, rule.value))
            .collect();
        let id = any.info().id;
        let name = if changed.is_empty() { id.to_owned() } else { format!("{id}:{}", changed.join(",")) };
        let dense = any.dense();
        Ok(Arc::new(Rules { name, any, dense }))
    }

    /// Returns the shape of an observation: planes, rows, columns.
    pub(crate) fn shape(&self) -> [usize; 3] {
        let planes = self.dense.planes;
        [planes.names.len(), planes.rows, planes.columns]
    }
}

/// Returns the names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    chautari_games::GAMES.iter().map(|game| game.info().id).collect()
}

/// A game under one rule profile: `Game("baghchal")`, `Game("baghchal:captures=3")`.
#[pyclass(frozen, module = "chautari")]
pub(crate) struct Game(pub(crate) Arc<Rules>);

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Game> {
        Rules::find(py, name).map(Game)
    }

    /// The name that creates this game: `baghchal:captures=3`.
    #[getter]
    fn id(&self) -> &str {
        &self.0.name
    }

    /// The display name: `Bagh Chal`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.any.info().name
    }

    /// A one-line description.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.any.info().about
    }

    /// The names of the two sides. The second may have the first turn.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [one, two] = self.0.any.info().sides;
        (one, two)
    }

    /// Raised whenever a rule change could alter the course of a recorded game.
    #[getter]
    fn rule_version(&self) -> u32 {
        self.0.any.info().rule_version
    }

    /// The full rules in Markdown.
    #[getter]
    fn rulebook(&self) -> &'static str {
        self.0.any.info().rulebook
    }

    /// The adjustable rules by name, with their current values.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for rule in self.0.any.rules() {
            rules.set_item(rule.name, rule.value)?;
        }
        Ok(rules)
    }

    /// All notations by name, the default first, each with a one-line description.
    #[getter]
    fn dialects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dialects = PyDict::new(py);
        for dialect in self.0.any.dialects() {
            dialects.set_item(dialect.id, dialect.about)?;
        }
        Ok(dialects)
    }

    /// Returns a game at the starting position.
    fn start(&self) -> State {
        State { rules: Arc::clone(&self.0), record: self.0.any.start() }
    }

    /// Reads a game from text: a position in the default notation, unless `dialect` names another.
    #[pyo3(signature = (text, dialect = None))]
    fn read(&self, py: Python<'_>, text: &str, dialect: Option<&str>) -> PyResult<State> {
        let read = match dialect {
            None => self.0.any.read_position(text),
            Some(dialect) => self.0.any.read(dialect, text),
        };
        let record = read.map_err(|fault| exception(py, &fault))?;
        Ok(State { rules: Arc::clone(&self.0), record })
    }

    /// The size of the action space: actions are numbered from 0 up to but not including this.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.dense.action_count
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.0.shape().into()
    }

    /// The meaning of each plane of an observation.
    #[getter]
    fn plane_names(&self) -> Vec<&'static str> {
        self.0.dense.planes.names.to_vec()
    }

    /// The symmetries of the rules as permutations of actions, one per row, the identity first:
    /// `policy[game.action_symmetries[s]]` is the policy of the image.
    #[getter]
    fn action_symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        source_indices(py, &self.0.dense.symmetries, |symmetry| &symmetry.actions)
    }

    /// The symmetries of the rules as permutations of the numbers in an observation, one per row:
    /// `planes.ravel()[game.plane_symmetries[s]]` are the planes of the image.
    #[getter]
    fn plane_symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        source_indices(py, &self.0.dense.symmetries, |symmetry| &symmetry.planes)
    }

    /// For each symmetry, whether it exchanges the sides.
    #[getter]
    fn side_symmetries(&self) -> Vec<bool> {
        self.0.dense.symmetries.iter().map(|symmetry| symmetry.exchanges_sides).collect()
    }

    fn __repr__(&self) -> String {
        format!("chautari.game('{}')", self.0.name)
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.name == other.0.name
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        pyo3::types::PyString::new(py, &self.0.name).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.name.clone(),))
    }
}

/// Inverts the permutations to source indices, the form that NumPy indexing needs.
fn source_indices<'py>(
    py: Python<'py>,
    symmetries: &[Permutation],
    images: impl Fn(&Permutation) -> &Vec<u32>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let columns = symmetries.first().map_or(0, |symmetry| images(symmetry).len());
    let mut sources = vec![0; symmetries.len() * columns];
    for (row, symmetry) in sources.chunks_exact_mut(columns).zip(symmetries) {
        for (source, &place) in (0..).zip(images(symmetry)) {
            row[place as usize] = source;
        }
    }
    numpy::PyArray1::from_vec(py, sources).reshape([symmetries.len(), columns])
}
