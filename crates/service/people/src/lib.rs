//! People and bots: names, keys, devices, ratings, presence and push notifications.

pub mod bots;
mod confusables;
pub mod people;
pub mod push;
mod state;

pub use state::People;
