//! Sets of cells as bitboards with fast shifts along a line.

#![allow(clippy::inline_always, reason = "shifts are cheap where axis and steps are known when compiled")]

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::board::{Axis, Cell, SIZE};

/// The number of words in a set.
const WORDS: usize = 7;
/// The distance of rows in the same word: nineteen columns and a wall.
const ROW: u32 = 20;

/// A set of cells.
///
/// Seven words contain three rows each, with consecutive rows in consecutive words:
///
/// ```text
///            bits 40…58   20…38    0…18      Bits 19, 39 and 59 up are a wall and always 0;
/// word 0        row 14    row 7    row 0     so is what would be rows 19 and 20.
/// word 1        row 15    row 8    row 1
///  ⋮
/// word 6             –    row 13   row 6
/// ```
///
/// A step to another row is a step to another word, and only at the last word to the next twenty bits; a step to
/// another column is a shift by one. So a set is shifted in any direction with one operation per word. Cells that
/// leave the board end in the wall or are dropped. Beyond the wall they would reappear on the other side, but no
/// pattern of *consecutive* cells is affected, because one of its cells is in the wall.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// The set of all cells.
    pub const FULL: CellSet = {
        let mut set = CellSet::EMPTY;
        let mut number = 0;
        while let Some(cell) = Cell::new(number) {
            set.insert(cell);
            number += 1;
        }
        set
    };

    /// Returns the word and the bit of a cell.
    #[inline]
    const fn place(cell: Cell) -> (usize, u64) {
        let row = cell.row() as usize;
        (row % WORDS, 1 << (ROW * (row / WORDS) as u32 + cell.column() as u32))
    }

    /// Whether a cell is in the set.
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

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        let (word, bit) = CellSet::place(cell);
        self.0[word] &= !bit;
    }

    /// Adds or removes a cell.
    #[inline]
    pub(crate) const fn set(&mut self, cell: Cell, belongs: bool) {
        let (word, bit) = CellSet::place(cell);
        self.0[word] = self.0[word] & !bit | if belongs { bit } else { 0 };
    }

    /// Returns the number of cells.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the cells in the order of their numbers.
    pub fn iter(&self) -> Cells {
        // Most sets in a search are empty.
        let row = if self.is_empty() { SIZE - 1 } else { 0 };
        Cells { set: *self, row, columns: self.row(row) }
    }

    /// Returns the columns of a row as bits.
    #[inline]
    const fn row(&self, row: u16) -> u32 {
        let row = row as usize;
        (self.0[row % WORDS] >> (ROW * (row / WORDS) as u32)) as u32 & ((1 << SIZE) - 1)
    }

    /// Returns the cells from which `steps` steps along an axis lead into this set.
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

    /// Returns the cells from which `steps` steps back along an axis lead into this set.
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

    /// Returns the surroundings of a cell.
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

/// The number of rows above and below in [`Near`].
const REACH: usize = 4;

/// The surroundings of a cell: the rows around it, each rotated so that its column comes first.
#[derive(Clone, Copy)]
pub(crate) struct Near([u64; 2 * REACH + 1]);

impl Near {
    /// Returns, in the lowest bit, whether the cell `steps` steps along an axis is in the set; other bits are
    /// undefined. As with whole sets, the result is valid only together with those for the cells on the way,
    /// because beyond the wall a row wraps around.
    #[inline(always)]
    pub(crate) fn along(&self, axis: Axis, steps: i16) -> u64 {
        let row = self.0[(axis.rows * steps + REACH as i16) as usize];
        row.rotate_right(i32::from(axis.columns * steps) as u32)
    }
}

/// The word and the first bit of each row, from [`REACH`] rows above the board to as many below. The rows
/// next to the board are wall; those further out are never used alone.
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

/// Shifts towards the low bits, or towards the high ones if negative.
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

/// The intersection.
impl BitAnd for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitand(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & b)
    }
}

/// The union.
impl BitOr for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a | b)
    }
}

/// The symmetric difference.
impl BitXor for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitxor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a ^ b)
    }
}

/// The difference.
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
    /// The remaining cells of the row.
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
