//! Engines: search options, limits and results.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chautari_game::{AnyEngine, EngineKind, EngineOptions, Level, Limit, Score as EngineScore, Stop};
use pyo3::prelude::*;

use crate::errors::{exception, unsupported};
use crate::game::Rules;
use crate::interrupt::interruptible;
use crate::state::State;

/// A score for the side to act: either proven or an estimate.
#[pyclass(frozen, eq, get_all, module = "chautari")]
#[derive(Clone, PartialEq)]
pub(crate) struct Score {
    /// `win`, `loss` and `draw` are proven, `guess` is an estimate.
    kind: &'static str,
    /// The length of a proven win or loss in plies, or `None` if it is unknown.
    plies: Option<u32>,
    /// The estimate in the game's unit, such as a goat or a pawn. Higher is better for the side to act.
    points: Option<f64>,
    /// The score in words.
    text: String,
}

impl From<EngineScore> for Score {
    fn from(score: EngineScore) -> Score {
        let (kind, plies, points) = match score {
            EngineScore::Win(plies) => ("win", Some(plies), None),
            EngineScore::Loss(plies) => ("loss", Some(plies), None),
            EngineScore::Won => ("win", None, None),
            EngineScore::Lost => ("loss", None, None),
            EngineScore::Draw => ("draw", None, None),
            EngineScore::Guess(hundredths) => ("guess", None, Some(f64::from(hundredths) / 100.0)),
        };
        Score { kind, plies, points, text: score.to_string() }
    }
}

#[pymethods]
impl Score {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.text)
    }
}

/// A candidate move with its principal variation.
#[pyclass(frozen, get_all, module = "chautari")]
#[derive(Clone)]
pub(crate) struct Variation {
    /// The score of the position for the side to act if it plays this move.
    score: Score,
    /// The principal variation, starting with this move.
    line: Vec<String>,
}

#[pymethods]
impl Variation {
    fn __repr__(&self) -> String {
        format!("<Variation {} ({})>", self.line.join(" "), self.score.text)
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "chautari")]
#[derive(Clone)]
pub(crate) struct Thought {
    /// The best move; `None` only if the game is over.
    best: Option<String>,
    /// The score of the position for the side to act.
    score: Score,
    /// The search depth in plies.
    depth: u32,
    /// The number of positions visited.
    nodes: u64,
    /// The search time in seconds.
    time: f64,
    /// The principal variation, starting with `best`.
    line: Vec<String>,
    /// The best moves, best first: the requested number, or all legal moves if there are fewer.
    lines: Vec<Variation>,
}

impl From<chautari_game::Thought<String>> for Thought {
    fn from(thought: chautari_game::Thought<String>) -> Thought {
        Thought {
            lines: thought
                .lines()
                .map(|(score, line)| Variation { score: score.into(), line: line.to_vec() })
                .collect(),
            best: thought.best,
            score: thought.score.into(),
            depth: thought.depth,
            nodes: thought.nodes,
            time: thought.time.as_secs_f64(),
            line: thought.line,
        }
    }
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        format!("<Thought {} ({}), depth {}>", self.line.join(" "), self.score.text, self.depth)
    }
}

/// An engine. Level 10 is full strength, level 1 plays like a beginner. `mind` selects the search: `knowing`
/// (alpha-beta with an evaluation function) or `monte-carlo` (random playouts, rules only). A search stops at
/// the first limit reached: `time` in seconds, `nodes` or `depth`; without limits, after one second.
#[pyclass(frozen, module = "chautari")]
pub(crate) struct Engine {
    rules: Arc<Rules>,
    search: Mutex<Box<dyn AnyEngine>>,
    default_limit: Limit,
}

fn limit(py: Python<'_>, time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limit> {
    let time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| unsupported(py, format!("The time limit cannot be {seconds} seconds.")))
    });
    Ok(Limit { time: time.transpose()?, nodes, depth, ..Limit::default() })
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (
        game, *, level = 10, time = None, nodes = None, depth = None, mind = "knowing", threads = 1, hash = 64,
        seed = 0, tables = None,
    ))]
    #[allow(clippy::too_many_arguments, reason = "all but one are keyword arguments with defaults in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        level: u8,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mind: &str,
        threads: usize,
        hash: usize,
        seed: u64,
        tables: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let rules = Rules::find(py, game)?;
        let level = Level::new(level)
            .ok_or_else(|| unsupported(py, format!("Levels go from 1 to {}, not {level}.", Level::COUNT)))?;
        let kind = match mind {
            "knowing" => EngineKind::AlphaBeta,
            "monte-carlo" => EngineKind::MonteCarlo,
            _ => {
                let known = "use `knowing` or `monte-carlo`";
                return Err(unsupported(py, format!("Unknown mind `{mind}`; {known}.")));
            }
        };
        let mut default_limit = limit(py, time, nodes, depth)?;
        if time.is_none() && nodes.is_none() && depth.is_none() {
            default_limit.time = Some(Duration::from_secs(1));
        }
        let options = EngineOptions {
            kind,
            level,
            threads: threads.max(1),
            hash,
            seed,
            tables: tables.map(Into::into),
        };
        let search = Mutex::new(rules.any.engine(&options));
        Ok(Engine { rules, search, default_limit })
    }

    /// Searches the current position and returns the `lines` best moves. Releases the interpreter lock. Limits
    /// given here replace all of the engine's own.
    #[pyo3(signature = (state, *, lines = 1, time = None, nodes = None, depth = None))]
    fn think(
        &self,
        py: Python<'_>,
        state: &State,
        lines: usize,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Thought> {
        if state.rules.name != self.rules.name {
            let (ours, theirs) = (&self.rules.name, &state.rules.name);
            return Err(unsupported(py, format!("This engine plays `{ours}`, but the game is `{theirs}`.")));
        }
        let mut limit = match (time, nodes, depth) {
            (None, None, None) => self.default_limit.clone(),
            _ => limit(py, time, nodes, depth)?,
        };
        limit.stop = Stop::default();
        limit.lines = lines;
        let (start, moves) = state.line();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let thought = py.detach(|| {
            interruptible(&limit.stop, || {
                let mut engine = self.search.lock().unwrap_or_else(PoisonError::into_inner);
                engine.think(start.as_deref(), &moves, &limit, &mut |_| ControlFlow::Continue(()))
            })
        });
        Ok(thought?.map_err(|fault| exception(py, &fault))?.into())
    }

    fn __repr__(&self) -> String {
        format!("<Engine for {}>", self.rules.name)
    }
}
