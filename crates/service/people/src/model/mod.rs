//! The rules of accounts: no HTTP, no database, no clock.

pub(crate) mod bot;
pub(crate) mod confusables;
pub(crate) mod leaderboard;
pub(crate) mod name;
pub(crate) mod person;
pub(crate) mod presence;
pub(crate) mod push_subscription;
pub(crate) mod rating;
pub(crate) mod remote_presence;
pub(crate) mod webauthn;
