//! The tables of the placement phase: file layout and lookup.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chautari_solve::{Packed, Strata, Table, TableError, bits, choose, pack};

use super::atlas::{ALL_SLOTS, SLOTS};
use super::placing::{Cube, sizes};
use super::sliding::each;
use super::tables::{SUBSETS, TigerResult};
use crate::Baghchal;

/// Encodes a cube: for every size two compressed strata, whether the tigers win and whether they at least
/// draw, preceded by their offsets.
pub(crate) fn packed(rules: Baghchal, placed: u8, cube: &Cube) -> Vec<u8> {
    let (least, most) = sizes(rules, placed);
    let strata = Strata::of(cube);
    let mut chunk = vec![0; 8 * (most - least + 1) as usize];
    let mut entry = 0;
    for stratum in (least..=most).flat_map(|size| strata.stratum(size)) {
        let start = chunk.len() as u32;
        chunk[entry..entry + 4].copy_from_slice(&start.to_le_bytes());
        entry += 4;
        pack(&stratum, &mut chunk);
    }
    chunk
}

/// The table of a layer with the tigers to move.
#[derive(Debug)]
pub(crate) struct PlacingTable {
    pub(crate) table: Table,
    /// The minimum and maximum number of goats on the board.
    sizes: (u32, u32),
    /// The offsets of the two strata of each class and size, as read from the file; zero until first used. In
    /// the file they are scattered over memory, and a probe would spend a quarter of its time on reading
    /// them.
    starts: Vec<AtomicU64>,
}

impl PlacingTable {
    pub(crate) fn new(rules: Baghchal, placed: u8, table: Table) -> PlacingTable {
        let (least, most) = sizes(rules, placed);
        let starts = table.chunks() * (most - least + 1) as usize;
        PlacingTable { table, sizes: (least, most), starts: (0..starts).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns the two compressed strata of a size.
    #[inline]
    fn strata(&self, class: usize, size: u32) -> Result<[Packed<'_>; 2], TableError> {
        let chunk = self.table.chunk(class)?;
        self.strata_in(chunk, class, size).ok_or_else(|| self.table.damaged(class))
    }

    #[inline]
    fn strata_in<'a>(&self, chunk: &'a [u8], class: usize, size: u32) -> Option<[Packed<'a>; 2]> {
        let (least, most) = self.sizes;
        let entry = (size - least) as usize;
        let known = self.starts.get(class * (most - least + 1) as usize + entry)?;
        let mut starts = known.load(Relaxed);
        if starts == 0 {
            starts = u64::from_le_bytes(*chunk.get(8 * entry..)?.first_chunk()?);
            known.store(starts, Relaxed);
        }
        let stratum = |start: u64| Packed::new(chunk.get(start as usize..)?, WORDS_OF[size as usize]);
        Some([stratum(starts & u64::from(u32::MAX))?, stratum(starts >> 32)?])
    }

    /// Returns the result with the tigers to move.
    #[inline]
    pub(crate) fn result(&self, class: usize, goats: u32) -> Result<TigerResult, TableError> {
        let size = goats.count_ones();
        let strata = self.strata(class, size)?;
        let rank = SUBSETS[size as usize].rank(goats);
        least(strata, &[rank as u32]).ok_or_else(|| self.table.damaged(class))
    }

    /// Returns the worst result for the tigers after one more goat is placed. All these sets have one size,
    /// so they are looked up together.
    pub(crate) fn worst_result(&self, class: usize, goats: u32) -> Result<TigerResult, TableError> {
        let size = goats.count_ones() + 1;
        let strata = self.strata(class, size)?;
        let subsets = &SUBSETS[size as usize];
        let mut ranks = [0; SLOTS as usize];
        let mut count = 0;
        for slot in each(ALL_SLOTS & !goats) {
            ranks[count] = subsets.rank(goats | 1 << slot) as u32;
            count += 1;
        }
        least(strata, &ranks[..count]).ok_or_else(|| self.table.damaged(class))
    }

    /// Decompresses the cube of a class.
    pub(crate) fn unpack(&self, class: usize, cube: &mut Cube) -> Result<(), TableError> {
        let mut strata = Strata::empty(cube.len());
        for size in self.sizes.0..=self.sizes.1 {
            for (which, packed) in self.strata(class, size)?.into_iter().enumerate() {
                let words = packed.words(WORDS_OF[size as usize]);
                strata.fill(which, size, &words.ok_or_else(|| self.table.damaged(class))?);
            }
        }
        strata.into_cube(cube);
        Ok(())
    }
}

/// Returns the worst result of some sets of goats.
#[inline]
fn least(strata: [Packed<'_>; 2], ranks: &[u32]) -> Option<TigerResult> {
    let all = (1 << ranks.len()) - 1;
    Some(match bits(strata, ranks)? {
        [won, _] if won == all => TigerResult::Won,
        [_, held] if held == all => TigerResult::Drawn,
        _ => TigerResult::Lost,
    })
}

/// The number of words in the stratum of each size.
const WORDS_OF: [usize; SLOTS as usize + 1] = {
    let mut table = [0; SLOTS as usize + 1];
    let mut size = 0;
    while size <= SLOTS {
        table[size as usize] = choose(SLOTS, size).div_ceil(64) as usize;
        size += 1;
    }
    table
};
