//! Synchronised Ban Chess over REST and WebSocket.
//!
//! `docs/protocols/banchess-sync.md` is the contract. A [`Session`] is the sans-IO state of one game: it
//! plays or refuses actions and returns missed actions and the full state. The other modules store the
//! actions and send them to clients.

mod frame;
pub mod fuzz;
mod refusal;
#[cfg(feature = "serve")]
mod routes;
mod session;
#[cfg(feature = "serve")]
mod socket;
#[cfg(feature = "serve")]
mod store;

pub use frame::{ClientMessage, Form, Frame, error_frame, seated_frame, sync_frame};
pub use refusal::Refusal;
#[cfg(feature = "serve")]
pub use routes::{described, routes};
pub use session::{Pgn, Played, Session, Sync};
