//! The Softserve API, for bots that already speak it.
//!
//! `docs/protocols/softserve.md` is the contract. What happens is decided by two machines without
//! clock, store or wire: an [`Event`] with its pairings, and a [`ScoreSheet`] for each game.

#[cfg(feature = "serve")]
mod clock;
#[cfg(feature = "serve")]
mod desk;
mod event;
mod fields;
pub mod fuzz;
mod house;
mod ids;
#[cfg(feature = "serve")]
mod kept;
#[cfg(feature = "serve")]
mod mail;
#[cfg(feature = "serve")]
mod referee;
mod refusal;
#[cfg(feature = "serve")]
mod routes;
mod score;
#[cfg(feature = "serve")]
mod settings;
mod sheet;
mod stamp;
#[cfg(feature = "serve")]
mod worker;

pub use event::{ANY, Count, Ending, Event, Happening, MIRROR, Plan};
pub use fields::{Complaint, Fields};
pub use house::{House, RANDOM};
pub use ids::{ActionId, EventId, GameId, MOST_PLIES};
#[cfg(feature = "serve")]
pub use mail::Mail;
pub use refusal::Refusal;
#[cfg(feature = "serve")]
pub use routes::{described, routes};
pub use score::{Forfeits, GameRow, Outcome, Tally, Verdict};
#[cfg(feature = "serve")]
pub use settings::Settings;
pub use sheet::{Pace, Patience, ScoreSheet, SheetEvent};
pub use stamp::stamp;

/// What is played where nothing is said: the game this API was made for.
pub const CREEPER: &str = "creeper";
