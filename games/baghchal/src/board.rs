//! The 25 points and the lines between them.

use std::fmt;

/// A point of the board.
///
/// ```text
///     A   B   C   D   E
/// 1   ┼───┼───┼───┼───┼      A1 is number 0, B1 is 1, A2 is 5, E5 is 24.
///     │ ╲ │ ╱ │ ╲ │ ╱ │
/// 2   ┼───┼───┼───┼───┼      Diagonals run only through points whose
///     │ ╱ │ ╲ │ ╱ │ ╲ │      row and column add up to an even number.
/// 3   ┼───┼───┼───┼───┼
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The number of points.
    pub const COUNT: u8 = 25;

    /// The point with this number.
    pub const fn new(number: u8) -> Option<Point> {
        if number < Point::COUNT { Some(Point(number)) } else { None }
    }

    /// The point in this row and column, both from 0.
    pub const fn at(row: u8, column: u8) -> Option<Point> {
        if row < 5 && column < 5 { Some(Point(row * 5 + column)) } else { None }
    }

    /// Every point, from A1 row by row.
    pub fn all() -> impl Iterator<Item = Point> + Clone {
        (0..Point::COUNT).map(Point)
    }

    /// From 0 at A1 to 24 at E5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number as an index into tables.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// From 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / 5
    }

    /// From 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % 5
    }

    /// The set of this point alone.
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the neighbour in a direction, if a line leads there.
    pub(crate) const fn step(self, direction: Direction) -> Option<Point> {
        if direction.steps & self.bit() == 0 {
            None
        } else {
            Some(Point(direction.forward(self.bit()).trailing_zeros() as u8))
        }
    }

    /// Like [`step`](Self::step), for a point that is known to have a neighbour there.
    #[inline]
    pub(crate) const fn next(self, direction: Direction) -> Point {
        Point(self.0 + direction.left as u8 - direction.right as u8)
    }

    /// The points that lines join directly to this one.
    #[inline]
    pub(crate) const fn neighbours(self) -> u32 {
        NEIGHBOURS[self.0 as usize]
    }

    /// Whether a line joins two points directly.
    pub(crate) const fn joins(self, other: Point) -> bool {
        self.neighbours() & other.bit() != 0
    }

    /// The point halfway along a straight line of two steps to another.
    pub(crate) const fn midpoint(self, other: Point) -> Option<Point> {
        let mut d = 0;
        while d < DIRECTIONS.len() {
            if let Some(over) = self.step(DIRECTIONS[d])
                && let Some(end) = over.step(DIRECTIONS[d])
                && end.0 == other.0
            {
                return Some(over);
            }
            d += 1;
        }
        None
    }

    /// Returns the point mirrored at the middle row.
    pub(crate) const fn upside_down(self) -> Point {
        Point((4 - self.row()) * 5 + self.column())
    }

    /// The image under one of the eight symmetries of the square.
    pub(crate) const fn image(self, symmetry: usize) -> Point {
        Point(IMAGES[symmetry][self.0 as usize])
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the points of a set, in order.
pub(crate) fn points(mut set: u32) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = Point(set.trailing_zeros() as u8);
            set &= set - 1;
            point
        })
    })
}

/// Every point.
pub(crate) const BOARD: u32 = (1 << Point::COUNT) - 1;

/// One of the eight directions, with precomputed sets of points.
#[derive(Clone, Copy)]
pub(crate) struct Direction {
    left: u32,
    right: u32,
    /// The points from which a line runs one step this way.
    pub(crate) steps: u32,
    /// The points from which a line runs two steps this way.
    pub(crate) leaps: u32,
}

impl Direction {
    const fn new(rows: i32, columns: i32) -> Direction {
        let shift = rows * 5 + columns;
        let (left, right) = if shift > 0 { (shift as u32, 0) } else { (0, -shift as u32) };
        Direction { left, right, steps: reach(rows, columns, 1), leaps: reach(rows, columns, 2) }
    }

    /// The set moved one step this way; only for points that have one.
    #[inline]
    pub(crate) const fn forward(self, set: u32) -> u32 {
        (set << self.left) >> self.right
    }

    /// The set moved one step back.
    #[inline]
    pub(crate) const fn backward(self, set: u32) -> u32 {
        (set << self.right) >> self.left
    }
}

/// The points from which a line runs `times` steps in a direction.
const fn reach(rows: i32, columns: i32, times: i32) -> u32 {
    let mut set = 0;
    let mut i = 0;
    while i < 25 {
        let (row, column) = (i / 5 + times * rows, i % 5 + times * columns);
        let straight = rows == 0 || columns == 0 || (i / 5 + i % 5) % 2 == 0;
        if straight && 0 <= row && row < 5 && 0 <= column && column < 5 {
            set |= 1 << i;
        }
        i += 1;
    }
    set
}

/// East, south, west, north, then the diagonals.
pub(crate) const DIRECTIONS: [Direction; 8] = [
    Direction::new(0, 1),
    Direction::new(1, 0),
    Direction::new(0, -1),
    Direction::new(-1, 0),
    Direction::new(1, 1),
    Direction::new(1, -1),
    Direction::new(-1, -1),
    Direction::new(-1, 1),
];

const NEIGHBOURS: [u32; Point::COUNT as usize] = {
    let mut neighbours = [0; Point::COUNT as usize];
    let mut i = 0;
    while i < neighbours.len() {
        let mut d = 0;
        while d < DIRECTIONS.len() {
            if let Some(next) = Point(i as u8).step(DIRECTIONS[d]) {
                neighbours[i] |= next.bit();
            }
            d += 1;
        }
        i += 1;
    }
    neighbours
};

/// Applies a function to each direction, in order. Written out so that every shift is by a compile-time
/// constant; the library's `map` stays a loop.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call a direction costs more than all there is to do for it")]
pub(crate) fn by_direction<T>(of: impl Fn(Direction) -> T) -> [T; 8] {
    let [east, south, west, north, southeast, southwest, northwest, northeast] = DIRECTIONS;
    [of(east), of(south), of(west), of(north), of(southeast), of(southwest), of(northwest), of(northeast)]
}

/// The image of each point under each symmetry: quarter turns, then the same mirrored.
const IMAGES: [[u8; 25]; 8] = {
    let mut images = [[0; 25]; 8];
    let mut s = 0;
    while s < 8 {
        let mut i = 0;
        while i < 25 {
            let (mut row, mut column) = (i / 5, i % 5);
            if s >= 4 {
                column = 4 - column;
            }
            let mut turns = s % 4;
            while turns > 0 {
                (row, column) = (column, 4 - row);
                turns -= 1;
            }
            images[s][i] = (row * 5 + column) as u8;
            i += 1;
        }
        s += 1;
    }
    images
};

/// The image of a set of points.
pub(crate) fn image(set: u32, symmetry: usize) -> u32 {
    points(set).fold(0, |image, point| image | point.image(symmetry).bit())
}
