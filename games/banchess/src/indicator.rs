//! What an action did to the side to move, in one sign: `+` check, `#` mate, `=` stalemate.

use chautari_game::Scan;

use crate::Position;

/// Whether indicators are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indicators {
    /// They are.
    #[default]
    Shown,
    /// They are not.
    Hidden,
}

impl Indicators {
    /// The sign of whatever led to this position, if it is to be written and there is one.
    pub(crate) fn of(self, position: &Position) -> &'static str {
        if self == Indicators::Hidden {
            return "";
        }
        match (position.is_stuck(), position.is_check()) {
            (true, true) => "#",
            (true, false) => "=",
            (false, true) => "+",
            (false, false) => "",
        }
    }
}

/// Reads an indicator if there is one. It is a remark, and is not held against the position.
pub(crate) fn skip(scan: &mut Scan) {
    scan.take(|c| matches!(c, '+' | '#' | '='));
}
