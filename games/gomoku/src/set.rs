//! Sets of cells, made to be moved along a line all at once.

#![allow(clippy::inline_always, reason = "shifts are cheap where axis and steps are known when compiled")]

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::board::{Axis, Cell, SIZE};

/// Words in a set.
const WORDS: usize = 7;
/// Bits from a row to the next one in the same word: nineteen columns and a wall.
const ROW: u32 = 20;

/// A set of cells.
///
/// Seven words hold three rows each, and consecutive rows lie in consecutive words:
///
/// ```text
///            bits 40…58   20…38    0…18      Bits 19, 39 and 59 up are a wall and always 0;
/// word 0        row 14    row 7    row 0     so is what would be rows 19 and 20.
/// word 1        row 15    row 8    row 1
///  ⋮
/// word 6             –    row 13   row 6
/// ```
///
/// A step to another row is a step to another word, and only at the last word to the next twenty
/// bits; a step to another column is a shift by one. So a set moves any way at one operation a
/// word. What moves over an edge of the board lands in the wall or drops out. Only beyond the wall
/// would it come in again on the other side, which no pattern of *consecutive* cells ever sees: one
/// of its cells lies in the wall.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Every cell.
    pub const FULL: CellSet = {
        let mut set = CellSet::EMPTY;
        let mut number = 0;
        while let Some(cell) = Cell::new(number) {
            set.insert(cell);
            number += 1;
        }
        set
    };

    /// The word of a cell and its bit there.
    #[inline]
    const fn place(cell: Cell) -> (usize, u64) {
        let row = cell.row() as usize;
        (row % WORDS, 1 << (ROW * (row / WORDS) as u32 + cell.column() as u32))
    }

    /// Whether a cell belongs to it.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = CellSet::place(cell);
        self.0[word] & bit != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        let (word, bit) = CellSet::place(cell);
        self.0[word] |= bit;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        let (word, bit) = CellSet::place(cell);
        self.0[word] &= !bit;
    }

    /// Adds a cell or takes it out.
    #[inline]
    pub(crate) const fn set(&mut self, cell: Cell, belongs: bool) {
        let (word, bit) = CellSet::place(cell);
        self.0[word] = self.0[word] & !bit | if belongs { bit } else { 0 };
    }

    /// How many cells there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Its cells, in the order of their numbers.
    pub fn iter(&self) -> Cells {
        // Most sets that a search goes through have nothing in them.
        let row = if self.is_empty() { SIZE - 1 } else { 0 };
        Cells { set: *self, row, columns: self.row(row) }
    }

    /// The columns of a row, as bits.
    #[inline]
    const fn row(&self, row: u16) -> u32 {
        let row = row as usize;
        (self.0[row % WORDS] >> (ROW * (row / WORDS) as u32)) as u32 & ((1 << SIZE) - 1)
    }

    /// The cells from which `steps` steps along an axis lead into this set.
    #[inline(always)]
    pub(crate) fn ahead(self, axis: Axis, steps: u32) -> CellSet {
        let (down, right) = (axis.rows as usize * steps as usize, i32::from(axis.columns) * steps as i32);
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            let from = i + down;
            *word = if from < WORDS {
                shift_down(self.0[from], right)
            } else {
                shift_down(self.0[from - WORDS], right + ROW as i32)
            };
        }
        CellSet(words)
    }

    /// The cells from which `steps` steps back along an axis lead into this set.
    #[inline(always)]
    pub(crate) fn behind(self, axis: Axis, steps: u32) -> CellSet {
        let (up, left) = (axis.rows as usize * steps as usize, i32::from(axis.columns) * steps as i32);
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = if i >= up {
                shift_down(self.0[i - up], -left)
            } else {
                shift_down(self.0[i + WORDS - up], -left - ROW as i32)
            };
        }
        CellSet(words)
    }

    /// The set as seen from a cell.
    #[inline(always)]
    pub(crate) fn near(&self, cell: Cell) -> Near {
        let mut rows = [0; 2 * REACH + 1];
        for (i, row) in rows.iter_mut().enumerate() {
            let (word, first) = WALLED_ROWS[usize::from(cell.row()) + i];
            *row = self.0[usize::from(word)].rotate_right(u32::from(first) + u32::from(cell.column()));
        }
        Near(rows)
    }
}

/// How many rows either way [`Near`] holds.
const REACH: usize = 4;

/// The surroundings of a cell: the rows around it, each turned so that its column comes first.
#[derive(Clone, Copy)]
pub(crate) struct Near([u64; 2 * REACH + 1]);

impl Near {
    /// In the lowest bit, whether the cell so many steps along an axis belongs to the set; the other
    /// bits mean nothing. As with whole sets, the answer holds only together with those for the
    /// cells on the way: beyond the wall a row may come in again.
    #[inline(always)]
    pub(crate) fn along(&self, axis: Axis, steps: i16) -> u64 {
        let row = self.0[(axis.rows * steps + REACH as i16) as usize];
        row.rotate_right(i32::from(axis.columns * steps) as u32)
    }
}

/// The word and the first bit of each row, from [`REACH`] rows above the board to as many below. The
/// rows next to the board are wall; those further out are never looked at alone.
const WALLED_ROWS: [(u8, u8); SIZE as usize + 2 * REACH] = {
    let mut rows = [(0, 0); SIZE as usize + 2 * REACH];
    let all = WORDS * 3;
    let mut i = 0;
    while i < rows.len() {
        let row = (i + all - REACH) % all;
        rows[i] = ((row % WORDS) as u8, (ROW as usize * (row / WORDS)) as u8);
        i += 1;
    }
    rows
};

/// Towards the low bits, or towards the high ones if negative.
#[inline(always)]
const fn shift_down(word: u64, by: i32) -> u64 {
    if by >= 0 { word >> by } else { word << -by }
}

impl CellSet {
    #[inline(always)]
    fn zip(self, other: CellSet, operation: impl Fn(u64, u64) -> u64) -> CellSet {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = operation(*word, other);
        }
        CellSet(words)
    }
}

/// What is in both.
impl BitAnd for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitand(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & b)
    }
}

/// What is in either.
impl BitOr for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a | b)
    }
}

/// What is in one alone.
impl BitXor for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitxor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a ^ b)
    }
}

/// What is in the first alone.
impl Sub for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn sub(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The cells of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Cells {
    set: CellSet,
    row: u16,
    /// Those of the row that are still to come.
    columns: u32,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.columns == 0 {
            if self.row + 1 >= SIZE {
                return None;
            }
            self.row += 1;
            self.columns = self.set.row(self.row);
        }
        let column = self.columns.trailing_zeros() as u16;
        self.columns &= self.columns - 1;
        Cell::at(self.row, column)
    }
}

impl FusedIterator for Cells {}
