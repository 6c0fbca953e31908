//! Ban Chess kept in step over REST and WebSocket.
//!
//! `docs/protocols/banchess-sync.md` is the contract. A [`Session`] is one game without its wire: it
//! says what an action comes to or why it is refused, what a client has missed, and what everybody
//! is to see. Keeping the actions and carrying them about is done outside.

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

pub use frame::{Form, Frame, Heard, error_frame, seated_frame, sync_frame};
pub use refusal::Refusal;
#[cfg(feature = "serve")]
pub use routes::{described, routes};
pub use session::{Pgn, Played, Session, Sync};
