//! Solved endings: exact values of all positions with few men.
//!
//! Before a ban a position has the value of its second-best way, so the tables contain only positions before
//! bans. [`build`] creates [`Tables`] on disk, ending by ending, resuming where an earlier run stopped.
//!
//! Distances count bans and moves until mate. Draws by the fifty-move rule and by repetition are ignored, as
//! in chess tablebases: best play never repeats, and only wins longer than two hundred plies can run into the
//! fifty-move rule. Positions with castling rights are not covered.

mod build;
mod graph;
mod layout;
mod material;
mod men;
mod play;
mod stats;
pub(crate) mod tables;

pub use build::build;
pub(crate) use build::prepare;
pub use chautari_solve::SolveError;
pub use material::{MOST_MEN, Material, NoMaterial};
pub use play::Chosen;
pub use stats::{Count, Longest, Mismatch};
pub use tables::Tables;
