//! Matches and invitations.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | the aggregates, pure: [`MatchState`], [`Invitation`](model::Invitation), commands and refusals |
//! | `store` | [`MatchStore`]: the repository of matches, which carries out commands |
//! | `api` | HTTP and WebSocket handlers, which translate refusals into problems |
//! | `jobs` | background work: engine moves, clocks, rematches, ratings, notifications |

mod api;
mod jobs;
pub mod model;
mod service;
mod store;

pub use api::{MatchRecord, load_for_client, routes};
pub use jobs::{on_account_deleted, start};
pub use model::{MatchState, Player, Seat};
pub use service::Matches;
pub use store::{CreateError, ExecuteError, MatchStore};
