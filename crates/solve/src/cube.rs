//! Sets of subsets as bit cubes.
//!
//! A family of subsets of `n` things is a cube of `2^n` bits: bit `m` says whether the subset with mask `m`
//! is in it. The first six coordinates are bit positions inside a word, the others select the word.
//! Operations on all subsets work on whole words.

#![allow(clippy::inline_always, reason = "a kernel is compiled for wide vectors only where it is inlined")]

use crate::simd::{Kernel, widest};

/// Coordinates inside a word.
pub(crate) const INSIDE: u32 = 6;

/// For each coordinate inside a word, the bits where it is 0.
pub(crate) const ZEROS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The bits of a word whose masks have this many members or fewer.
const AT_MOST: [u64; 8] = {
    let mut words = [0; 8];
    let mut bit = 0_u32;
    while bit < 64 {
        let mut k = bit.count_ones() as usize;
        while k < 8 {
            words[k] |= 1 << bit;
            k += 1;
        }
        bit += 1;
    }
    words
};

/// Returns the bits of word `word` of a cube whose masks have `least` to `most` members.
fn of_size(word: usize, least: i32, most: i32) -> u64 {
    let above = word.count_ones() as i32;
    let up_to = |size: i32| {
        let inside = size - above;
        if inside < 0 { 0 } else { AT_MOST[inside.min(7) as usize] }
    };
    up_to(most) & !up_to(least - 1)
}

/// Sixty-four bits of two cubes. Two families that undergo the same operations are interleaved, so that
/// indices are computed once for both.
pub type Pair = [u64; 2];

/// Sets each bit of `answer` if all masks with one member more are in `of`.
pub fn all_one_more<const WORDS: usize>(of: &[Pair; WORDS], answer: &mut [Pair; WORDS]) {
    widest(AllOneMore { of, answer });
}

struct AllOneMore<'a, const WORDS: usize> {
    of: &'a [Pair; WORDS],
    answer: &'a mut [Pair; WORDS],
}

impl<const WORDS: usize> Kernel for AllOneMore<'_, WORDS> {
    #[inline(always)]
    fn run(self) {
        for (answer, of) in self.answer.as_flattened_mut().iter_mut().zip(self.of.as_flattened()) {
            *answer = !0;
            for (inside, zeros) in ZEROS.into_iter().enumerate() {
                *answer &= (of >> (1 << inside)) | !zeros;
            }
        }
        let mut half = 1;
        while half < WORDS {
            let blocks = self.answer.chunks_exact_mut(2 * half).zip(self.of.chunks_exact(2 * half));
            for (answer, of) in blocks {
                let (answer, of) = (answer[..half].as_flattened_mut(), of[half..].as_flattened());
                answer.iter_mut().zip(of).for_each(|(answer, of)| *answer &= of);
            }
            half *= 2;
        }
    }
}

/// Counts the subsets of each size in both families.
pub fn count_sizes<const WORDS: usize>(cube: &[Pair; WORDS]) -> [[u64; 2]; 32] {
    let mut counts = [[0; 2]; 32];
    widest(CountSizes { cube, counts: &mut counts });
    counts
}

struct CountSizes<'a, const WORDS: usize> {
    cube: &'a [Pair; WORDS],
    counts: &'a mut [[u64; 2]; 32],
}

impl<const WORDS: usize> Kernel for CountSizes<'_, WORDS> {
    #[inline(always)]
    fn run(self) {
        for (number, pair) in self.cube.iter().enumerate() {
            let above = number.count_ones() as usize;
            for inside in 0..=INSIDE as usize {
                let of_size = AT_MOST[inside] & !if inside == 0 { 0 } else { AT_MOST[inside - 1] };
                // A cube of more than 25 things does not fit into memory.
                let counts = &mut self.counts[(above + inside) % 32];
                for (count, word) in counts.iter_mut().zip(pair) {
                    *count += u64::from((word & of_size).count_ones());
                }
            }
        }
    }
}

