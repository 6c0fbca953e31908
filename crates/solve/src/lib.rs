//! Building blocks for solving games with exact tables, independent of any particular game.
//!
//! * Games with cycles: [`sweep`] solves an [`AlternatingGraph`] by retrograde analysis, which gives the
//!   exact distance of every position. If the opponent can forbid a move, the second-best move counts.
//! * Games without cycles are solved layer by layer. If a position contains a subset of something, whole
//!   families of subsets are processed at once, as bit cubes: [`all_one_more`] combines the results of all
//!   additions, a [`Remap`] changes coordinates.
//! * [`Table`]s store the results: written atomically, memory-mapped, and checked.
//! * [`rederive`] verifies a value from the values of its successors.

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

/// The example in the README runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
