//! Building blocks for solving a game outright. Nothing here knows a game by name.
//!
//! * A game that can go round in circles is solved by [`sweep`]ing a [`Graph`] backwards from its
//!   ends, which gives the exact distance of every position.
//! * A game that cannot is solved layer by layer. Where what stands on the board is a subset of
//!   something, whole families of subsets are handled at once, as bit cubes: [`all_one_more`] asks
//!   what every addition of one leads to, a [`Carry`] what a renaming does.
//! * What is known goes into [`Table`]s: written whole or not at all, mapped, and checked.
//! * [`rederive`] tells from a position's successors what its own value must be.

mod carry;
mod cube;
mod packed;
mod retrograde;
mod strata;
mod subsets;
mod table;
mod verify;
mod wide;

pub use carry::{Carry, Renaming};
pub use cube::{Pair, add_smaller, all_one_more, clear_where, count_sizes};
pub use packed::{Packed, bits, pack};
pub use retrograde::{DRAW, Graph, Node, Seed, SweepError, sweep};
pub use strata::Strata;
pub use subsets::{Subsets, choose};
pub use table::{Identity, Table, TableError, write_table};
pub use verify::rederive;
pub use wide::Width;
