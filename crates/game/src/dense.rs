//! Dense encodings for machine learning: moves as action numbers, positions as planes.

use crate::{Position, Side};

/// A position with numbered moves and a numeric encoding.
///
/// An **action** is the number of a move. Numbers are dense, stable across versions, and few: two moves that
/// are never legal in the same position may share one, as a ban and the move it forbids do. So a number
/// identifies a move only together with a position.
///
/// **Planes** are boards of numbers from 0 to 1, one after the other, row by row. They determine the legal
/// moves of this position and all later ones; facts about the line of play, such as how often a position has
/// occurred, are not included. If the sides differ only in name, the planes are relative to the side to move,
/// so that exchanging the colours changes no number.
pub trait Dense: Position {
    /// The number of actions; they are numbered from 0.
    const ACTION_COUNT: usize;

    /// The shape of what [`planes`](Self::planes) writes.
    const PLANES: Planes;

    /// Returns the number of a move; `None` for a move that is legal in no position.
    fn action_id(&self, m: Self::Move) -> Option<usize>;

    /// Returns the move with this number here, legal or not; `None` if the number has no meaning here.
    fn action_move(&self, id: usize) -> Option<Self::Move>;

    /// Writes the planes. `out` has [`Planes::len`] entries, and all of them are written.
    fn planes(&self, out: &mut [f32]);

    /// Returns the image of an action under a symmetry.
    #[must_use]
    fn action_image(id: usize, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        id
    }

    /// Returns the index in the image's planes of the number at this index.
    #[must_use]
    fn plane_image(index: usize, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0);
        index
    }
}

/// The shape of the planes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes {
    /// The name of each plane.
    pub names: &'static [&'static str],
    /// Rows per plane.
    pub rows: usize,
    /// Columns per plane.
    pub columns: usize,
}

impl Planes {
    /// The total number of entries.
    pub const fn len(&self) -> usize {
        self.names.len() * self.cells()
    }

    /// Whether there are no planes.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of entries in one plane.
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Splits `out` into its planes.
    pub fn split<'a, const N: usize>(&self, out: &'a mut [f32]) -> [&'a mut [f32]; N] {
        debug_assert_eq!((N, out.len()), (self.names.len(), self.len()));
        let mut planes = out.chunks_exact_mut(self.cells());
        std::array::from_fn(|_| planes.next().unwrap_or_default())
    }
}

/// Writes a set of at most 64 cells to a plane: 1 for each bit that is set, by the number of the cell.
#[inline]
pub fn write_bits(plane: &mut [f32], bits: u64) {
    for (i, cell) in plane.iter_mut().enumerate() {
        *cell = (bits >> i & 1) as f32;
    }
}

/// A symmetry of the rules, as permutations of actions and of plane entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The image of each action.
    pub actions: Vec<u32>,
    /// The image of each plane index.
    pub planes: Vec<u32>,
    /// Whether the symmetry exchanges the sides.
    pub exchanges_sides: bool,
}

/// The constants of [`Dense`] without its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseInfo {
    /// The number of actions.
    pub action_count: usize,
    /// The shape of the planes.
    pub planes: Planes,
    /// The symmetries of the rules, the identity first.
    pub symmetries: Vec<Permutation>,
}

impl DenseInfo {
    /// Collects the constants of a position type.
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
