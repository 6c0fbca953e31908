//! The 361 cells of the board, and the four axes.

use std::fmt;

/// The number of rows, and of columns.
pub const SIZE: u16 = 19;

/// A cell of the board.
///
/// ```text
///      A   B   C     S   T
/// 19   0   1   2 …  17  18      Cells are numbered row by row from the top left;
/// 18  19  20  21 …  36  37      their names count rows from the bottom and leave
///  ⋮                            out the letter I. Cell 180, K10, is the centre.
///  1 342 343 344 … 359 360
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u16);

impl Cell {
    /// The number of cells.
    pub const COUNT: u16 = SIZE * SIZE;

    /// The cell with this number.
    pub const fn new(number: u16) -> Option<Cell> {
        if number < Cell::COUNT { Some(Cell(number)) } else { None }
    }

    /// The cell in this row and column, both from 0 at the top left.
    pub const fn at(row: u16, column: u16) -> Option<Cell> {
        if row < SIZE && column < SIZE { Some(Cell(row * SIZE + column)) } else { None }
    }

    /// Every cell, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Cell> + Clone {
        (0..Cell::COUNT).map(Cell)
    }

    /// From 0 at the top left to 360 at the bottom right.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// From 0 at the top.
    pub const fn row(self) -> u16 {
        self.0 / SIZE
    }

    /// From 0 at the left.
    pub const fn column(self) -> u16 {
        self.0 % SIZE
    }

    /// Returns the cell `steps` further along an axis, or back if negative.
    #[inline]
    pub(crate) const fn along(self, axis: Axis, steps: i16) -> Option<Cell> {
        // Above and to the left of the board the sums wrap to numbers far beyond it.
        let row = self.row().wrapping_add_signed(axis.rows * steps);
        let column = self.column().wrapping_add_signed(axis.columns * steps);
        Cell::at(row, column)
    }

    /// Returns the image under one of the eight symmetries of the square: quarter turns, then the same
    /// mirrored.
    pub(crate) fn image(self, symmetry: usize) -> Cell {
        let last = SIZE - 1;
        let (row, column) = (self.row(), if symmetry < 4 { self.column() } else { last - self.column() });
        let (row, column) = match symmetry % 4 {
            0 => (row, column),
            1 => (column, last - row),
            2 => (last - row, last - column),
            _ => (last - column, row),
        };
        Cell(row * SIZE + column)
    }
}

/// Written as its name: `K10`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letter(self.column()), SIZE - self.row())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letters of the columns, without I, which looks like J and 1.
const LETTERS: &[u8; SIZE as usize] = b"ABCDEFGHJKLMNOPQRST";

/// Returns the letter of a column.
pub(crate) fn column_letter(column: u16) -> char {
    LETTERS[usize::from(column)] as char
}

/// Returns the column with this letter, in either case.
pub(crate) fn column_of(letter: char) -> Option<u16> {
    let column = LETTERS.iter().position(|&l| letter.eq_ignore_ascii_case(&(l as char)))?;
    Some(column as u16)
}

/// One of the four directions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    /// Rows down per step.
    pub(crate) rows: i16,
    /// Columns to the right per step.
    pub(crate) columns: i16,
}

impl Axis {
    /// Along a row.
    pub(crate) const ROW: Axis = Axis { rows: 0, columns: 1 };
    /// Down a column.
    pub(crate) const COLUMN: Axis = Axis { rows: 1, columns: 0 };
    /// Down to the right.
    pub(crate) const FALLING: Axis = Axis { rows: 1, columns: 1 };
    /// Down to the left.
    pub(crate) const RISING: Axis = Axis { rows: 1, columns: -1 };
    /// All axes.
    pub(crate) const ALL: [Axis; 4] = [Axis::ROW, Axis::COLUMN, Axis::FALLING, Axis::RISING];
}
