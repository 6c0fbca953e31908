//! Search for any game: what all opponents have in common.
//!
//! A game brings [`Knowledge`]: its static evaluation, how it orders moves, and which moves are noisy. This
//! crate brings the search. [`AlphaBeta`] is a principal variation search with iterative deepening,
//! a transposition table, quiescence search and parallel search (ABDADA); it keeps proven values apart from
//! guesses, stops within milliseconds of a limit, and is deterministic with one thread and a node limit.
//! [`Mcts`] needs no knowledge. [`engine`] makes whichever is asked for.

mod alphabeta;
mod budget;
mod clock;
pub mod conformance;
pub mod dfpn;
mod history;
mod knowledge;
pub mod level;
mod lines;
mod mcts;
mod memory;
mod order;
mod pace;
mod parallel;
mod path;
mod transposition;
mod value;
mod window;
mod worker;

use chautari_game::{Engine, Game, Means, Mind};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use clock::Instant;
pub use history::{HistoryScores, ThreadHistory};
pub use knowledge::{Knowledge, ScoredMove, Selection, Urgency};
pub use level::{Attention, Handicap, Ladder};
pub use lines::{exact_score, gather_lines, other_exact_lines};
pub use mcts::Mcts;
pub use order::late_move_reduction;
pub use pace::Pace;
pub use parallel::{Halt, NodeCost, Query, SearchThread, Threads, extend_pv, search_in_parallel};
pub use transposition::{Bound, Entry, TranspositionTable};
pub use value::Value;
pub use window::Window;

/// An engine for a game that brings no knowledge: Monte Carlo at every level, held back by the number of
/// playouts.
pub fn monte_carlo<G: Game>(means: &Means) -> Box<dyn Engine<G>> {
    Box::new(Mcts::at_level(means))
}

/// An engine for a game that brings its knowledge and the handicaps of its levels.
pub fn engine<G: Game>(
    knowledge: impl Knowledge<G::Position>,
    ladder: &Ladder,
    means: &Means,
) -> Box<dyn Engine<G>> {
    match means.mind {
        Mind::Knowing => Box::new(AlphaBeta::new(knowledge, ladder.handicap(means.level), means)),
        Mind::MonteCarlo => Box::new(Mcts::new(means.hash, means.seed)),
    }
}
