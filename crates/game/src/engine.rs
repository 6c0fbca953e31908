//! Engines: scores, limits, search results and the object-safe [`AnyEngine`].

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::{Fault, Level};

/// A score for the side to move. Proven results and estimates are separate variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The side to move wins in this many plies against the best defence.
    Win(u32),
    /// The side to move loses, in this many plies if it defends best.
    Loss(u32),
    /// The side to move wins; the distance is unknown.
    Won,
    /// The side to move loses; the distance is unknown.
    Lost,
    /// The game is drawn with best play.
    Draw,
    /// An estimate in hundredths of the game's unit; higher is better for the side to move.
    Guess(i32),
}

impl Score {
    /// Whether the score is proven.
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

    /// Returns the score as APIs write it: `win` or `loss` with the plies if known, `draw`, or `guess` with
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

    /// Returns the score from the other side's point of view.
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

    /// Whether an engine with this score accepts a draw offer after `plies` plies.
    pub const fn takes_draw(self, plies: usize) -> bool {
        match self {
            Score::Win(_) | Score::Won => false,
            Score::Draw | Score::Loss(_) | Score::Lost => true,
            Score::Guess(value) => value <= 0 && plies >= EARLIEST_DRAW,
        }
    }
}

/// An engine with an even score accepts draws only from this ply on; earlier, the game has hardly begun.
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

/// A hook that a search calls regularly, so that it can be paused in favour of other work.
pub trait YieldHook: Send + Sync {
    /// Called every few milliseconds during a search. Blocks while the search must wait and returns for how
    /// long it did.
    fn pause(&self) -> Duration;
}

/// A cloneable flag that stops a search.
#[derive(Clone, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    hook: Option<Arc<dyn YieldHook>>,
    /// How long the search has been paused, in microseconds.
    paused_micros: Arc<AtomicU64>,
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_stopped()).finish()
    }
}

impl Stop {
    /// Returns the same flag with a hook that may pause the search.
    #[must_use]
    pub fn with_yield_hook(&self, hook: Arc<dyn YieldHook>) -> Stop {
        Stop { hook: Some(hook), ..self.clone() }
    }

    /// Stops the searches that check this flag.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Calls the yield hook, if there is one.
    pub fn yield_now(&self) {
        if let Some(hook) = &self.hook {
            let paused = hook.pause();
            if !paused.is_zero() {
                self.paused_micros.fetch_add(paused.as_micros() as u64, Ordering::Relaxed);
            }
        }
    }

    /// Returns how long the search has been paused so far; this time does not count against its limit.
    pub fn paused(&self) -> Duration {
        Duration::from_micros(self.paused_micros.load(Ordering::Relaxed))
    }
}

/// The limits of a search; the first one reached ends it. Without any, an engine searches until it is stopped
/// or has proved its result.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Maximum time.
    pub time: Option<Duration>,
    /// Target time for engines that manage their time: they use less if the best move is clear, more if it
    /// has just changed, and never more than `time`.
    pub aim: Option<Duration>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// How many principal variations to report (MultiPV).
    pub lines: usize,
    /// A flag that ends the search early.
    pub stop: Stop,
}

/// No limits, one principal variation.
impl Default for Limit {
    fn default() -> Limit {
        Limit { time: None, aim: None, depth: None, nodes: None, lines: 1, stop: Stop::default() }
    }
}

/// The number of turns for which the remaining clock time is budgeted, at any stage of the game.
const TURNS_TO_GO: u32 = 25;

/// Reserve for network latency per move.
const JOURNEY: Duration = Duration::from_millis(50);

impl Limit {
    /// The maximum of [`lines`](Self::lines) in public interfaces.
    pub const MAX_LINES: usize = 20;

    /// Derives a limit from a clock with `left` remaining and an increment of `gain` per turn. A turn may
    /// consist of several decisions, see `Record::decisions_a_turn`.
    #[must_use]
    pub fn on_clock(left: Duration, gain: Duration, decisions_a_turn: f64) -> Limit {
        let left = left.saturating_sub(JOURNEY);
        let turn = (left / TURNS_TO_GO).saturating_add(gain / 10 * 9);
        let aim = turn.as_secs_f64() / decisions_a_turn.max(1.0);
        let aim = Duration::try_from_secs_f64(aim).unwrap_or(turn);
        // The increment is credited only after the turn.
        let most = aim.saturating_mul(4).min(left / 5 * 2).max(Duration::from_millis(1));
        Limit { time: Some(most), aim: Some(aim.min(most)), ..Limit::default() }
    }
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The best move; `None` only if the game is over.
    pub best: Option<M>,
    /// The score of the position for the side to move.
    pub score: Score,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
    /// The principal variation, starting with `best`.
    pub line: Vec<M>,
    /// The next best variations, best first, if more than one was requested.
    pub others: Vec<Variation<M>>,
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<M> {
    /// The score for the side to move if it plays the first move of `line`.
    pub score: Score,
    /// The expected line of play.
    pub line: Vec<M>,
}

impl<M> Thought<M> {
    /// Returns all variations, best first; none if the game is over.
    pub fn lines(&self) -> impl Iterator<Item = (Score, &[M])> {
        let best = (!self.line.is_empty()).then_some((self.score, &self.line[..]));
        best.into_iter().chain(self.others.iter().map(|other| (other.score, &other.line[..])))
    }
}

/// A callback for every improved result; returning `Break` stops the search.
pub type OnThought<'a, M> = &'a mut dyn FnMut(&Thought<M>) -> ControlFlow<()>;

/// An object-safe engine that takes and returns text; it may run in this process, in another one or remotely.
pub trait AnyEngine: Send {
    /// Searches the position after `moves`, played from `start` or from the standard start.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        on_thought: OnThought<String>,
    ) -> Result<Thought<String>, Fault>;
}

/// The search algorithm of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Alpha-beta search with the game's evaluation; its strength depends on the level.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search, which needs only the rules. A node is one random playout; the level is
    /// ignored.
    MonteCarlo,
}

/// Options for creating an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The search algorithm.
    pub kind: EngineKind,
    /// The playing strength.
    pub level: Level,
    /// The number of search threads.
    pub threads: usize,
    /// Hash table size in MiB.
    pub hash: usize,
    /// Seed for the random choices of weaker levels.
    pub seed: u64,
    /// The folder with exact tables, for games that have them; used at full strength only. Tables that are
    /// added later are found at the next move.
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
