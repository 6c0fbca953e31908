//! The Softserve API, for existing bots that speak it.
//!
//! `docs/protocols/softserve.md` is the contract. Two state machines without clock, store or network decide:
//! an [`Event`] with its pairings, and a [`GameState`] for each game.

#[cfg(feature = "serve")]
mod actions;
mod builtin_players;
#[cfg(feature = "serve")]
mod clock;
#[cfg(feature = "serve")]
mod email;
mod event;
pub mod fuzz;
mod game_state;
mod ids;
mod refusal;
#[cfg(feature = "serve")]
mod routes;
mod score;
#[cfg(feature = "serve")]
mod service;
#[cfg(feature = "serve")]
mod settings;
#[cfg(feature = "serve")]
mod store;
mod timestamp;
mod validation;
#[cfg(feature = "serve")]
mod worker;

pub use builtin_players::{BuiltinPlayer, RANDOM};
#[cfg(feature = "serve")]
pub use email::Mail;
pub use event::{ANY, Count, Event, EventLogEntry, GameResult, MIRROR, Plan};
pub use game_state::{ActionTimeout, GameEvent, GameState, Timeliness};
pub use ids::{ActionId, EventId, GameId, MOST_PLIES};
pub use refusal::Refusal;
#[cfg(feature = "serve")]
pub use routes::{described, routes};
pub use score::{Forfeits, GameRow, Outcome, Tally, Verdict};
#[cfg(feature = "serve")]
pub use settings::Settings;
pub use timestamp::format_timestamp;
pub use validation::{FieldError, Fields};

/// The default game, for which this API was made.
pub const CREEPER: &str = "creeper";
