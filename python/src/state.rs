//! A game in progress: position, history, legal moves.

use std::sync::Arc;

use chautari_game::{AnyRecord, Side};
use chautari_picture::{Size, Style, png, rgb, svg, text};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{exception, unsupported};
use crate::game::{Game, Rules};

/// How a game ended.
#[pyclass(frozen, eq, get_all, module = "chautari")]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The side that won, or `None` for a draw.
    winner: Option<&'static str>,
    /// The reason as a stable code: `captures`, `checkmate-by-ban`.
    code: &'static str,
    /// The reason in words.
    text: &'static str,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |side| format!("'{side}'"));
        format!("Outcome(winner={winner}, code='{}', text='{}')", self.code, self.text)
    }
}

/// A game in progress: its start, its moves and the legal moves now.
///
/// `play` changes it in place; `copy` returns an independent copy.
#[pyclass(module = "chautari")]
pub(crate) struct State {
    pub(crate) rules: Arc<Rules>,
    pub(crate) record: Box<dyn AnyRecord>,
}

/// A move given as text or as an action number.
#[derive(FromPyObject)]
enum MoveInput {
    Text(String),
    Number(i64),
}

impl State {
    fn side(&self, side: Side) -> &'static str {
        self.rules.any.info().side(side)
    }

    /// Returns the starting position, `None` if it is the usual one, and the moves since.
    pub(crate) fn line(&self) -> (Option<String>, Vec<String>) {
        let mut fork = self.record.fork();
        while fork.undo().is_some() {}
        let start = fork.position();
        let default = self.rules.any.start().position();
        ((start != default).then_some(start), self.record.moves())
    }

    fn copied(&self) -> State {
        State { rules: Arc::clone(&self.rules), record: self.record.fork() }
    }

    fn number(&self, py: Python<'_>, id: i64) -> PyResult<usize> {
        let count = self.rules.dense.action_count;
        usize::try_from(id).map_err(|_| {
            unsupported(py, format!("There is no action {id}; actions are numbered from 0 to {}.", count - 1))
        })
    }
}

