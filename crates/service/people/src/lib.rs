//! People and bots: names, keys, devices, ratings, presence and push notifications.

pub mod bots;
mod caller;
mod confusables;
pub mod people;
pub mod push;
mod state;

pub use caller::{Authenticate, Caller, Identity, Participant, SignedIn};
pub use state::People;
