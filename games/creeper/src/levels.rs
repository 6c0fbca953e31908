//! The handicaps of Creeper's levels.

use chautari_search::LevelTable;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Races are short and one slip decides them, so strong
/// levels differ by how often they slip, weak ones by how much they see.
pub(crate) const LEVELS: LevelTable = LevelTable([
    plies(1).overlooking(90),
    plies(1).overlooking(84),
    plies(1).overlooking(76),
    plies(1).overlooking(65),
    plies(1).overlooking(46),
    plies(2).overlooking(30).hasty(66),
    nodes(200).hasty(34),
    nodes(650).hasty(17),
    nodes(1_700).hasty(7),
]);
