//! Reads table files in the format described in docs/SOLVED.md.

use std::fs;
use std::ops::Range;
use std::path::Path;

/// A table in memory with verified checksums.
pub(super) struct TableFile {
    bytes: Vec<u8>,
    chunks: Vec<Range<usize>>,
    /// The game and its rules.
    pub(super) profile: String,
    /// The part of the game.
    pub(super) layer: String,
}

impl TableFile {
    /// Reads a file and verifies all its checksums.
    pub(super) fn read(path: &Path) -> Result<TableFile, String> {
        let bytes = fs::read(path).map_err(|error| format!("{error}."))?;
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).ok_or("File is truncated.")?;
            Ok::<usize, String>(four.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
        };
        let long = |at: usize| Ok::<usize, String>(number(at)? | number(at + 4)? << 32);
        if !bytes.starts_with(b"chautari table\n\x01") {
            return Err("Not a table file of this version.".to_owned());
        }
        if long(16)? != bytes.len() {
            return Err("File is truncated.".to_owned());
        }
        let (count, profile, layer) = (number(24)?, number(28)?, number(32)?);
        let names = 36 + profile;
        let list = names + layer;
        let end = list + 12 * count;
        let text = |range: Range<usize>| {
            let bytes = bytes.get(range).ok_or("File is truncated.")?;
            String::from_utf8(bytes.to_vec()).map_err(|_| "The header is not UTF-8.".to_owned())
        };
        if number(end)? != crc32(&bytes[..end]) {
            return Err("Header checksum mismatch.".to_owned());
        }
        let (profile, layer) = (text(36..names)?, text(names..list)?);
        let mut chunks = Vec::with_capacity(count);
        let mut start = end + 4;
        for chunk in 0..count {
            let stop = long(list + 12 * chunk)?;
            let held = bytes.get(start..stop).ok_or("File is truncated.")?;
            if number(list + 12 * chunk + 8)? != crc32(held) {
                return Err(format!("Checksum mismatch in chunk {chunk}."));
            }
            chunks.push(start..stop);
            start = stop;
        }
        Ok(TableFile { bytes, chunks, profile, layer })
    }

    /// Returns the size of the file in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the BLAKE3 hash of the file in hexadecimal.
    pub(super) fn hash(&self) -> String {
        blake3::hash(&self.bytes).to_hex().to_string()
    }

    /// Returns the number of chunks.
    pub(super) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Returns the bytes of a chunk, none if there is no such chunk.
    pub(super) fn chunk(&self, number: usize) -> &[u8] {
        self.chunks.get(number).map_or(&[], |range| &self.bytes[range.clone()])
    }
}

/// Computes the CRC-32 checksum of zip and PNG.
fn crc32(bytes: &[u8]) -> usize {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut rest = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
                bit += 1;
            }
            table[byte] = rest;
            byte += 1;
        }
        table
    };
    let sum = bytes.iter().fold(!0_u32, |sum, &byte| sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)]);
    !sum as usize
}
