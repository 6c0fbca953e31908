//! Where things lie in a picture.

use chautari_game::{Board, Look};

use crate::{Labels, Style, View};

/// Half the distance between neighbours: what one unit of a board measures.
const UNIT: f32 = 50.0;
/// The strip in which rows and columns are named.
const STRIP: f32 = 40.0;
/// The rim of the slab.
const RIM: f32 = 14.0;
/// From the edge of the picture to the middle of that strip.
pub(crate) const STRIP_MIDDLE: f32 = RIM + STRIP / 2.0 - 3.0;
/// How thick the slab looks.
pub(crate) const THICKNESS: f32 = 9.0;

/// Where the parts of a board lie.
pub(crate) struct Layout<'a> {
    board: &'a Board,
    style: Style,
    /// From the edge of the picture to the outermost points.
    margin: f32,
    /// From the outermost points to where the board proper ends.
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

    /// The width and height of the whole picture.
    pub(crate) fn extent(&self) -> (f32, f32) {
        let span = |units: u16| 2.0 * self.margin + UNIT * f32::from(units.saturating_sub(1));
        (span(self.board.width), span(self.board.height) + THICKNESS)
    }

    /// Where a place on the board lies.
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

    /// Where a point lies; `None` where the board has no such point.
    pub(crate) fn point(&self, number: u16) -> Option<(f32, f32)> {
        self.board.points.get(usize::from(number)).map(|point| self.place(point.x, point.y))
    }

    /// The pen for the lines of the board: bold where there is room between them.
    pub(crate) fn pen(&self) -> f32 {
        if self.is_roomy() { 5.0 } else { 3.0 }
    }

    /// Whether a point has much of the picture to itself.
    pub(crate) fn is_roomy(&self) -> bool {
        self.board.width <= 20
    }
}
