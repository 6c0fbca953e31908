//! What the levels mean in Bagh Chal.

use chautari_search::Ladder;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Depth decides: a goat is lost by a threat one ply too
/// far away.
pub(crate) const LADDER: Ladder = Ladder([
    plies(1).overlooking(30),
    plies(1),
    plies(2),
    plies(3),
    plies(4),
    plies(5).hasty(12),
    nodes(4_500).hasty(9),
    nodes(14_000).hasty(3),
    nodes(40_000).hasty(1),
]);
