//! The game solved: the exact value of every position.
//!
//! [`build`] makes [`Tables`] on disk, layer by layer, and goes on where it was left. The tables
//! answer for every position of their rules; [`Tables::choose`] plays by them.

mod atlas;
mod build;
mod choose;
pub(crate) mod far;
mod hurry;
mod layer;
mod list;
mod placing;
pub(crate) mod prepare;
pub(crate) mod shelf;
mod sliding;
mod stats;
mod strata;
mod tables;
mod trap;
mod verify;

pub use build::build;
pub use chautari_solve::SolveError;
pub use choose::Chosen;
pub use layer::{Layer, Phase};
pub use list::Remarkable;
pub use stats::Count;
pub use tables::Tables;
pub use verify::Mismatch;

#[cfg(test)]
mod tests;
