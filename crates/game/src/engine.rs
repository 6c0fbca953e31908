//! What an opponent is: something that thinks about a record within a limit.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::{Fault, Level};

/// How good a position is for the side to move. What is proven and what is guessed never mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The side to move wins, in this many plies against best defence.
    Win(u32),
    /// The side to move loses, in this many plies at best.
    Loss(u32),
    /// The side to move wins; in how many plies is not known.
    Won,
    /// The side to move loses; in how many plies is not known.
    Lost,
    /// Neither side can win.
    Draw,
    /// An estimate in hundredths of the game's unit; more is better for the side to move.
    Guess(i32),
}

impl Score {
    /// Whether it is proven.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Score::Guess(_))
    }

    /// Whether the side to move is proven to win.
    pub const fn is_won(self) -> bool {
        matches!(self, Score::Win(_) | Score::Won)
    }

    /// Whether the side to move is proven to lose.
    pub const fn is_lost(self) -> bool {
        self.flip().is_won()
    }

    /// As programs are told it: `win` or `loss` with the plies, where they are known, `draw`, or `guess` with
    /// hundredths.
    pub fn kind_and_value(self) -> (&'static str, Option<i64>) {
        match self {
            Score::Win(plies) => ("win", Some(plies.into())),
            Score::Loss(plies) => ("loss", Some(plies.into())),
            Score::Won => ("win", None),
            Score::Lost => ("loss", None),
            Score::Draw => ("draw", Some(0)),
            Score::Guess(value) => ("guess", Some(value.into())),
        }
    }

    /// The same from the other side.
    #[must_use]
    pub const fn flip(self) -> Score {
        match self {
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Won => Score::Lost,
            Score::Lost => Score::Won,
            Score::Draw => Score::Draw,
            Score::Guess(value) => Score::Guess(-value),
        }
    }

    /// Whether an engine takes a draw where the position is so good for it, after so many plies.
    pub const fn takes_draw(self, plies: usize) -> bool {
        match self {
            Score::Win(_) | Score::Won => false,
            Score::Draw | Score::Loss(_) | Score::Lost => true,
            Score::Guess(value) => value <= 0 && plies >= EARLIEST_DRAW,
        }
    }
}

/// From this many plies on a draw is taken where an engine is not better off. Before, nothing has been tried.
const EARLIEST_DRAW: usize = 20;

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Win(plies) => write!(f, "wins in {plies}"),
            Score::Loss(plies) => write!(f, "loses in {plies}"),
            Score::Won => f.write_str("wins"),
            Score::Lost => f.write_str("loses"),
            Score::Draw => f.write_str("draw"),
            Score::Guess(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
        }
    }
}

/// Somebody who holds a thinker up now and then, so that others have their turn.
pub trait YieldHook: Send + Sync {
    /// Called every few milliseconds by whoever thinks; returns how long it was held up.
    fn pause(&self) -> Duration;
}

/// A flag that ends thinking, shared with whoever may want it to end.
#[derive(Clone, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    hook: Option<Arc<dyn YieldHook>>,
    /// For how many microseconds the thinker has been held up.
    paused_micros: Arc<AtomicU64>,
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_stopped()).finish()
    }
}

impl Stop {
    /// The same flag, for a thinker that is held up now and then.
    #[must_use]
    pub fn with_yield_hook(&self, hook: Arc<dyn YieldHook>) -> Stop {
        Stop { hook: Some(hook), ..self.clone() }
    }

    /// Ends the thinking that watches this flag.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether thinking is to end.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Waits where others have their turn.
    pub fn yield_now(&self) {
        if let Some(hook) = &self.hook {
            let paused = hook.pause();
            if !paused.is_zero() {
                self.paused_micros.fetch_add(paused.as_micros() as u64, Ordering::Relaxed);
            }
        }
    }

    /// How long the thinker has been held up so far: time that it had no use of.
    pub fn paused(&self) -> Duration {
        Duration::from_micros(self.paused_micros.load(Ordering::Relaxed))
    }
}

