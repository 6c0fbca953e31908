//! Search for any game: what all opponents have in common.
//!
//! A game brings [`Evaluator`]: its static evaluation, how it orders moves, and which moves are noisy. This
//! crate brings the search. [`AlphaBeta`] is a principal variation search with iterative deepening,
//! a transposition table, quiescence search and parallel search (ABDADA); it keeps proven values apart from
//! guesses, stops within milliseconds of a limit, and is deterministic with one thread and a node limit.
//! [`Mcts`] needs no evaluator. [`engine`] makes whichever is asked for.

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

/// An engine for a game that brings no evaluator: Monte Carlo at every level, held back by the number of
/// playouts.
pub fn monte_carlo<G: Game>(options: &EngineOptions) -> Box<dyn Engine<G>> {
    Box::new(Mcts::at_level(options))
}

/// An engine for a game that brings its evaluator and the handicaps of its levels.
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
