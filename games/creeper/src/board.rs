//! The 45 places for pins, the 36 octagons between them, and sets of either.
//!
//! A set is a word with eight bits per row, so that a neighbour is a rotation away, and moving off the board
//! leads to a bit outside the set. An octagon has the bit of the pin at its upper left.

use std::fmt;

use chautari_game::Side;

/// A place for a pin. The four corners of the square are none, and no value of this type is one.
///
/// ```text
///     a b c d e f g
/// 1     · · · · ·        b1 is number 0, f1 is 4, a2 is 5, f7 is 44.
/// 2   · · · · · · ·
/// 3   · · · · · · ·
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pin(u8);

impl Pin {
    /// The number of pins.
    pub const COUNT: u8 = 45;

    /// Returns the place in this row and column, both from 0; `None` at a corner.
    pub const fn at(row: u8, column: u8) -> Option<Pin> {
        if row < 7 && column < 7 && PINS & bit(row, column) != 0 { Some(Pin(row * 8 + column)) } else { None }
    }

    /// Every pin, from b1 row by row.
    pub fn all() -> impl Iterator<Item = Pin> + Clone {
        pins(PINS)
    }

    /// From 0 at b1 to 44 at f7.
    pub const fn number(self) -> u8 {
        let corners = match self.row() {
            0 => 1,
            6 => 3,
            _ => 2,
        };
        self.row() * 7 + self.column() - corners
    }

    /// From 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// From 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns its index in a set.
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// The set of this pin alone.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the place from which this one is reached in a direction; valid only if there is one.
    pub(crate) const fn before(self, way: u32) -> Pin {
        Pin(self.0.wrapping_sub(way as u8) % 64)
    }

    /// Returns the place halfway to another one two places away in the same row or column, which is never a
    /// corner.
    pub(crate) const fn midpoint(self, other: Pin) -> Pin {
        Pin(self.0.midpoint(other.0))
    }

    /// Returns the number of its point in a scene.
    pub(crate) fn point(self) -> u16 {
        self.number().into()
    }

    /// Returns the image under the reflection that exchanges left and right, and thereby the bases.
    pub(crate) const fn mirrored(self) -> Pin {
        Pin(self.row() * 8 + 6 - self.column())
    }

    /// The image under a symmetry.
    pub(crate) const fn image(self, symmetry: usize) -> Pin {
        let (row, column) = reflected(self.row(), self.column(), 6, symmetry);
        Pin(row * 8 + column)
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Square { row: self.row(), column: self.column() }.fmt(f)
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A square of the grid used in texts, which may be a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    pub(crate) row: u8,
    pub(crate) column: u8,
}

impl Square {
    /// Returns an octagon that touches this square; at a corner the only one.
    pub(crate) fn octagon(self) -> Octagon {
        Octagon(self.row.min(5) * 8 + self.column.min(5))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column) as char, self.row + 1)
    }
}

/// An octagon, between four squares of the grid of pins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Octagon(u8);

impl Octagon {
    /// The number of octagons.
    pub const COUNT: u8 = 36;

    /// The octagon in this row and column, both from 0.
    pub const fn at(row: u8, column: u8) -> Option<Octagon> {
        if row < 6 && column < 6 { Some(Octagon(row * 8 + column)) } else { None }
    }

    /// Every octagon, from the upper left row by row.
    pub fn all() -> impl Iterator<Item = Octagon> + Clone {
        octagons(OCTAGONS)
    }

    /// Returns the side whose base it is.
    pub const fn base(self) -> Option<Side> {
        if BASES[Side::One.index()] & self.bit() != 0 {
            Some(Side::One)
        } else if BASES[Side::Two.index()] & self.bit() != 0 {
            Some(Side::Two)
        } else {
            None
        }
    }

    /// From 0 at the upper left to 35 at the lower right.
    pub const fn number(self) -> u8 {
        self.row() * 6 + self.column()
    }

    /// From 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// From 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns the image under the reflection that exchanges left and right, and thereby the bases.
    pub(crate) const fn mirrored(self) -> Octagon {
        Octagon(self.row() * 8 + 5 - self.column())
    }

