//! Line patterns required by the rules, computed for all cells of the board at once.

#![allow(clippy::inline_always, reason = "shifts are cheap where axis and steps are known when compiled")]

use crate::board::Axis;
use crate::set::Near;
use crate::{Cell, CellSet};

/// Returns the first cells, along an axis, of all windows of five own stones.
#[inline(always)]
fn fives_along(own: CellSet, axis: Axis) -> CellSet {
    let two = own & own.ahead(axis, 1);
    two & two.ahead(axis, 2) & own.ahead(axis, 4)
}

/// Whether there are five or more stones in a row anywhere.
#[inline]
pub(crate) fn has_five(own: CellSet) -> bool {
    let found = fives_along(own, Axis::ROW)
        | fives_along(own, Axis::COLUMN)
        | fives_along(own, Axis::FALLING)
        | fives_along(own, Axis::RISING);
    !found.is_empty()
}

/// Returns the stones of all rows of five or more.
pub(crate) fn fives(own: CellSet) -> CellSet {
    Axis::ALL.into_iter().fold(CellSet::EMPTY, |all, axis| {
        let first = fives_along(own, axis);
        (1..5).fold(all | first, |all, steps| all | first.behind(axis, steps))
    })
}

/// Returns the stones common to all rows of five; every stone if there is no such row.
pub(crate) fn common_to_fives(own: CellSet) -> CellSet {
    let fives = Axis::ALL.into_iter().flat_map(|axis| {
        let five = move |first: Cell| (0..5).filter_map(move |steps| first.along(axis, steps)).collect();
        fives_along(own, axis).iter().map(five)
    });
    fives.fold(own, |common, five: CellSet| common & five)
}

/// Returns the empty cells where a stone would make a free-three along an axis.
///
/// A window of six cells counts if its first and last are empty and its middle four contain two own stones
/// and two empty cells: a stone on either of these makes three of four.
#[inline(always)]
fn threes_along(own: CellSet, empty: CellSet, axis: Axis) -> CellSet {
    let (next_own, next_empty) = (own.ahead(axis, 1), empty.ahead(axis, 1));
    // By the number of stones on a cell and the next one.
    let (none, two) = (empty & next_empty, own & next_own);
    let one = (own & next_empty) | (empty & next_own);
    let middle = (one & one.ahead(axis, 2)) | (none & two.ahead(axis, 2)) | (two & none.ahead(axis, 2));
    let open = middle & empty.behind(axis, 1) & empty.ahead(axis, 4);
    // The window is marked at the first of its middle four; spread the mark to all of them.
    let halves = open | open.behind(axis, 1);
    halves | halves.behind(axis, 2)
}

/// Returns the empty cells where a stone would make free-threes along two axes or more.
#[inline(always)]
pub(crate) fn double_threes(own: CellSet, empty: CellSet) -> CellSet {
    let row = threes_along(own, empty, Axis::ROW);
    let column = threes_along(own, empty, Axis::COLUMN);
    let (once, twice) = (row | column, row & column);
    let falling = threes_along(own, empty, Axis::FALLING);
    let (once, twice) = (once | falling, twice | (once & falling));
    let rising = threes_along(own, empty, Axis::RISING);
    (twice | (once & rising)) & empty
}

/// Returns the stones with which one at `cell` would make free-threes.
pub(crate) fn threes_through(own: CellSet, empty: CellSet, cell: Cell) -> CellSet {
    let mut stones = CellSet::EMPTY;
    for (axis, first) in Axis::ALL.into_iter().flat_map(|axis| (-4..0).map(move |first| (axis, first))) {
        let window: CellSet = (first..first + 6).filter_map(|steps| cell.along(axis, steps)).collect();
        let ends: CellSet =
            [first, first + 5].into_iter().filter_map(|steps| cell.along(axis, steps)).collect();
        let free = (window & empty).len() == 4 && (window & own).len() == 2;
        if free && (ends & empty).len() == 2 {
            stones = stones | (window & own);
        }
    }
    stones
}

/// Returns the empty cells where a stone would capture a pair along an axis, in either direction.
#[inline(always)]
fn captures_along(own: CellSet, other: CellSet, axis: Axis) -> CellSet {
    let pair = other & other.ahead(axis, 1);
    (pair.ahead(axis, 1) & own.ahead(axis, 3)) | (pair.behind(axis, 2) & own.behind(axis, 3))
}

