//! Names of openings: the usual ways of placing the first goats.
//!
//! The names are our own, because we know of no traditional ones. They describe the play of our engines at
//! all levels, which start in one of three ways in nine games out of ten; `tests/openings.rs` replays those
//! games and counts.

use chautari_game::{Game as _, Position as _, Record};

use crate::board::{Point, image};
use crate::{Baghchal, Move, Position};

/// The number of goats that determine an opening.
const GOATS: usize = 3;

/// A set of points.
const fn set(points: [(u8, u8); GOATS]) -> u32 {
    let mut set = 0;
    let mut index = 0;
    while index < GOATS {
        let (column, row) = points[index];
        let Some(point) = Point::at(row, column) else { panic!("a point of the board") };
        set |= 1 << point.number();
        index += 1;
    }
    set
}

/// The name of each opening and the points of its first three goats, in any order and up to symmetry.
pub(crate) const OPENINGS: [(&str, u32); 3] = [
    // A3 C1 C5: the middles of the edges; the fourth follows.
    ("Four Winds", set([(0, 2), (2, 0), (2, 4)])),
    // A2 A3 E3: two side by side on an edge, one on the other side.
    ("Pair and Sentry", set([(0, 1), (0, 2), (4, 2)])),
    // A3 C3 E3: through the middle of the board.
    ("Crossbar", set([(0, 2), (2, 2), (4, 2)])),
];

/// Returns the opening of a record: known from the third goat on, if none was captured before.
pub(crate) fn opening(record: &Record<Baghchal>) -> Option<&'static str> {
    if record.start().position != record.game().start() {
        return None;
    }
    let mut goats = 0_u32;
    for m in record.moves().iter().take(2 * GOATS - 1) {
        match m {
            Move::Place { at } => goats |= at.bit(),
            Move::Leap { .. } => return None,
            Move::Step { .. } => {}
        }
    }
    if goats.count_ones() as usize != GOATS {
        return None;
    }
    let is_of =
        |(_, set): &&(&str, u32)| (0..Position::SYMMETRIES).any(|symmetry| image(goats, symmetry) == *set);
    OPENINGS.iter().find(is_of).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use chautari_game::AnyGame;

    use super::*;

    fn called(moves: &str) -> Option<&'static str> {
        let mut record = AnyGame::start(&Baghchal::OPTIONAL);
        for text in moves.split(' ') {
            record.play(text).unwrap();
        }
        record.opening()
    }

    #[test]
    fn openings_are_recognised_in_any_order_and_orientation() {
        assert_eq!(called("mC1 mA5B4 mC5 mB4A5 mA3"), Some("Four Winds"));
        assert_eq!(called("mE3 mA5B4 mC5 mB4A5 mC1 mA5B4 mB1"), Some("Four Winds"));
        assert_eq!(called("mC5 mA5A4 mD5 mA4A5 mC1"), Some("Pair and Sentry"));
        assert_eq!(called("mC3 mA1A2 mC1 mA2A1 mC5"), Some("Crossbar"));
        // Two goats are not an opening, and these three have no name.
        assert_eq!(called("mC1 mA5B4 mC5"), None);
        assert_eq!(called("mB2 mA1A2 mB3 mA2A1 mB4"), None);
        // A captured goat does not count as placed.
        assert_eq!(called("mB1 mA1C1(B1) mA3 mC1B1 mC5"), None);
        let elsewhere =
            AnyGame::read_position(&Baghchal::OPTIONAL, "TXXXT/XXXXX/GXGXG/XXXXX/TXXXT t c0").unwrap();
        assert_eq!(elsewhere.opening(), None);
    }

    #[test]
    fn every_name_is_translated() {
        for (name, _) in OPENINGS {
            assert!(crate::nepali::NEPALI.text(name).is_some(), "{name}");
        }
    }
}
