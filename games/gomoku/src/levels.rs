//! The handicaps of Gomoku's levels.

use chautari_search::LevelTable;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Even a search of one ply sees fives and fours, so weak
/// levels have to overlook many moves.
pub(crate) const LEVELS: LevelTable = LevelTable([
    plies(1).overlooking(92),
    plies(1).overlooking(86),
    plies(1).overlooking(75),
    plies(1).overlooking(56),
    plies(2).overlooking(33).hasty(70),
    plies(2).overlooking(12).hasty(58),
    nodes(340).hasty(22),
    nodes(900).hasty(12),
    nodes(2_400).hasty(5),
]);
