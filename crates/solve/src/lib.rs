//! Building blocks for solving a game outright. Nothing here knows a game by name.
//!
//! * A game that can go round in circles is solved by [`sweep`]ing an [`AlternatingGraph`] backwards from its
//!   ends, which gives the exact distance of every position. The opponent may have a say in every move:
//!   then it is the second-best way that counts.
//! * A game that cannot is solved layer by layer. Where what stands on the board is a subset of
//!   something, whole families of subsets are handled at once, as bit cubes: [`all_one_more`] asks
//!   what every addition of one leads to, a [`Remap`] what a renaming does.
//! * What is known goes into [`Table`]s: written whole or not at all, mapped, and checked.
//! * [`rederive`] tells from a position's successors what its own value must be.

mod arrangement;
mod build;
mod cube;
mod distance;
mod packed;
mod remap;
mod remote;
mod retrograde;
mod simd;
mod strata;
mod subsets;
mod table;
mod table_cache;
mod verify;

pub use arrangement::{Arrangements, Kind};
pub use build::{PartProgress, SolveError, lock, open_if_intact, prepare};
pub use cube::{Pair, add_smaller, all_one_more, clear_where, count_sizes};
pub use distance::{DRAW_BYTE, pack_distances, packed_distance, to_bytes};
pub use packed::{Packed, bits, pack};
pub use remap::{Mapping, Remap};
pub use remote::RemoteTable;
pub use retrograde::{AlternatingGraph, DRAW, Node, Seed, SweepError, Ways, is_lost, sweep};
pub use simd::SimdWidth;
pub use strata::Strata;
pub use subsets::{Subsets, choose};
pub use table::{Identity, Table, TableError, write_table};
pub use table_cache::{TableCache, Tables};
pub use verify::rederive;

/// Its example is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