#[pymethods]
impl State {
    /// The game being played.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.rules))
    }

    /// The name of the side to act; at the end of the game, the side whose turn it would be.
    #[getter]
    fn turn(&self) -> &'static str {
        self.side(self.record.turn())
    }

    /// The side to act, 0 or 1 in the order of `game.sides`.
    #[getter]
    fn turn_index(&self) -> usize {
        self.record.turn().index()
    }

    /// The kind of action due: `move`, `place`, `ban`.
    #[getter]
    fn action(&self) -> &'static str {
        self.record.action()
    }

    /// The result, or `None` while the game is in progress.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.record.outcome()?;
        let winner = outcome.winner.map(|side| self.side(side));
        Some(Outcome { winner, code: outcome.ending.code, text: outcome.ending.text })
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.record.outcome().is_some()
    }

    /// The returns of the two sides, in the order of `game.sides`: 1 for a win, −1 for a loss, else 0.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        match self.record.outcome().and_then(|outcome| outcome.winner) {
            None => (0.0, 0.0),
            Some(Side::One) => (1.0, -1.0),
            Some(Side::Two) => (-1.0, 1.0),
        }
    }

    /// The moves since the start.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves()
    }

    /// A hash of the position: everything that decides the course of play except repetition.
    #[getter]
    fn key(&self) -> u64 {
        self.record.key().0
    }

    /// Returns the legal moves; none once the game has ended.
    fn legal_moves(&self) -> Vec<String> {
        self.record.offers().into_iter().map(|offer| offer.text).collect()
    }

    /// Returns the numbers of the legal moves in ascending order.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = self.record.actions();
        actions.sort_unstable();
        actions
    }

    /// Returns an array that is true for each legal action.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.rules.dense.action_count];
        self.record.actions().into_iter().for_each(|id| mask[id] = true);
        PyArray1::from_vec(py, mask)
    }

    /// Returns the position as planes of numbers from 0 to 1; `game.plane_names` names them.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let mut planes = vec![0.0; self.rules.dense.planes.len()];
        self.record.planes(&mut planes);
        PyArray1::from_vec(py, planes).reshape(self.rules.shape())
    }

    /// Plays a move, given as text or as its number. An illegal move raises a `Refusal` and changes nothing.
    #[pyo3(signature = (r#move, dialect = None))]
    fn play(&mut self, py: Python<'_>, r#move: MoveInput, dialect: Option<&str>) -> PyResult<()> {
        let played = match (r#move, dialect) {
            (MoveInput::Text(text), None) => self.record.play(&text),
            (MoveInput::Text(text), Some(dialect)) => self.record.play_in(dialect, &text),
            (MoveInput::Number(_), Some(_)) => {
                return Err(PyTypeError::new_err(
                    "action numbers do not depend on the notation; omit `dialect`",
                ));
            }
            (MoveInput::Number(id), None) => {
                let id = self.number(py, id)?;
                self.record.action_text(id).and_then(|text| self.record.play(&text))
            }
        };
        played.map(drop).map_err(|fault| exception(py, &fault))
    }

    /// Takes back the last move and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String> {
        self.record.undo()
    }

    /// Returns an independent copy.
    fn copy(&self) -> State {
        self.copied()
    }

    /// Returns the number of a legal move.
    fn action_id(&self, py: Python<'_>, r#move: &str) -> PyResult<usize> {
        self.record.action_id(r#move).map_err(|fault| exception(py, &fault))
    }

    /// Returns the legal move with the given number.
    fn action_text(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        let id = self.number(py, action)?;
        self.record.action_text(id).map_err(|fault| exception(py, &fault))
    }

    /// Returns the position or the whole game as text, in the default notation unless `dialect` names another.
    #[pyo3(signature = (dialect = None))]
    fn text(&self, py: Python<'_>, dialect: Option<&str>) -> PyResult<String> {
        match dialect {
            None => Ok(self.record.position()),
            Some(dialect) => self.record.write(dialect).map_err(|fault| exception(py, &fault)),
        }
    }

    /// Counts the move sequences of exactly `depth` plies from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.record.perft(depth))
    }

    /// Returns the board as text, with ANSI colour codes if `colours` is true.
    #[pyo3(signature = (*, colours = false))]
    fn ansi(&self, colours: bool) -> String {
        let drawn = text(self.record.info(), &self.record.scene());
        if colours { drawn } else { anstream::adapter::strip_str(&drawn).to_string() }
    }

    /// Returns the board as SVG.
    fn svg(&self) -> String {
        svg(self.record.info(), &self.record.scene(), Style::default())
    }

    /// Returns the board as a PNG file, `width` pixels wide.
    #[pyo3(signature = (width = 480))]
    fn png<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        let painted =
            py.detach(|| png(self.record.info(), &self.record.scene(), Style::default(), Size::new(width)?));
        Ok(PyBytes::new(py, &painted.map_err(|error| unsupported(py, picture_error(&error)))?))
    }

    /// Returns the board as an array of height × width × 3 bytes.
    #[pyo3(signature = (width = 480))]
    fn rgb<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let painted = py
            .detach(|| rgb(self.record.info(), &self.record.scene(), Style::default(), Size::new(width)?))
            .map_err(|error| unsupported(py, picture_error(&error)))?;
        PyArray1::from_vec(py, painted.bytes).reshape([painted.height, painted.width, 3])
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.ansi(false)
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.rules.name, self.record.position())
    }

    fn __copy__(&self) -> State {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copied()
    }

    /// Whether game, position and moves are equal.
    fn __eq__(&self, other: &State) -> bool {
        self.rules.name == other.rules.name
            && self.record.position() == other.record.position()
            && self.record.moves() == other.record.moves()
    }

    /// Pickles the game as its moves.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, &'static str))> {
        let read = Py::new(py, self.game())?.getattr(py, "read")?;
        Ok((read, (self.text(py, Some("moves"))?, "moves")))
    }
}

fn picture_error(error: &dyn std::fmt::Display) -> String {
    format!("The picture cannot be drawn: {error}.")
}
