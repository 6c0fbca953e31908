//! Remote tables, read a few bytes at a time.
//!
//! The bytes are not verified against the checksums, which would need whole chunks. The server that sends
//! them also sends the program that reads them.

use chautari_game::Remote;

use crate::packed::{GROUP, GROUP_BYTES, Group};
use crate::table::{Identity, ends_at, first_chunk};

/// A table read through a [`Remote`]. Methods return `None` if the bytes have not arrived yet or do not
/// exist.
pub struct RemoteTable<'a> {
    /// The source of the bytes.
    pub remote: &'a dyn Remote,
    /// The name of the file.
    pub file: String,
    /// The identity of the table.
    pub identity: Identity,
    /// The number of chunks.
    pub chunks: usize,
}

impl RemoteTable<'_> {
    fn read<const LENGTH: usize>(&self, at: u64) -> Option<[u8; LENGTH]> {
        self.remote.read(&self.file, at, LENGTH)?.first_chunk().copied()
    }

    /// Returns the offset of a chunk.
    pub fn chunk(&self, number: usize) -> Option<u64> {
        match number.checked_sub(1) {
            None => Some(first_chunk(&self.identity, self.chunks) as u64),
            Some(before) => self.read(ends_at(&self.identity, before) as u64).map(u64::from_le_bytes),
        }
    }

    /// Reads one byte.
    pub fn byte(&self, at: u64) -> Option<u8> {
        self.read(at).map(|[byte]| byte)
    }

    /// Reads a number of four bytes.
    pub fn number(&self, at: u64) -> Option<u32> {
        self.read(at).map(u32::from_le_bytes)
    }

    /// Reads a bit of a compressed string that starts at `at` and had `words` words.
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
