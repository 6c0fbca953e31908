//! The solved game: exact values of all positions.
//!
//! [`build`] creates [`Tables`] on disk, layer by layer, resuming where an earlier run stopped. The tables
//! cover every position under their rules; [`Tables::choose`] plays by them.

mod atlas;
pub(crate) mod background;
mod build;
mod difficulty;
mod dtw;
mod layer;
mod notable;
mod pick_move;
mod placing;
pub(crate) mod remote;
mod sliding;
mod stats;
mod strata;
pub(crate) mod table_cache;
mod tables;
mod verify;

pub use build::build;
pub use chautari_solve::SolveError;
pub use layer::{Layer, Phase};
pub use notable::NotablePosition;
pub use pick_move::Chosen;
pub use stats::Count;
pub use tables::Tables;
pub use verify::Mismatch;

#[cfg(test)]
mod tests;
