//! Moves as numbers and positions as planes of numbers, for programs that learn.

use crate::{Position, Side};

/// A position whose moves have numbers and that can be written as numbers.
///
/// An **action** is the number of a move. Numbers are dense, stable from version to version, and few:
/// two moves that no position offers together may share one, as a ban and the move it forbids do. So a
/// number means a move only *at* a position.
///
/// **Planes** are boards of numbers from 0 to 1, one after the other, row by row. They tell everything
/// that decides what may be played next; what is about the line of play, such as how often a position
/// has come up, is not in them. Where the sides differ in nothing but their names, planes tell of the
/// side to act and of the other one, so that exchanging the colours changes no number.
pub trait Dense: Position {
    /// Actions are numbered from 0 up to but not including this.
    const ACTION_COUNT: usize;

    /// What [`planes`](Self::planes) writes.
    const PLANES: Planes;

    /// The number of a move; `None` for one that no position ever offers.
    fn action_id(&self, m: Self::Move) -> Option<usize>;

    /// The move that a number means here, legal or not; `None` where it means none.
    fn action_move(&self, id: usize) -> Option<Self::Move>;

    /// Writes the planes; `out` has [`Planes::len`] places, and all are written.
    fn planes(&self, out: &mut [f32]);

    /// The image of an action under a symmetry.
    #[must_use]
    fn action_image(id: usize, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        id
    }

    /// Where the number at this index of the planes stands in the planes of the image.
    #[must_use]
    fn plane_image(index: usize, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        index
    }
}

/// The shape of the planes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes {
    /// What each plane tells.
    pub names: &'static [&'static str],
    /// Rows in a plane.
    pub rows: usize,
    /// Columns in a plane.
    pub columns: usize,
}

impl Planes {
    /// How many numbers there are in all.
    pub const fn len(&self) -> usize {
        self.names.len() * self.cells()
    }

    /// No plane at all.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many numbers there are in one plane.
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The planes of `out`, one by one.
    pub fn split<'a, const N: usize>(&self, out: &'a mut [f32]) -> [&'a mut [f32]; N] {
        debug_assert_eq!((N, out.len()), (self.names.len(), self.len()));
        let mut planes = out.chunks_exact_mut(self.cells());
        std::array::from_fn(|_| planes.next().unwrap_or_default())
    }
}

/// Writes a set of at most 64 cells to a plane: 1 where the bit with the number of the cell is set.
#[inline]
pub fn write_bits(plane: &mut [f32], bits: u64) {
    for (i, cell) in plane.iter_mut().enumerate() {
        *cell = (bits >> i & 1) as f32;
    }
}

/// A symmetry of the rules as permutations of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The image of each action.
    pub actions: Vec<u32>,
    /// The image of each index of the planes.
    pub planes: Vec<u32>,
    /// Whether the sides are exchanged.
    pub exchanges_sides: bool,
}

/// What is dense about a game, without its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseInfo {
    /// How many actions there are.
    pub action_count: usize,
    /// The shape of its planes.
    pub planes: Planes,
    /// The symmetries of its rules, the identity first.
    pub symmetries: Vec<Permutation>,
}

impl DenseInfo {
    /// That of a game.
    #[cfg_attr(not(feature = "dense"), allow(dead_code, reason = "only the erased view asks"))]
    pub(crate) fn of<P: Dense>() -> DenseInfo {
        let symmetry = |s| Permutation {
            actions: (0..P::ACTION_COUNT).map(|id| P::action_image(id, s) as u32).collect(),
            planes: (0..P::PLANES.len()).map(|index| P::plane_image(index, s) as u32).collect(),
            exchanges_sides: P::side_image(Side::One, s) != Side::One,
        };
        DenseInfo {
            action_count: P::ACTION_COUNT,
            planes: P::PLANES,
            symmetries: (0..P::SYMMETRIES).map(symmetry).collect(),
        }
    }
}
