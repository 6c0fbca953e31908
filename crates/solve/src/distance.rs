//! The encoding of distances in files: one byte each if that is enough, else two.

use crate::DRAW;

/// The byte that stands for a draw.
pub const DRAW_BYTE: u8 = u8::MAX;

/// Encodes distances in one byte each; `None` if one of them does not fit.
pub fn to_bytes(distances: &[u16]) -> Option<Vec<u8>> {
    let byte = |&distance: &u16| match u8::try_from(distance) {
        Ok(DRAW_BYTE) => None,
        Ok(byte) => Some(byte),
        Err(_) => (distance == DRAW).then_some(DRAW_BYTE),
    };
    distances.iter().map(byte).collect()
}

/// Encodes distances in as many bytes as the longest needs.
pub fn pack_distances(distances: &[u16]) -> Vec<u8> {
    to_bytes(distances).unwrap_or_else(|| distances.iter().flat_map(|d| d.to_le_bytes()).collect())
}

/// Decodes one of `len` distances; `None` if the length of `bytes` does not match.
#[inline]
pub fn packed_distance(bytes: &[u8], len: usize, index: usize) -> Option<u16> {
    if bytes.len() == len {
        return bytes.get(index).map(|&byte| if byte == DRAW_BYTE { DRAW } else { byte.into() });
    }
    let (pairs, []) = bytes.as_chunks() else { return None };
    if pairs.len() == len { pairs.get(index).map(|&pair| u16::from_le_bytes(pair)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_distances_are_read_back() {
        for longest in [7, 254, 255, 256, 1023] {
            let distances = [0, DRAW, longest, 1, DRAW];
            let bytes = pack_distances(&distances);
            assert_eq!(bytes.len(), if longest < 255 { 5 } else { 10 });
            assert!((0..5).all(|i| packed_distance(&bytes, 5, i) == Some(distances[i])));
            assert_eq!(packed_distance(&bytes[1..], 5, 0), None);
            assert_eq!(packed_distance(&bytes, 5, 5), None);
        }
    }
}
