//! Bit strings, compressed with random access.
//!
//! Words that are all zeros or all ones are omitted. For every 64 words a group records which words are
//! stored, which of the others are all ones, and how many stored words precede it.
//!
//! ```text
//! group    8 bytes   the set of words that are stored
//!          8 bytes   of those that are not, the set that is all ones
//!          4 bytes   how many words all groups before this store
//! …                  one group for every 64 words
//! words    8 bytes each, those that are stored
//! ```

/// The number of words per group.
pub(crate) const GROUP: usize = 64;
/// The size of a group in bytes.
pub(crate) const GROUP_BYTES: usize = 20;

/// Appends a compressed bit string, given in words, to `out`.
pub fn pack(words: &[u64], out: &mut Vec<u8>) {
    let mut before = 0_u32;
    for group in words.chunks(GROUP) {
        let set = |wanted: fn(u64) -> bool| {
            group.iter().enumerate().fold(0_u64, |set, (i, &word)| set | u64::from(wanted(word)) << i)
        };
        let stored = set(|word| word != 0 && word != !0);
        let ones = set(|word| word == !0);
        out.extend(stored.to_le_bytes());
        out.extend(ones.to_le_bytes());
        out.extend(before.to_le_bytes());
        before += stored.count_ones();
    }
    for word in words.iter().filter(|&&word| word != 0 && word != !0) {
        out.extend(word.to_le_bytes());
    }
}

/// A compressed bit string.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    groups: &'a [u8],
    words: &'a [u8],
}

/// The header of 64 words.
#[derive(Clone, Copy, Default)]
pub(crate) struct Group {
    pub(crate) stored: u64,
    pub(crate) ones: u64,
    before: u32,
}

impl Group {
    #[inline]
    pub(crate) fn read(bytes: &[u8; GROUP_BYTES]) -> Option<Group> {
        let long = |at: usize| bytes[at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let before = u32::from_le_bytes(*bytes[16..].first_chunk()?);
        Some(Group { stored: long(0)?, ones: long(8)?, before })
    }

    /// Returns the index of a stored word among all stored words.
    #[inline]
    pub(crate) fn place(&self, bit: usize) -> usize {
        self.before as usize + (self.stored & ((1 << bit) - 1)).count_ones() as usize
    }
}

impl<'a> Packed<'a> {
    /// Reads the string at the start of `bytes`, which had `words` words before compression. `None` if it is
    /// malformed.
    #[inline]
    pub fn new(bytes: &'a [u8], words: usize) -> Option<Packed<'a>> {
        let (groups, words) = bytes.split_at_checked(words.div_ceil(GROUP) * GROUP_BYTES)?;
        Some(Packed { groups, words })
    }

    /// Returns a word of the string; `None` if it does not exist.
    #[inline]
    pub fn word(&self, index: usize) -> Option<u64> {
        let group = self.group(index / GROUP)?;
        let bit = index % GROUP;
        if group.stored >> bit & 1 == 0 {
            return Some(if group.ones >> bit & 1 == 1 { !0 } else { 0 });
        }
        self.stored(group.place(bit))
    }

    #[inline]
    fn group(&self, number: usize) -> Option<Group> {
        Group::read(self.groups.get(number * GROUP_BYTES..)?.first_chunk()?)
    }

    #[inline]
    fn stored(&self, place: usize) -> Option<u64> {
        self.words.get(8 * place..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// Returns the first `count` words of the string.
    pub fn words(&self, count: usize) -> Option<Vec<u64>> {
        (0..count).map(|index| self.word(index)).collect()
    }
}

/// Reads up to 32 bits of each of several strings, the first lowest. `None` if a bit does not exist.
///
/// First all groups are prefetched, then all words, so that the code waits for memory twice in total and not
/// twice per bit.
#[inline]
pub fn bits<const STRINGS: usize>(strings: [Packed<'_>; STRINGS], indices: &[u32]) -> Option<[u32; STRINGS]> {
    let group_of = |index: u32| index as usize / 64 / GROUP;
    for &index in indices {
        for string in strings {
            prefetch(string.groups, group_of(index) * GROUP_BYTES);
        }
    }
    let mut bits = [0; STRINGS];
    let mut stored = [0_u32; STRINGS];
    let mut places = [[0_u32; 32]; STRINGS];
    for (i, &index) in indices.iter().enumerate() {
        let word = index as usize / 64 % GROUP;
        for (which, string) in strings.iter().enumerate() {
            let group = string.group(group_of(index))?;
            let is_stored = (group.stored >> word & 1) as u32;
            bits[which] |= ((group.ones >> word & 1) as u32) << i;
            stored[which] |= is_stored << i;
            // If no word is stored, the first one is fetched, which costs less than a branch.
            places[which][i] = group.place(word) as u32 * is_stored;
            prefetch(string.words, 8 * places[which][i] as usize);
        }
    }
    for (which, string) in strings.iter().enumerate() {
        while stored[which] != 0 {
            let i = stored[which].trailing_zeros() as usize;
            let word = string.stored(places[which][i] as usize)?;
            bits[which] |= ((word >> (indices[i] % 64) & 1) as u32) << i;
            stored[which] &= stored[which] - 1;
        }
    }
    Some(bits)
}

/// Prefetches a byte.
#[allow(unsafe_code, reason = "there is no safe way to ask; without it `bits` takes a tenth longer")]
#[inline]
fn prefetch(bytes: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and is valid for any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_words_are_read_back() {
        let mut rng = chautari_game::Rng::new(3);
        for length in [0, 1, 63, 64, 65, 1000] {
            let words: Vec<u64> = (0..length)
                .map(|_| match rng.below(4) {
                    0 => 0,
                    1 => !0,
                    _ => rng.next_u64(),
                })
                .collect();
            let mut bytes = Vec::new();
            pack(&words, &mut bytes);
            let packed = Packed::new(&bytes, length).unwrap();
            assert!((0..length).all(|i| packed.word(i) == Some(words[i])));
            assert_eq!(packed.words(length).as_ref(), Some(&words));
            let bit = |i: usize| (words[i / 64] >> (i % 64) & 1) as u32;
            assert!((0..64 * length).all(|i| super::bits([packed], &[i as u32]) == Some([bit(i)])));
            for _ in 0..length {
                let indices: [u32; 21] = std::array::from_fn(|_| rng.below(64 * length) as u32);
                let [bits, again] = super::bits([packed; 2], &indices).unwrap();
                assert_eq!(bits, again);
                assert!((0..21).all(|i| bits >> i & 1 == bit(indices[i] as usize)));
            }
        }
    }

    #[test]
    fn truncated_strings_are_rejected() {
        let words = [1, 2, 3];
        let mut bytes = Vec::new();
        pack(&words, &mut bytes);
        bytes.truncate(bytes.len() - 1);
        assert_eq!(Packed::new(&bytes, 3).unwrap().word(2), None);
        assert_eq!(super::bits([Packed::new(&bytes, 3).unwrap()], &[64, 128]), None);
        assert!(Packed::new(&bytes[..19], 3).is_none());
    }
}
