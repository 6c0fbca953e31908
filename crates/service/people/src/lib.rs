//! People and bots: names, keys, devices, ratings, presence and push notifications.
//!
//! - `model` has the rules, without HTTP and database.
//! - [`people`] and [`bots`] are what other services do with accounts: find, rate, notify, delete.
//! - `api` has the endpoints.
//! - [`Caller`] is the extractor for the caller of a request, in this service and all above it.

mod api;
pub mod bots;
mod caller;
mod model;
mod notifications;
pub mod people;
mod presence_sync;
pub mod push;
mod state;

pub use api::routes;
pub use caller::{Authenticate, Caller, Identity, Participant, SignedIn};
pub use state::People;
