//! Moving a family of subsets to other coordinates.
//!
//! The members of the subsets are renumbered, some are added and some removed: each coordinate of the answer
//! is one of the source, with one or two of them fixed. Bit by bit this would be slow, because neighbours end
//! up far apart. So the cube is cut into tiles that contain all six coordinates inside a word, before and
//! after. In a tile, words are gathered so that coordinates that enter or leave the word are exchanged
//! between whole words, eight words in parallel; then the coordinates inside the word are sorted; and the
//! words are scattered to their destinations.

#![allow(clippy::inline_always, reason = "a kernel is compiled for wide vectors only where it is inlined")]

use crate::cube::{INSIDE, Pair, ZEROS};
use crate::simd::{Kernel, widest};

/// The number of coordinates of a tile: those that enter the word, and more to make it efficient, but never
/// fewer than [`LEAST_LANES`].
const TILE_COORDINATES: usize = 6;
/// The minimum number of coordinates of a tile along which words are contiguous.
const LEAST_LANES: usize = 2;
/// The maximum number of words in a tile.
const TILE: usize = 1 << (INSIDE as usize + LEAST_LANES);

/// The logarithm of the longest run of words handled together.
const MOST_RUN: usize = 3;

/// A mapping of the coordinates of a cube, precomputed for repeated use.
#[derive(Clone, Debug)]
pub struct Remap {
    /// The sources of the words of a tile, relative to its base.
    gather: Vec<u16>,
    /// The needed runs of words of a tile, and their destinations relative to its base.
    scatter: Vec<(u16, u16)>,
    /// The logarithm of the run length: how many words are contiguous both in a tile and in the answer.
    run: u8,
    /// The bases of the tiles in the source and in the answer.
    bases: Vec<(u16, u16)>,
    /// For each coordinate of the tile that is exchanged with one inside the word: the latter.
    exchanges: Vec<u8>,
    /// Pairs of coordinates inside the word that are swapped at the end, as a shift and the moving bits.
    swaps: Vec<(u8, u64)>,
    /// The bits of an arriving word that are kept, before the shift.
    keep: u64,
    shift: u8,
    words: usize,
}

/// The parameters of a [`Remap`].
#[derive(Clone, Copy, Debug)]
pub struct Mapping<'a> {
    /// For each coordinate of the answer, the corresponding coordinate of the source.
    pub from: &'a [u8],
    /// The coordinate that is 0 in the answer and in the source.
    pub absent: u8,
    /// The coordinate that is 1 in the answer and 0 in the source.
    pub removed: Option<u8>,
    /// The smallest and the largest size of subsets that matter in the answer.
    pub sizes: (u32, u32),
}

