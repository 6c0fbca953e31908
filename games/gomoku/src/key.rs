//! Zobrist hashing: random numbers for each stone, each count of pairs and the turn, combined with XOR.

use chautari_game::{Rng, Side};

use crate::{BLACK, Cell, CellSet, MOST_PAIRS};

const CELLS: usize = Cell::COUNT as usize;
const COUNTS: usize = MOST_PAIRS as usize + 1;

static STONES: [[u64; CELLS]; 2] = [draw(0x5107_0001), draw(0x5107_0002)];
static PAIRS: [[u64; COUNTS]; 2] = [draw(0x9a12_0001), draw(0x9a12_0002)];

/// The number for the turn of the second side.
pub(crate) const TURN: u64 = draw::<1>(0x7012_0001)[0];

/// Draws random numbers from a seed.
const fn draw<const N: usize>(seed: u64) -> [u64; N] {
    let mut rng = Rng::new(seed << 32);
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = rng.next_u64();
        i += 1;
    }
    numbers
}

/// Returns the number of a stone.
#[inline]
pub(crate) fn stone(side: Side, cell: Cell) -> u64 {
    STONES[side.index()][usize::from(cell.number())]
}

/// Returns the number of a side's captured pairs.
#[inline]
pub(crate) fn pairs(side: Side, count: u8) -> u64 {
    PAIRS[side.index()][usize::from(count)]
}

/// Returns the hash of a whole position.
pub(crate) fn of(stones: &[CellSet; 2], counts: [u8; 2], turn: Side) -> u64 {
    let mut key = if turn == BLACK { 0 } else { TURN };
    for side in Side::ALL {
        key ^= pairs(side, counts[side.index()]);
        key = stones[side.index()].iter().fold(key, |key, cell| key ^ stone(side, cell));
    }
    key
}
