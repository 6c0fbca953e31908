//! The layout of a picture: margins and coordinates.

use chautari_game::{Board, Look};

use crate::{Labels, Style, View};

/// Half the distance between neighbouring points, the length of one board unit.
const UNIT: f32 = 50.0;
/// The width of the strip for row and column labels.
const STRIP: f32 = 40.0;
/// The width of the slab's rim.
const RIM: f32 = 14.0;
/// The distance from the edge of the picture to the middle of the label strip.
pub(crate) const STRIP_MIDDLE: f32 = RIM + STRIP / 2.0 - 3.0;
/// The visible thickness of the slab.
pub(crate) const THICKNESS: f32 = 9.0;

/// The layout of a board's parts.
pub(crate) struct Layout<'a> {
    board: &'a Board,
    style: Style,
    /// The distance from the edge of the picture to the outermost points.
    margin: f32,
    /// The distance from the outermost points to the edge of the board proper.
    pub(crate) reach: f32,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(board: &'a Board, style: Style) -> Layout<'a> {
        let reach = match board.look {
            Look::Lines => 52.0,
            Look::Squares => UNIT,
            Look::Octagons => 34.0,
        };
        let strip = if style.labels == Labels::Shown { STRIP } else { 0.0 };
        Layout { board, style, margin: RIM + strip + reach, reach }
    }

    /// Returns the width and height of the picture.
    pub(crate) fn extent(&self) -> (f32, f32) {
        let span = |units: u16| 2.0 * self.margin + UNIT * f32::from(units.saturating_sub(1));
        (span(self.board.width), span(self.board.height) + THICKNESS)
    }

    /// Returns the coordinates of a place on the board.
    pub(crate) fn place(&self, x: u16, y: u16) -> (f32, f32) {
        let (x, y) = match self.style.view {
            View::Upright => (x, y),
            View::Turned => {
                let turn = |size: u16, at: u16| size.saturating_sub(1).saturating_sub(at);
                (turn(self.board.width, x), turn(self.board.height, y))
            }
        };
        (self.margin + UNIT * f32::from(x), self.margin + UNIT * f32::from(y))
    }

    /// Returns the coordinates of a point; `None` if the board has no such point.
    pub(crate) fn point(&self, number: u16) -> Option<(f32, f32)> {
        self.board.points.get(usize::from(number)).map(|point| self.place(point.x, point.y))
    }

    /// Returns the stroke width for the lines of the board: thicker if they are far apart.
    pub(crate) fn pen(&self) -> f32 {
        if self.is_roomy() { 5.0 } else { 3.0 }
    }

    /// Whether points are so far apart that details are visible.
    pub(crate) fn is_roomy(&self) -> bool {
        self.board.width <= 20
    }
}