impl Remap {
    /// Precomputes a mapping. Cubes have 17 to 22 coordinates.
    pub fn new(mapping: &Mapping) -> Remap {
        let from = mapping.from;
        assert!((17..=22).contains(&from.len()), "cubes have from 17 to 22 coordinates");
        let inside = |c: u8| u32::from(c) < INSIDE;
        let fixed = |c: u8| c == mapping.absent || Some(c) == mapping.removed;
        let coordinates = 0..from.len() as u8;
        // Coordinates of the answer that enter the word, and those that leave it.
        let mut come: Vec<u8> =
            coordinates.clone().filter(|&c| inside(c) && !inside(from[usize::from(c)])).collect();
        let mut leave: Vec<u8> =
            coordinates.clone().filter(|&c| !inside(c) && inside(from[usize::from(c)])).collect();
        // A coordinate that enters exactly where another leaves needs no sorting afterwards.
        leave.sort_by_key(|&c| from[usize::from(c)]);
        pair_up(&mut come, &leave, from);
        let stay = coordinates.filter(|&c| !inside(c) && !inside(from[usize::from(c)]));
        let free: Vec<u8> = stay.filter(|&c| !fixed(c)).collect();
        let lane_count = TILE_COORDINATES.saturating_sub(come.len()).max(LEAST_LANES).min(free.len());
        let (lanes, rest) = free.split_at(lane_count);
        let run = (INSIDE as u8..).zip(lanes).take(MOST_RUN).take_while(|(c, lane)| c == *lane).count();
        let mut rest = rest.to_vec();
        // Process tiles in the order in which their words are read.
        rest.sort_by_key(|&c| from[usize::from(c)]);

        let word = |c: u8| 1_u16 << (u32::from(c) - INSIDE);
        let source = |c: u8| word(from[usize::from(c)]);
        let arrival = mapping.removed.filter(|&c| !inside(c)).map_or(0, word);
        let gather = sums(lanes.iter().chain(&come).map(|&c| source(c)), 0);
        let arrivals = sums(lanes.iter().chain(&leave).map(|&c| word(c)), 0);
        let dropped: usize =
            (lane_count..).zip(&leave).filter(|&(_, &c)| fixed(c)).map(|(bit, _)| 1 << bit).sum();
        let runs = arrivals.into_iter().enumerate().step_by(1 << run);
        let wanted = runs.filter(|(x, _)| x & dropped == 0);
        let scatter = wanted.map(|(x, offset)| (x as u16, offset)).collect();

        let source_base = sums(rest.iter().map(|&c| source(c)), 0);
        let answer_base = sums(rest.iter().map(|&c| word(c)), arrival);
        let (least, most) = mapping.sizes;
        // The number of members a tile can add to those of its base.
        let others = (from.len() - rest.len()) as u32;
        let matters = |x: usize| x.count_ones() <= most && x.count_ones() + others >= least;
        let bases = source_base.into_iter().zip(answer_base).enumerate();
        let bases = bases.filter(|&(x, _)| matters(x)).map(|(_, base)| base).collect();

        let mut held = vec![0; INSIDE as usize];
        for c in (0..INSIDE as u8).filter(|&c| inside(from[usize::from(c)])) {
            held[usize::from(from[usize::from(c)])] = c;
        }
        for (&c, &l) in come.iter().zip(&leave) {
            held[usize::from(from[usize::from(l)])] = c;
        }
        let keep = [Some(mapping.absent), mapping.removed]
            .into_iter()
            .flatten()
            .filter(|&c| inside(c))
            .fold(!0, |keep, c| keep & ZEROS[usize::from(c)]);
        Remap {
            gather,
            scatter,
            run: run as u8,
            bases,
            exchanges: leave.iter().map(|&c| from[usize::from(c)]).collect(),
            swaps: in_order(held),
            keep,
            shift: mapping.removed.filter(|&c| inside(c)).map_or(0, |c| 1 << c),
            words: 1 << (from.len() as u32 - INSIDE),
        }
    }

    /// Adds two remapped families to two others: a subset is in `answer` if it was already or if its image is
    /// in `of`. Subsets without an image are unchanged.
    pub fn join<const WORDS: usize>(&self, of: &[Pair; WORDS], answer: &mut [Pair; WORDS]) {
        assert_eq!(WORDS, self.words, "the cube has the coordinates this was made for");
        widest(Join { remap: self, of, answer });
    }
}

/// Returns the sums of all subsets of these bits plus `start`, ordered by their masks.
fn sums(bits: impl Iterator<Item = u16>, start: u16) -> Vec<u16> {
    bits.fold(vec![start], |mut sums, bit| {
        for i in 0..sums.len() {
            sums.push(sums[i] | bit);
        }
        sums
    })
}

/// Reorders `come` so that each takes the place of the coordinate that leaves for it, if possible.
fn pair_up(come: &mut [u8], leave: &[u8], from: &[u8]) {
    for i in 0..leave.len() {
        let place = from[usize::from(leave[i])];
        if let Some(j) = come.iter().position(|&c| c == place) {
            // A coordinate already in its place is never the one that moves.
            come.swap(i, j);
        }
    }
}

/// Returns the swaps that sort the coordinates, if place `i` holds coordinate `held[i]`.
fn in_order(mut held: Vec<u8>) -> Vec<(u8, u64)> {
    let mut swaps = Vec::new();
    for place in 0..held.len() {
        while usize::from(held[place]) != place {
            let other = usize::from(held[place]);
            held.swap(place, other);
            let (low, high) = (place.min(other), place.max(other));
            let shift = (1 << high) - (1 << low);
            swaps.push((shift, !ZEROS[low] & ZEROS[high]));
        }
    }
    swaps
}

struct Join<'a, const WORDS: usize> {
    remap: &'a Remap,
    of: &'a [Pair; WORDS],
    answer: &'a mut [Pair; WORDS],
}