/// How long to think, and about how much. Whatever is reached first ends it; with no bound at all an
/// engine thinks until it is stopped or has proved its answer.
#[derive(Clone, Debug)]
pub struct Limit {
    /// At most this long.
    pub time: Option<Duration>,
    /// About this long, by an engine that knows when a longer look pays: less where the answer is clear,
    /// more where it has just changed, and never more than `time`.
    pub aim: Option<Duration>,
    /// At most this deep.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// How many of the best moves are wanted, each with its score and line, where there are that many.
    pub lines: usize,
    /// Until somebody says so.
    pub stop: Stop,
}

/// No bound, and one line.
impl Default for Limit {
    fn default() -> Limit {
        Limit { time: None, aim: None, depth: None, nodes: None, lines: 1, stop: Stop::default() }
    }
}

/// How many turns a game is expected to go on for, whatever has been played: what is left on a clock is for
/// this many.
const TURNS_TO_GO: u32 = 25;

/// What an answer may take on its way.
const JOURNEY: Duration = Duration::from_millis(50);

impl Limit {
    /// The most lines anybody is told.
    pub const MAX_LINES: usize = 20;

    /// What a clock allows for one decision: with so much left, and so much gained by each turn, which is of
    /// so many decisions (see [`Record::decisions_a_turn`]).
    #[must_use]
    pub fn on_clock(left: Duration, gain: Duration, decisions_a_turn: f64) -> Limit {
        let left = left.saturating_sub(JOURNEY);
        let turn = (left / TURNS_TO_GO).saturating_add(gain / 10 * 9);
        let aim = turn.as_secs_f64() / decisions_a_turn.max(1.0);
        let aim = Duration::try_from_secs_f64(aim).unwrap_or(turn);
        // What is gained only comes once the turn is over.
        let most = aim.saturating_mul(4).min(left / 5 * 2).max(Duration::from_millis(1));
        Limit { time: Some(most), aim: Some(aim.min(most)), ..Limit::default() }
    }
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
    /// The next best moves, best first, where more than one line was asked for.
    pub others: Vec<Variation<M>>,
}

/// A move worth considering: what it is worth and what is expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<M> {
    /// How good the position is for the side to move if it makes this move.
    pub score: Score,
    /// The play expected, the move itself first.
    pub line: Vec<M>,
}

impl<M> Thought<M> {
    /// All lines, the best first: none where the game is over.
    pub fn lines(&self) -> impl Iterator<Item = (Score, &[M])> {
        let best = (!self.line.is_empty()).then_some((self.score, &self.line[..]));
        best.into_iter().chain(self.others.iter().map(|other| (other.score, &other.line[..])))
    }
}

/// Told of every better thought; breaking ends the thinking.
pub type OnThought<'a, M> = &'a mut dyn FnMut(&Thought<M>) -> ControlFlow<()>;

/// An opponent behind one pointer, text in and text out: in this process, in another, far away.
pub trait AnyEngine: Send {
    /// Thinks about the position that these moves lead to, from `start` or from the usual start.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        on_thought: OnThought<String>,
    ) -> Result<Thought<String>, Fault>;
}

/// How an engine comes to its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// By what the game knows of itself: as strong as its level says.
    #[default]
    AlphaBeta,
    /// By Monte Carlo, which knows nothing but the rules: a node is one game played out at random, and
    /// a level means nothing to it.
    MonteCarlo,
}

/// What an engine may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// How it thinks.
    pub kind: EngineKind,
    /// How strong it plays.
    pub level: Level,
    /// How many threads it may run.
    pub threads: usize,
    /// How much memory its tables may take, in MiB.
    pub hash: usize,
    /// The random seed, where a level leaves something to chance.
    pub seed: u64,
    /// The folder with exact tables, which only full strength uses, where the game has any. What is
    /// not there yet is looked for again at every move.
    pub tables: Option<Arc<Path>>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            kind: EngineKind::AlphaBeta,
            level: Level::FULL,
            threads: 1,
            hash: 64,
            seed: 0,
            tables: None,
        }
    }
}
