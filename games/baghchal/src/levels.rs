//! The handicaps of Bagh Chal's levels.

use chautari_search::LevelTable;
use chautari_search::level::{nodes, plies};

use crate::{Baghchal, Capture};

/// Measured by `bench/ladder`, see docs/LEVELS.md. Depth is decisive: a goat is lost to a threat one ply
/// beyond the horizon.
pub(crate) fn level_table(rules: Baghchal) -> &'static LevelTable {
    match rules.capture() {
        Capture::Optional => &OPTIONAL,
        Capture::Compulsory => &COMPULSORY,
    }
}

/// A player content with a draw mostly gets one, so without contempt no level from the middle up would rise
/// above another. Weaker levels have more contempt.
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

/// Random play also has to capture, and so plays the tigers well: level 1 needs this many nodes to hold the
/// goats against it. Draws are even more likely, so all levels have contempt, the weaker the more. None plays
/// hastily, and each searches 1.7 to 2.9 times as many nodes as the one below.
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