impl<const WORDS: usize> Kernel for Join<'_, WORDS> {
    #[inline(always)]
    fn run(self) {
        match self.remap.run {
            0 => self.by_runs::<1>(),
            1 => self.by_runs::<2>(),
            2 => self.by_runs::<4>(),
            _ => self.by_runs::<8>(),
        }
    }
}

impl<const WORDS: usize> Join<'_, WORDS> {
    #[inline(always)]
    fn by_runs<const RUN: usize>(self) {
        let remap = self.remap;
        let (answer, _) = self.answer.as_chunks_mut::<RUN>();
        let mut tile = [[0_u64; 2]; TILE];
        let tile = &mut tile[..remap.gather.len()];
        for &(source_base, answer_base) in &remap.bases {
            for (pair, &offset) in tile.iter_mut().zip(&remap.gather) {
                // The mask is a no-op that saves the bounds check.
                *pair = self.of[usize::from(source_base | offset) & (WORDS - 1)];
            }
            for (bit, &place) in remap.exchanges.iter().enumerate() {
                exchange(tile, remap.gather.len() >> (remap.exchanges.len() - bit), place);
            }
            for &(shift, moves) in &remap.swaps {
                for word in tile.as_flattened_mut() {
                    let moved = ((*word >> shift) ^ *word) & moves;
                    *word ^= moved ^ (moved << shift);
                }
            }
            if (remap.keep, remap.shift) != (!0, 0) {
                for word in tile.as_flattened_mut() {
                    *word = (*word & remap.keep) << remap.shift;
                }
            }
            let (runs, _) = tile.as_chunks::<RUN>();
            for &(x, offset) in &remap.scatter {
                let answer = answer[usize::from(answer_base | offset) / RUN].as_flattened_mut();
                for (answer, word) in answer.iter_mut().zip(runs[usize::from(x) / RUN].as_flattened()) {
                    *answer |= word;
                }
            }
        }
    }
}

/// Exchanges the coordinate that separates the halves of the tile with one inside the word.
#[inline(always)]
fn exchange(tile: &mut [Pair], half: usize, place: u8) {
    let (shift, zeros) = (1 << place, ZEROS[usize::from(place)]);
    for pair in tile.chunks_exact_mut(2 * half) {
        let (first, second) = pair.split_at_mut(half);
        for (a, b) in first.as_flattened_mut().iter_mut().zip(second.as_flattened_mut()) {
            let moved = ((*a >> shift) ^ *b) & zeros;
            *b ^= moved;
            *a ^= moved << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COORDINATES: usize = 17;
    const WORDS: usize = 1 << (COORDINATES - 6);

    fn get(cube: &[Pair], mask: usize, which: usize) -> bool {
        cube[mask >> INSIDE][which] >> (mask & 63) & 1 == 1
    }

    /// Any mapping moves every subset to its destination and changes no other.
    #[test]
    fn remap_agrees_with_a_bitwise_reference() {
        let mut rng = chautari_game::Rng::new(1);
        let mut cube = || -> Box<[Pair; WORDS]> {
            let words: Box<[Pair]> = (0..WORDS).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
            words.try_into().unwrap()
        };
        let (of, before) = (cube(), cube());
        for round in 0..40 {
            let mut from: Vec<u8> = (0..COORDINATES as u8).collect();
            for i in 0..COORDINATES {
                from.swap(i, i + rng.below(COORDINATES - i));
            }
            let absent = rng.below(COORDINATES) as u8;
            let removed = rng.below(COORDINATES) as u8;
            let removed = (removed != absent && round % 2 == 0).then_some(removed);
            let remap = Remap::new(&Mapping { from: &from, absent, removed, sizes: (0, 22) });
            let mut answer = before.clone();
            // Each width in turn; a processor without it runs the next narrower.
            crate::SimdWidth::ALL[round % 3].limit();
            remap.join(&of, &mut answer);
            for mask in 0..1 << COORDINATES {
                let has_image = mask >> absent & 1 == 0 && removed.is_none_or(|r| mask >> r & 1 == 1);
                let gone = removed.map_or(0, |r| 1 << r);
                let image = (0..COORDINATES).map(|c| ((mask & !gone) >> c & 1) << from[c]).sum();
                for which in 0..2 {
                    let expected = get(&*before, mask, which) || has_image && get(&*of, image, which);
                    assert_eq!(
                        get(&*answer, mask, which),
                        expected,
                        "{from:?} {absent} {removed:?} {mask:b}"
                    );
                }
            }
        }
    }
}
