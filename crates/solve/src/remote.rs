//! Tables that are far away: the same values, a few bytes at a time.
//!
//! What is fetched is not held against the checksums, which would take whole chunks: whoever sends the table
//! also sends the program that reads it.

use chautari_game::Remote;

use crate::packed::{GROUP, GROUP_BYTES, Group};
use crate::table::{Identity, ends_at, first_chunk};

/// A table that is read from afar. `None` is whatever has not come yet, or is not there at all.
pub struct RemoteTable<'a> {
    /// Where it is read from.
    pub remote: &'a dyn Remote,
    /// The name of its file.
    pub file: String,
    /// What it is about.
    pub identity: Identity,
    /// How many chunks it has.
    pub chunks: usize,
}

impl RemoteTable<'_> {
    fn read<const LENGTH: usize>(&self, at: u64) -> Option<[u8; LENGTH]> {
        self.remote.read(&self.file, at, LENGTH)?.first_chunk().copied()
    }

    /// Where a chunk begins.
    pub fn chunk(&self, number: usize) -> Option<u64> {
        match number.checked_sub(1) {
            None => Some(first_chunk(&self.identity, self.chunks) as u64),
            Some(before) => self.read(ends_at(&self.identity, before) as u64).map(u64::from_le_bytes),
        }
    }

    /// One byte.
    pub fn byte(&self, at: u64) -> Option<u8> {
        self.read(at).map(|[byte]| byte)
    }

    /// One number of four bytes.
    pub fn number(&self, at: u64) -> Option<u32> {
        self.read(at).map(u32::from_le_bytes)
    }

    /// A bit of a packed string that begins here and had this many words.
    pub fn bit(&self, at: u64, words: usize, index: usize) -> Option<bool> {
        let (number, word) = (index / 64 / GROUP, index / 64 % GROUP);
        let group = Group::read(&self.read::<GROUP_BYTES>(at + (number * GROUP_BYTES) as u64)?)?;
        if group.stored >> word & 1 == 0 {
            return Some(group.ones >> word & 1 == 1);
        }
        let stored = words.div_ceil(GROUP) * GROUP_BYTES + 8 * group.place(word);
        let word = self.read(at + stored as u64).map(u64::from_le_bytes)?;
        Some(word >> (index % 64) & 1 == 1)
    }
}
