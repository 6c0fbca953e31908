//! What the levels mean in Ban Chess.

use chautari_search::Ladder;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. A move takes two plies here, its ban and itself.
pub(crate) const LADDER: Ladder = Ladder([
    plies(2).overlooking(80),
    plies(2).overlooking(66),
    plies(2).overlooking(50),
    plies(2).overlooking(30),
    plies(2).overlooking(8),
    nodes(2_200).hasty(22),
    nodes(3_000).hasty(8),
    nodes(4_500).hasty(3),
    nodes(7_000).hasty(1),
]);
