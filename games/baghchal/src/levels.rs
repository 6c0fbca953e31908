//! What the levels mean in Bagh Chal.

use chautari_search::Ladder;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Depth decides: a goat is lost by a threat one ply too
/// far away.
pub(crate) const LADDER: Ladder = Ladder([
    plies(1).overlooking(30),
    plies(1),
    plies(2).hasty(20),
    plies(3).hasty(20),
    plies(4).hasty(13),
    plies(4),
    nodes(8_000).hasty(4),
    nodes(22_000).hasty(2),
    nodes(55_000).hasty(1),
]);
