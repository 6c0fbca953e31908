//! Splitting a cube by the size of its subsets.
//!
//! A stratum contains all subsets of one size, in the order of their masks, the order in which
//! [`Subsets`](crate::Subsets) numbers them. Inside a word, whose subsets have zero to six of the first six
//! things, those of one size are grouped first; then each word contributes one run of bits to each stratum.

use crate::cube::Pair;

/// The start of each size in a sorted word.
const START: [u32; 8] = [0, 1, 7, 22, 42, 57, 63, 64];

/// For each byte of a word and each of its values, the destination of its bits after sorting.
static SORT: [[u64; 256]; 8] = tables(false);
/// The inverse of [`SORT`].
static UNSORT: [[u64; 256]; 8] = tables(true);

const fn tables(backwards: bool) -> [[u64; 256]; 8] {
    let mut place = [0; 64];
    let mut next = START;
    let mut bit = 0_u32;
    while bit < 64 {
        let size = bit.count_ones() as usize;
        if backwards {
            place[next[size] as usize] = bit;
        } else {
            place[bit as usize] = next[size];
        }
        next[size] += 1;
        bit += 1;
    }
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 8 {
        let mut value = 0;
        while value < 256 {
            let mut bit = 0;
            while bit < 8 {
                if value >> bit & 1 == 1 {
                    tables[byte][value] |= 1 << place[8 * byte + bit];
                }
                bit += 1;
            }
            value += 1;
        }
        byte += 1;
    }
    tables
}

#[inline]
fn rearranged(word: u64, tables: &[[u64; 256]; 8]) -> u64 {
    let bytes = word.to_le_bytes();
    let mut result = 0;
    for (byte, table) in bytes.into_iter().zip(tables) {
        result |= table[usize::from(byte)];
    }
    result
}

/// Returns the words of a cube with subsets of this size, each with the start and the length of their run in
/// the sorted word.
fn runs(words: usize, size: u32) -> impl Iterator<Item = (usize, u32, u32)> {
    (0..words).filter_map(move |word| {
        let inside = size.checked_sub(word.count_ones()).filter(|&inside| inside <= 6)? as usize;
        Some((word, START[inside], START[inside + 1] - START[inside]))
    })
}

/// Two cubes with the bits of each word sorted by subset size.
#[derive(Clone, Debug)]
pub struct Strata {
    sorted: Vec<Pair>,
}

impl Strata {
    /// Splits two cubes.
    pub fn of(cube: &[Pair]) -> Strata {
        Strata { sorted: cube.iter().map(|pair| pair.map(|word| rearranged(word, &SORT))).collect() }
    }

    /// Creates an empty one to be filled.
    pub fn empty(words: usize) -> Strata {
        Strata { sorted: vec![[0; 2]; words] }
    }

    /// Returns the subsets of one size, for each of the two cubes.
    pub fn stratum(&self, size: u32) -> [Vec<u64>; 2] {
        let mut strata = [Vec::new(), Vec::new()];
        let (mut open, mut filled) = ([0; 2], 0);
        for (word, start, count) in runs(self.sorted.len(), size) {
            let run = self.sorted[word].map(|sorted| sorted >> start & (!0 >> (64 - count)));
            for which in 0..2 {
                open[which] |= run[which] << filled;
            }
            filled += count;
            if filled >= 64 {
                filled -= 64;
                for which in 0..2 {
                    strata[which].push(open[which]);
                    open[which] = run[which].checked_shr(count - filled).unwrap_or(0);
                }
            }
        }
        if filled > 0 {
            strata.iter_mut().zip(open).for_each(|(stratum, open)| stratum.push(open));
        }
        strata
    }

    /// Inserts the subsets of one size into one of the two cubes.
    pub fn fill(&mut self, which: usize, size: u32, stratum: &[u64]) {
        let word_at = |index: usize| stratum.get(index).copied().unwrap_or(0);
        let mut at = 0;
        for (word, start, count) in runs(self.sorted.len(), size) {
            let (index, used) = (at / 64, at % 64);
            // Shift in two steps, because a shift by 64 would overflow.
            let window = word_at(index) >> used | word_at(index + 1) << 1 << (63 - used);
            self.sorted[word][which] |= (window & (!0 >> (64 - count))) << start;
            at += count as usize;
        }
    }

    /// Reassembles the cubes.
    pub fn into_cube(self, cube: &mut [Pair]) {
        for (pair, sorted) in cube.iter_mut().zip(self.sorted) {
            *pair = sorted.map(|word| rearranged(word, &UNSORT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subsets;

    #[test]
    fn strata_reassemble_the_cube() {
        let mut rng = chautari_game::Rng::new(5);
        let words = 1 << 6;
        let cube: Vec<Pair> = (0..words).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
        let strata = Strata::of(&cube);
        let mut again = Strata::empty(words);
        for size in 0..=12 {
            let subsets = Subsets::new(12, size);
            let stratum = strata.stratum(size);
            for which in 0..2 {
                assert_eq!(stratum[which].len(), subsets.len().div_ceil(64));
                for (i, &mask) in subsets.masks().iter().enumerate() {
                    let expected = cube[mask as usize / 64][which] >> (mask % 64) & 1;
                    assert_eq!(stratum[which][i / 64] >> (i % 64) & 1, expected);
                }
                again.fill(which, size, &stratum[which]);
            }
        }
        let mut back = vec![[0; 2]; words];
        again.into_cube(&mut back);
        assert_eq!(back, cube);
    }
}
