//! A table, read from its file as docs/SOLVED.md and the head of the file describe it.

use std::fs;
use std::ops::Range;
use std::path::Path;

/// A table in memory, every checksum of which is right.
pub(super) struct TableFile {
    bytes: Vec<u8>,
    chunks: Vec<Range<usize>>,
    /// Which game, under which rules.
    pub(super) profile: String,
    /// Which part of it.
    pub(super) layer: String,
}

impl TableFile {
    /// Reads a file and checks all of it.
    pub(super) fn read(path: &Path) -> Result<TableFile, String> {
        let bytes = fs::read(path).map_err(|error| format!("{error}."))?;
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).ok_or("It is cut off.")?;
            Ok::<usize, String>(four.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
        };
        let long = |at: usize| Ok::<usize, String>(number(at)? | number(at + 4)? << 32);
        if !bytes.starts_with(b"chautari table\n\x01") {
            return Err("It is no table of this version.".to_owned());
        }
        if long(16)? != bytes.len() {
            return Err("It is not as long as it says.".to_owned());
        }
        let (count, profile, layer) = (number(24)?, number(28)?, number(32)?);
        let names = 36 + profile;
        let list = names + layer;
        let end = list + 12 * count;
        let text = |range: Range<usize>| {
            let bytes = bytes.get(range).ok_or("It is cut off.")?;
            String::from_utf8(bytes.to_vec()).map_err(|_| "Its names are not text.".to_owned())
        };
        if number(end)? != crc32(&bytes[..end]) {
            return Err("Its head is not what was written.".to_owned());
        }
        let (profile, layer) = (text(36..names)?, text(names..list)?);
        let mut chunks = Vec::with_capacity(count);
        let mut start = end + 4;
        for chunk in 0..count {
            let stop = long(list + 12 * chunk)?;
            let held = bytes.get(start..stop).ok_or("It is cut off.")?;
            if number(list + 12 * chunk + 8)? != crc32(held) {
                return Err(format!("Chunk {chunk} is not what was written."));
            }
            chunks.push(start..stop);
            start = stop;
        }
        Ok(TableFile { bytes, chunks, profile, layer })
    }

    /// How many bytes the file has.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The BLAKE3 hash of the file.
    pub(super) fn hash(&self) -> String {
        blake3::hash(&self.bytes).to_hex().to_string()
    }

    pub(super) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// What a chunk holds.
    pub(super) fn chunk(&self, number: usize) -> &[u8] {
        self.chunks.get(number).map_or(&[], |range| &self.bytes[range.clone()])
    }
}

/// The checksum of zip and PNG.
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
