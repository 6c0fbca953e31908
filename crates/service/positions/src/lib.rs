//! Games and positions: stateless endpoints for rules, legal moves, analysis, exact values and pictures.
//!
//! - `model` has the lines of play that clients send, without HTTP and threads.
//! - `lines`, `tables` and `evaluation` run work on the compute pool and the engines, also for other services.
//! - `api` has the endpoints. Their types are those of `chautari-wire`.

mod api;
mod evaluation;
mod lines;
mod model;
mod state;
mod tables;

pub use api::pictures::card;
pub use api::routes;
pub use lines::{Sender, play_line};
pub use state::Positions;
pub use tables::query_tables;
