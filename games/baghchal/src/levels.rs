//! What the levels mean in Bagh Chal.

use chautari_search::LevelTable;
use chautari_search::level::{nodes, plies};

use crate::{Baghchal, Capture};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Depth decides: a goat is lost by a threat one ply too
/// far away.
pub(crate) fn level_table(rules: Baghchal) -> &'static LevelTable {
    match rules.capture() {
        Capture::Optional => &OPTIONAL,
        Capture::Compulsory => &COMPULSORY,
    }
}

/// Who is content with a draw mostly gets one, so that from the middle up no level would rise above another:
/// there the weaker, the more daring.
const OPTIONAL: LevelTable = LevelTable([
    plies(1).overlooking(20),
    plies(2).hasty(45),
    plies(3).hasty(22),
    plies(4).hasty(12),
    nodes(1_600).hasty(6).with_contempt(300),
    nodes(4_000).hasty(4).with_contempt(250),
    nodes(9_500).hasty(3).with_contempt(200),
    nodes(30_000).hasty(2).with_contempt(200),
    nodes(78_000).hasty(1).with_contempt(150),
]);

/// Chance must capture, too, and so plays the tigers well: level 1 has to look at this much to hold the goats
/// against it. Draws are nearer still, so that all are daring, the weaker the more; none is hasty, and each looks
/// at 1.7 to 2.9 times as much as the one below.
const COMPULSORY: LevelTable = LevelTable([
    nodes(240).with_contempt(400),
    nodes(430).with_contempt(310),
    nodes(890).with_contempt(300),
    nodes(1_500).with_contempt(295),
    nodes(2_700).with_contempt(290),
    nodes(5_500).with_contempt(285),
    nodes(11_000).with_contempt(280),
    nodes(25_000).with_contempt(275),
    nodes(73_000).with_contempt(200),
]);
