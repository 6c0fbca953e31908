//! Search for any two-player game: alpha-beta and Monte Carlo.
//!
//! A game implements [`Evaluator`]: static evaluation, move ordering, noisy moves. This crate provides the
//! search. [`AlphaBeta`] is a principal variation search with iterative deepening, a transposition table,
//! quiescence search and parallel search (ABDADA). It keeps proven values apart from estimates, stops within
//! milliseconds of a limit, and is deterministic with one thread and a node limit. [`Mcts`] needs no
//! evaluator. [`engine`] creates the requested kind.

mod alphabeta;
mod budget;
mod clock;
pub mod conformance;
pub mod dfpn;
mod eval;
mod history;
pub mod level;
mod lines;
mod mcts;
mod memory;
mod order;
mod parallel;
mod path;
mod time_management;
mod transposition;
mod value;
mod window;
mod worker;

use chautari_game::{Engine, EngineKind, EngineOptions, Game};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use clock::Instant;
pub use eval::{Evaluator, ScoredMove, Selection, Urgency};
pub use history::{HistoryScores, ThreadHistory};
pub use level::{Handicap, HandicapState, LevelTable};
pub use lines::{exact_score, gather_lines, other_exact_lines};
pub use mcts::Mcts;
pub use order::late_move_reduction;
pub use parallel::{Halt, NodeCost, Query, SearchThread, Threads, extend_pv, search_in_parallel};
pub use time_management::TimeManager;
pub use transposition::{Bound, Entry, TranspositionTable};
pub use value::Value;
pub use window::Window;

/// Creates an engine for a game without an evaluator: Monte Carlo at every level, weakened by the number of
/// playouts.
pub fn monte_carlo<G: Game>(options: &EngineOptions) -> Box<dyn Engine<G>> {
    Box::new(Mcts::at_level(options))
}

/// Creates an engine for a game with an evaluator and a level table.
pub fn engine<G: Game>(
    evaluator: impl Evaluator<G::Position>,
    levels: &LevelTable,
    options: &EngineOptions,
) -> Box<dyn Engine<G>> {
    match options.kind {
        EngineKind::AlphaBeta => Box::new(AlphaBeta::new(evaluator, levels.handicap(options.level), options)),
        EngineKind::MonteCarlo => Box::new(Mcts::new(options.hash, options.seed)),
    }
}
