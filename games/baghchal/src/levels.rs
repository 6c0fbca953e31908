//! What the levels mean in Bagh Chal.

use chautari_search::Ladder;
use chautari_search::level::{nodes, plies};

use crate::{Baghchal, Capture};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Depth decides: a goat is lost by a threat one ply too
/// far away.
pub(crate) fn ladder(rules: Baghchal) -> &'static Ladder {
    match rules.capture() {
        Capture::Optional => &OPTIONAL,
        Capture::Compulsory => &COMPULSORY,
    }
}

const OPTIONAL: Ladder = Ladder([
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

/// Chance must capture, too, and so plays the tigers well: it takes three plies to hold the goats against
/// it. And who is content with a draw gets one, so that no level would rise above another: the weaker, the
/// more daring.
const COMPULSORY: Ladder = Ladder([
    plies(3).hasty(5).ambitious(400),
    plies(4).hasty(8).ambitious(300),
    plies(5).hasty(6).ambitious(250),
    plies(6).hasty(5).ambitious(250),
    nodes(4_300).ambitious(250),
    nodes(8_800).ambitious(250),
    nodes(14_500).ambitious(250),
    nodes(34_000).ambitious(200),
    nodes(73_000).ambitious(200),
]);
