//! Search for any game: what is common to all opponents.
//!
//! A game brings [`Knowledge`]; this crate brings the thinking. [`AlphaBeta`] keeps proven
//! and guessed values apart, stops within milliseconds of a limit, and is deterministic with one
//! thread and a node limit; [`Mcts`] needs no knowledge. [`engine`] is whichever is asked for.

mod alphabeta;
mod budget;
mod company;
mod history;
mod knowledge;
pub mod level;
mod mcts;
mod order;
mod path;
mod table;
mod value;
mod window;
mod worker;

use chautari_game::{Engine, Game, Means, Mind};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use company::{Company, Halt, Member, Nodes, Quest, in_company, whole_line};
pub use history::{Credits, Lessons};
pub use knowledge::{Choice, Knowledge, Prospect, Urgency};
pub use level::{Attention, Handicap, Ladder};
pub use mcts::Mcts;
pub use order::reduction;
pub use table::{Bound, Entry, Table};
pub use value::Value;
pub use window::Window;

/// An engine of a game that brings its knowledge and what its levels mean.
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
