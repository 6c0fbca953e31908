//! The handicaps of Ban Chess's levels.

use chautari_search::LevelTable;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. A move takes two plies here, its ban and the move itself.
pub(crate) const LEVELS: LevelTable = LevelTable([
    plies(2).overlooking(83),
    plies(2).overlooking(68),
    plies(2).overlooking(50),
    plies(2).overlooking(31),
    plies(2).overlooking(11),
    nodes(2_400).hasty(17),
    nodes(3_500).hasty(5),
    nodes(5_800).hasty(2),
    nodes(10_000).hasty(1),
]);
