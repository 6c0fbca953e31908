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
    plies(5).hasty(5),
    nodes(5_000).hasty(4),
    nodes(12_000).hasty(3),
    nodes(30_000).hasty(2),
]);
