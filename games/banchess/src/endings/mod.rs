//! Endings solved: the exact value of every position with few men.
//!
//! Before a ban a position is worth its second-best way, so that tables need hold positions before bans
//! only. [`build`] makes [`Tables`] on disk, ending by ending, and goes on where it was left.
//!
//! Distances count bans and moves until mate. The draws by fifty moves and by repetition are left out, as
//! tables of chess leave them out: best play never repeats, and only what takes more than two hundred plies
//! can run into the fifty moves. Rights to castle are none of the tables' business: a position with one is
//! not known, and without kings and rooks at home there are none.

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
