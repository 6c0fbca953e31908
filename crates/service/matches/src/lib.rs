//! Matches and invitations: played, watched, stored.

pub mod invitations;
pub mod matches;
mod state;

pub use state::Matches;