    /// Returns the number of its point in a scene, where octagons follow the pins.
    pub(crate) fn point(self) -> u16 {
        (Pin::COUNT + self.number()).into()
    }

    /// The set of this octagon alone.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Written as the squares at its upper left and lower right: `b2-c3`.
impl fmt::Display for Octagon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row(), self.column());
        write!(f, "{}-{}", Square { row, column }, Square { row: row + 1, column: column + 1 })
    }
}

impl fmt::Debug for Octagon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the indices in a set, in order.
fn places(mut set: u64) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as u8;
            set &= set - 1;
            place
        })
    })
}

/// Returns the pins of a set, in order.
pub(crate) fn pins(set: u64) -> impl Iterator<Item = Pin> + Clone {
    places(set).map(Pin)
}

/// Returns the octagons of a set, in order.
pub(crate) fn octagons(set: u64) -> impl Iterator<Item = Octagon> + Clone {
    places(set).map(Octagon)
}

const fn bit(row: u8, column: u8) -> u64 {
    1 << (row * 8 + column)
}

/// Returns the set of places that show a letter in a drawing.
pub(crate) const fn drawn<const N: usize>(rows: [&[u8; N]; N], letter: u8) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < N * N {
        if rows[i / N][i % N] == letter {
            set |= bit((i / N) as u8, (i % N) as u8);
        }
        i += 1;
    }
    set
}

/// Every pin.
pub(crate) const PINS: u64 =
    drawn([b".#####.", b"#######", b"#######", b"#######", b"#######", b"#######", b".#####."], b'#');

/// Every pin, in the order of their numbers.
pub(crate) const ALL_PINS: [Pin; Pin::COUNT as usize] = {
    let mut all = [Pin(0); Pin::COUNT as usize];
    let (mut set, mut i) = (PINS, 0);
    while set != 0 {
        all[i] = Pin(set.trailing_zeros() as u8);
        set &= set - 1;
        i += 1;
    }
    all
};

/// Every octagon.
pub(crate) const OCTAGONS: u64 = drawn([b"######"; 6], b'#');

/// The bases of each side.
pub(crate) const BASES: [u64; 2] = [bit(0, 5) | bit(5, 0), bit(0, 0) | bit(5, 5)];

/// The directions of a step, as rotations of a set: east, south, west, north.
pub(crate) const STEPS: [u32; 4] = [1, 8, 63, 56];

/// The directions of a leap: south-east, south-west, north-west, north-east.
pub(crate) const LEAPS: [u32; 4] = [9, 7, 55, 57];

/// The directions of a jump, each twice that of a step.
pub(crate) const JUMPS: [u32; 4] = [2, 16, 62, 48];

/// The number of symmetries. In their numbers the first bit stands for the reflection in the diagonal, the
/// second for half a turn, the third for the mirror image, which exchanges the colours.
pub(crate) const SYMMETRIES: usize = 8;

/// Returns the image of a side; a symmetry that exchanges the bases exchanges the colours.
pub(crate) const fn side_image(side: Side, symmetry: usize) -> Side {
    if symmetry & 4 == 0 { side } else { side.other() }
}

pub(crate) const fn reflected(mut row: u8, mut column: u8, last: u8, symmetry: usize) -> (u8, u8) {
    if symmetry & 1 != 0 {
        (row, column) = (column, row);
    }
    if symmetry & 2 != 0 {
        (row, column) = (last - row, last - column);
    }
    if symmetry & 4 != 0 {
        column = last - column;
    }
    (row, column)
}

/// The image of a set of pins.
pub(crate) fn pins_image(set: u64, symmetry: usize) -> u64 {
    pins(set).fold(0, |image, pin| image | pin.image(symmetry).bit())
}

/// The image of a set of octagons.
pub(crate) fn octagons_image(set: u64, symmetry: usize) -> u64 {
    octagons(set).fold(0, |image, octagon| {
        let (row, column) = reflected(octagon.row(), octagon.column(), 5, symmetry);
        image | bit(row, column)
    })
}
