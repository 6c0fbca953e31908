//! Search for any game: what is common to all opponents.
//!
//! A game brings [`Knowledge`]; this crate brings the thinking. [`AlphaBeta`] keeps proven
//! and guessed values apart, stops within milliseconds of a limit, and is deterministic with one
//! thread and a node limit.

mod alphabeta;
mod budget;
mod knowledge;
mod level;
mod mcts;
mod order;
mod path;
mod table;
mod value;

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use knowledge::{Choice, Knowledge, Prospect, Urgency};
pub use level::{Handicap, Oversight};
pub use mcts::Mcts;
pub use order::reduction;
pub use table::{Bound, Entry, Table};
pub use value::Value;
