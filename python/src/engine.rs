//! An opponent.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chautari_game::{AnyEngine, EngineKind, EngineOptions, Level, Limit, Score as Told, Stop};
use pyo3::prelude::*;

use crate::fault::{raised, unsupported};
use crate::game::Rules;
use crate::interrupt::interruptible;
use crate::state::State;

/// How good a position is for the side to act; what is proven and what is guessed never mix.
#[pyclass(frozen, eq, get_all, module = "chautari")]
#[derive(Clone, PartialEq)]
pub(crate) struct Score {
    /// `win`, `loss` and `draw` are proven, `guess` is an estimate.
    kind: &'static str,
    /// How many plies a proven win or loss takes, where it is known.
    plies: Option<u32>,
    /// An estimate in the game's unit, such as a goat or a pawn; more is better for the side to act.
    points: Option<f64>,
    /// The same in words.
    text: String,
}

impl From<Told> for Score {
    fn from(told: Told) -> Score {
        let (kind, plies, points) = match told {
            Told::Win(plies) => ("win", Some(plies), None),
            Told::Loss(plies) => ("loss", Some(plies), None),
            Told::Won => ("win", None, None),
            Told::Lost => ("loss", None, None),
            Told::Draw => ("draw", None, None),
            Told::Guess(hundredths) => ("guess", None, Some(f64::from(hundredths) / 100.0)),
        };
        Score { kind, plies, points, text: told.to_string() }
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

/// A move worth considering.
#[pyclass(frozen, get_all, module = "chautari")]
#[derive(Clone)]
pub(crate) struct Variation {
    /// How good the position is for the side to act if it makes this move.
    score: Score,
    /// The play expected, this move first.
    line: Vec<String>,
}

#[pymethods]
impl Variation {
    fn __repr__(&self) -> String {
        format!("<Variation {} ({})>", self.line.join(" "), self.score.text)
    }
}

/// What thinking came to.
#[pyclass(frozen, get_all, module = "chautari")]
#[derive(Clone)]
pub(crate) struct Thought {
    /// The best move; `None` only where the game is over.
    best: Option<String>,
    /// How good the position is for the side to act.
    score: Score,
    /// How deep the thinking went, in plies.
    depth: u32,
    /// How many positions were visited.
    nodes: u64,
    /// How long it took, in seconds.
    time: f64,
    /// The play expected, `best` first.
    line: Vec<String>,
    /// The best moves, best first: as many as were asked for, where there are that many.
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

/// An opponent. Level 10 plays as strongly as it can, level 1 as a newcomer; `mind` is `knowing`, or
/// `monte-carlo` for one that knows nothing but the rules. It thinks until the first of its limits is
/// reached: `time` in seconds, `nodes`, `depth`; with none given, for a second.
#[pyclass(frozen, module = "chautari")]
pub(crate) struct Engine {
    rules: Arc<Rules>,
    opponent: Mutex<Box<dyn AnyEngine>>,
    usual: Limit,
}

fn limit(py: Python<'_>, time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limit> {
    let time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| unsupported(py, format!("Nobody thinks for {seconds} seconds.")))
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
    #[allow(clippy::too_many_arguments, reason = "all but one have names and usual values in Python")]
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
        let mind = match mind {
            "knowing" => EngineKind::AlphaBeta,
            "monte-carlo" => EngineKind::MonteCarlo,
            _ => {
                let known = "there are `knowing` and `monte-carlo`";
                return Err(unsupported(py, format!("There is no mind `{mind}`; {known}.")));
            }
        };
        let mut usual = limit(py, time, nodes, depth)?;
        if time.is_none() && nodes.is_none() && depth.is_none() {
            usual.time = Some(Duration::from_secs(1));
        }
        let means = EngineOptions {
            kind: mind,
            level,
            threads: threads.max(1),
            hash,
            seed,
            tables: tables.map(Into::into),
        };
        let opponent = Mutex::new(rules.any.engine(&means));
        Ok(Engine { rules, opponent, usual })
    }

    /// Thinks about where a game stands, without the interpreter's lock; `lines` says how many of the best
    /// moves are wanted. Limits given here replace all of
    /// the engine's own.
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
            return Err(unsupported(py, format!("This engine plays `{ours}`, and the game is `{theirs}`.")));
        }
        let mut limit = match (time, nodes, depth) {
            (None, None, None) => self.usual.clone(),
            _ => limit(py, time, nodes, depth)?,
        };
        limit.stop = Stop::default();
        limit.lines = lines;
        let (start, moves) = state.line();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let thought = py.detach(|| {
            interruptible(&limit.stop, || {
                let mut opponent = self.opponent.lock().unwrap_or_else(PoisonError::into_inner);
                opponent.think(start.as_deref(), &moves, &limit, &mut |_| ControlFlow::Continue(()))
            })
        });
        Ok(thought?.map_err(|fault| raised(py, &fault))?.into())
    }

    fn __repr__(&self) -> String {
        format!("<Engine for {}>", self.rules.name)
    }
}
