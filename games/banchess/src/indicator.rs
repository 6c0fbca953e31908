//! Indicators: `+` check, `#` mate, `=` stalemate, written after an action.

use chautari_game::Scan;

use crate::Position;

/// Whether indicators are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indicators {
    /// Indicators are written.
    #[default]
    Shown,
    /// Indicators are omitted.
    Hidden,
}

impl Indicators {
    /// Returns the indicator of the action that led to this position; empty if there is none or it is hidden.
    /// one.
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

/// Skips an indicator, if there is one. It is an annotation and is not checked.
pub(crate) fn skip(scan: &mut Scan) {
    scan.take(|c| matches!(c, '+' | '#' | '='));
}
