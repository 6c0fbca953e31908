//! What the levels mean in Creeper.

use chautari_search::Ladder;
use chautari_search::level::{nodes, plies};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Races are short and one slip decides them, so the
/// strong levels differ by how often they slip, the weak ones by how much they see.
pub(crate) const LADDER: Ladder = Ladder([
    plies(1).overlooking(90),
    plies(1).overlooking(83),
    plies(1).overlooking(76),
    plies(1).overlooking(64),
    plies(1).overlooking(44),
    plies(2).overlooking(28).hasty(65),
    nodes(200).hasty(36),
    nodes(650).hasty(17),
    nodes(1_700).hasty(6),
]);
