//! What an opponent is: something that thinks about a record within a limit.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Fault, Game, Level, Mv, Notation, Position, Record};

/// How good a position is for the side to move. What is proven and what is guessed never mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The side to move wins, in this many plies against best defence.
    Win(u32),
    /// The side to move loses, in this many plies at best.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// An estimate in hundredths of the game's unit; more is better for the side to move.
    Guess(i32),
}

impl Score {
    /// The same from the other side.
    #[must_use]
    pub const fn flip(self) -> Score {
        match self {
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Draw => Score::Draw,
            Score::Guess(value) => Score::Guess(-value),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Win(plies) => write!(f, "wins in {plies}"),
            Score::Loss(plies) => write!(f, "loses in {plies}"),
            Score::Draw => f.write_str("draw"),
            Score::Guess(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
        }
    }
}

/// A flag that ends thinking, shared with whoever may want it to end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the thinking that watches this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether thinking is to end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long to think. Whatever is reached first ends it; with no bound at all an engine thinks until
/// it is stopped or has proved its answer.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// At most this long.
    pub time: Option<Duration>,
    /// At most this deep.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Until somebody says so.
    pub stop: Stop,
}

/// What thinking has come to so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The best move; `None` only where the game is over.
    pub best: Option<M>,
    /// How good the position is for the side to move.
    pub score: Score,
    /// How deep the thinking went, in plies.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The play expected, `best` first.
    pub line: Vec<M>,
}

/// Told of every better thought; breaking ends the thinking.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Thought<M>) -> ControlFlow<()>;

/// An opponent for a game.
pub trait Engine<G: Game>: Send {
    /// The best move here that the limit allows to find.
    fn think(&mut self, record: &Record<G>, limit: &Limit, watch: Watch<Mv<G>>) -> Thought<Mv<G>>;
}

/// An opponent behind one pointer, text in and text out: in this process, in another, far away.
pub trait AnyEngine: Send {
    /// Thinks about the position that these moves lead to, from `start` or from the usual start.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        watch: Watch<String>,
    ) -> Result<Thought<String>, Fault>;
}

/// A game's own engine as an [`AnyEngine`].
pub(crate) struct Seated<G: Game> {
    pub(crate) game: G,
    pub(crate) engine: Box<dyn Engine<G>>,
}

impl<G: Game> AnyEngine for Seated<G> {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        watch: Watch<String>,
    ) -> Result<Thought<String>, Fault> {
        let notation = G::Text::ALL[0];
        let record = Record::replay(self.game, start, moves)?;
        let texts = |thought: &Thought<Mv<G>>| {
            let mut position = record.position().clone();
            let mut line = Vec::with_capacity(thought.line.len());
            for &m in &thought.line {
                line.push(notation.write_move(&position, m));
                position.apply(m);
            }
            Thought {
                best: thought.best.map(|m| notation.write_move(record.position(), m)),
                score: thought.score,
                depth: thought.depth,
                nodes: thought.nodes,
                time: thought.time,
                line,
            }
        };
        let thought = self.engine.think(&record, limit, &mut |thought| watch(&texts(thought)));
        Ok(texts(&thought))
    }
}

/// How an engine comes to its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mind {
    /// By what the game knows of itself: as strong as its level says.
    #[default]
    Knowing,
    /// By Monte Carlo, which knows nothing but the rules: a node is one game played out at random, and
    /// a level means nothing to it.
    MonteCarlo,
}

/// What an engine may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Means {
    /// How it thinks.
    pub mind: Mind,
    /// How strong it plays.
    pub level: Level,
    /// How many threads it may run.
    pub threads: usize,
    /// How much memory its tables may take, in MiB.
    pub hash: usize,
    /// What chance depends on, where a level leaves something to it.
    pub seed: u64,
    /// The folder with exact tables, which only full strength uses, where the game has any. What is
    /// not there yet is looked for again at every move.
    pub tables: Option<Arc<Path>>,
}

impl Default for Means {
    fn default() -> Means {
        Means { mind: Mind::Knowing, level: Level::FULL, threads: 1, hash: 64, seed: 0, tables: None }
    }
}