/// Removes from both families every subset that contains the first and lacks the second thing of any of these
/// pairs.
pub fn clear_where<const WORDS: usize>(cube: &mut [Pair; WORDS], pairs: &[(u8, u8)]) {
    widest(ClearWhere { cube, pairs });
}

struct ClearWhere<'a, const WORDS: usize> {
    cube: &'a mut [Pair; WORDS],
    pairs: &'a [(u8, u8)],
}

impl<const WORDS: usize> Kernel for ClearWhere<'_, WORDS> {
    #[inline(always)]
    fn run(self) {
        // The condition of a coordinate on the bits inside a word, and on the word's number.
        let split = |c: u8, zero: bool| match u32::from(c).checked_sub(INSIDE) {
            None => (if zero { ZEROS[usize::from(c)] } else { !ZEROS[usize::from(c)] }, 0),
            Some(above) => (!0, 1_u64 << above),
        };
        for &(has, lacks) in self.pairs {
            let ((with, set), (without, unset)) = (split(has, false), split(lacks, true));
            for (word, pair) in (0_u64..).zip(self.cube.iter_mut()) {
                let cleared = if word & (set | unset) == set { with & without } else { 0 };
                pair[0] &= !cleared;
                pair[1] &= !cleared;
            }
        }
    }
}

/// Adds every subset with fewer than `size` members to both families.
pub fn add_smaller<const WORDS: usize>(cube: &mut [Pair; WORDS], size: u32) {
    for (word, pair) in cube.iter_mut().enumerate() {
        let smaller = of_size(word, 0, size as i32 - 1);
        pair[0] |= smaller;
        pair[1] |= smaller;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_one_more_checks_every_addition() {
        const WORDS: usize = 1 << 4;
        let mut rng = chautari_game::Rng::new(7);
        // Nearly full, so that both answers occur.
        let of =
            [[0; 2]; WORDS].map(|pair: Pair| pair.map(|_| rng.next_u64() | rng.next_u64() | rng.next_u64()));
        let mut answer = [[0; 2]; WORDS];
        all_one_more(&of, &mut answer);
        let get = |cube: &[Pair], mask: usize, which: usize| cube[mask / 64][which] >> (mask % 64) & 1 == 1;
        for mask in 0..WORDS * 64 {
            for which in 0..2 {
                let all = (0..10).filter(|c| mask >> c & 1 == 0).all(|c| get(&of, mask | 1 << c, which));
                assert_eq!(get(&answer, mask, which), all);
            }
        }
    }

    #[test]
    fn every_size_is_counted() {
        let mut rng = chautari_game::Rng::new(11);
        let cube = [[0; 2]; 1 << 4].map(|pair: Pair| pair.map(|_| rng.next_u64()));
        let mut counts = [[0; 2]; 32];
        for (mask, which) in (0..1_usize << 10).flat_map(|mask| [(mask, 0), (mask, 1)]) {
            counts[mask.count_ones() as usize][which] += cube[mask / 64][which] >> (mask % 64) & 1;
        }
        assert_eq!(count_sizes(&cube), counts);
    }

    #[test]
    fn clear_where_removes_matching_subsets() {
        let pairs = [(1, 7), (8, 2), (9, 6), (3, 4)];
        let mut cube = [[!0; 2]; 1 << 4];
        clear_where(&mut cube, &pairs);
        for mask in 0..1_usize << 10 {
            let out = pairs.iter().any(|(has, lacks)| mask >> has & 1 == 1 && mask >> lacks & 1 == 0);
            assert!(cube[mask / 64].iter().all(|word| (word >> (mask % 64) & 1 == 0) == out));
        }
    }

    #[test]
    fn sizes_are_counted() {
        for mask in 0..1_usize << 9 {
            let size = mask.count_ones() as i32;
            for (least, most) in [(0, 3), (2, 2), (-4, -1), (5, 9), (3, 1)] {
                let has = of_size(mask / 64, least, most) >> (mask % 64) & 1 == 1;
                assert_eq!(has, (least..=most).contains(&size), "{mask:b} {least} {most}");
            }
        }
    }
}
