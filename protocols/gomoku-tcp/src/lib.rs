//! Gomoku as JSON over TCP and WebSocket.
//!
//! `docs/protocols/gomoku-tcp.md` is the contract. [`Frames`] cuts what arrives into messages and
//! [`Dialogue`] is the server's half of the talk; neither knows a socket, a thread or a clock.

#[cfg(feature = "serve")]
mod connection;
mod frame;
pub mod fuzz;
#[cfg(feature = "serve")]
mod limits;
#[cfg(feature = "serve")]
mod listener;
mod request;
#[cfg(feature = "serve")]
mod session;
mod socket;
mod state;

pub use frame::{Frame, Frames, MOST_MESSAGE};
#[cfg(feature = "serve")]
pub use limits::Limits;
#[cfg(feature = "serve")]
pub use listener::listen;
pub use session::{Dialogue, MOST_WAITING, Reply, Task};
#[cfg(feature = "serve")]
pub use socket::routes;
pub use state::Words;