/// Returns the empty cells where a stone would capture a pair.
#[inline]
pub(crate) fn captures(own: CellSet, other: CellSet, empty: CellSet) -> CellSet {
    let found = captures_along(own, other, Axis::ROW)
        | captures_along(own, other, Axis::COLUMN)
        | captures_along(own, other, Axis::FALLING)
        | captures_along(own, other, Axis::RISING);
    found & empty
}

/// Returns the empty cells next to a pair of `other` whose far side is empty too: a stone there threatens to
/// capture the pair.
#[inline]
pub(crate) fn flanks(other: CellSet, empty: CellSet) -> CellSet {
    flanks_along(other, empty, Axis::ROW)
        | flanks_along(other, empty, Axis::COLUMN)
        | flanks_along(other, empty, Axis::FALLING)
        | flanks_along(other, empty, Axis::RISING)
}

#[inline(always)]
fn flanks_along(other: CellSet, empty: CellSet, axis: Axis) -> CellSet {
    let open = other & other.ahead(axis, 1) & empty.behind(axis, 1) & empty.ahead(axis, 2);
    open.ahead(axis, 1) | open.behind(axis, 2)
}

/// Returns the empty cells that one more stone would turn into neighbours of a pair of `stones` with a cell
/// of `far` on its other side.
pub(crate) fn beside_pairs_to_be(stones: CellSet, far: CellSet, empty: CellSet) -> CellSet {
    Axis::ALL.into_iter().fold(CellSet::EMPTY, |all, axis| {
        let half = (stones & empty.ahead(axis, 1)) | (empty & stones.ahead(axis, 1));
        let before = half & empty.behind(axis, 1) & far.ahead(axis, 2);
        let behind = half & empty.ahead(axis, 2) & far.behind(axis, 1);
        all | before.ahead(axis, 1) | behind.behind(axis, 2)
    })
}

/// Whether a stone at `cell` has completed five or more in a row.
#[inline]
pub(crate) fn makes_five(own: &CellSet, cell: Cell) -> bool {
    let own = own.near(cell);
    let found = joins_five(&own, Axis::ROW)
        | joins_five(&own, Axis::COLUMN)
        | joins_five(&own, Axis::FALLING)
        | joins_five(&own, Axis::RISING);
    found & 1 != 0
}

/// Returns, in the lowest bit, whether four neighbours or more along an axis are own stones.
#[inline(always)]
fn joins_five(own: &Near, axis: Axis) -> u64 {
    let at = |steps| own.along(axis, steps);
    let (ahead1, behind1) = (at(1), at(-1));
    let (ahead2, behind2) = (ahead1 & at(2), behind1 & at(-2));
    let (ahead3, behind3) = (ahead2 & at(3), behind2 & at(-3));
    (ahead3 & (at(4) | behind1)) | (ahead2 & behind2) | (behind3 & (at(-4) | ahead1))
}

/// Returns the pairs a stone at `cell` captures.
#[inline]
pub(crate) fn taken(own: &CellSet, other: &CellSet, cell: Cell) -> Taken {
    let (own, other) = (own.near(cell), other.near(cell));
    let mut ways = 0;
    for (i, axis) in Axis::ALL.into_iter().enumerate() {
        ways |= takes(&own, &other, axis, 1) << i;
        ways |= takes(&own, &other, axis, -1) << (i + 4);
    }
    Taken { cell, ways: ways as u8 }
}

/// Returns 1 if a pair is captured in one direction along an axis.
#[inline(always)]
fn takes(own: &Near, other: &Near, axis: Axis, way: i16) -> u64 {
    other.along(axis, way) & other.along(axis, 2 * way) & own.along(axis, 3 * way) & 1
}

/// The pairs captured by a stone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    cell: Cell,
    /// One bit per direction: the axes forward, then the axes backward.
    ways: u8,
}

impl Taken {
    /// Returns the number of pairs.
    pub(crate) fn pairs(self) -> u8 {
        self.ways.count_ones() as u8
    }

    /// Visits the captured stones.
    #[inline]
    pub(crate) fn each_stone(self, mut visit: impl FnMut(Cell)) {
        let mut ways = self.ways;
        while ways != 0 {
            let way = ways.trailing_zeros();
            ways &= ways - 1;
            let (axis, step) = (Axis::ALL[way as usize % 4], if way < 4 { 1 } else { -1 });
            self.cell.along(axis, step).into_iter().for_each(&mut visit);
            self.cell.along(axis, 2 * step).into_iter().for_each(&mut visit);
        }
    }

    /// Returns the captured stones.
    pub(crate) fn stones(self) -> CellSet {
        let mut stones = CellSet::EMPTY;
        self.each_stone(|stone| stones.insert(stone));
        stones
    }
}
