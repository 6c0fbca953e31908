//! The Softserve API, for bots that already speak it.
//!
//! `docs/protocols/softserve.md` is the contract. What happens is decided by two machines without
//! clock, store or wire: a [`Hall`] of players, events and pairings, and a [`Table`] for each game.
//! Both say what follows from a request as an event, and both are the sum of their events.

mod fields;
pub mod fuzz;
mod hall;
mod house;
mod ids;
mod refusal;
mod score;
mod stamp;
mod table;

pub use fields::{Complaint, Fields};
pub use hall::{ANY, Event, Hall, HallEvent, MIRROR, Pairing, Player};
pub use house::{House, RANDOM};
pub use ids::{ActionId, EventId, GameId, MOST_PLIES};
pub use refusal::Refusal;
pub use score::{Forfeits, Line, Outcome, Tally, Verdict};
pub use stamp::stamp;
pub use table::{Pace, Table, TableEvent};
