//! Long strings of bits, packed so that any one of them is found at once.
//!
//! Words that are all zeros or all ones are left out. For every 64 words a group says which words
//! are there, which of the others are ones, and how many words came before.
//!
//! ```text
//! group    8 bytes   the set of words that are stored
//!          8 bytes   of those that are not, the set that is all ones
//!          4 bytes   how many words all groups before this store
//! …                  one group for every 64 words
//! words    8 bytes each, those that are stored
//! ```

/// Words a group tells of.
const GROUP: usize = 64;
/// Bytes of a group.
const GROUP_BYTES: usize = 20;

/// Appends a string of bits, given in words, to `out`.
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

/// A packed string of bits.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    groups: &'a [u8],
    words: &'a [u8],
}

impl<'a> Packed<'a> {
    /// The string at the start of `bytes`, which had `words` words before it was packed. `None`
    /// where it cannot be one.
    #[inline]
    pub fn new(bytes: &'a [u8], words: usize) -> Option<Packed<'a>> {
        let (groups, words) = bytes.split_at_checked(words.div_ceil(GROUP) * GROUP_BYTES)?;
        Some(Packed { groups, words })
    }

    /// A word of the string. `None` where there is no such word.
    #[inline]
    pub fn word(&self, index: usize) -> Option<u64> {
        let group = self.groups.get(index / GROUP * GROUP_BYTES..)?.first_chunk::<GROUP_BYTES>()?;
        let long = |at: usize| group[at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let (stored, ones) = (long(0)?, long(8)?);
        let bit = index % GROUP;
        if stored >> bit & 1 == 0 {
            return Some(if ones >> bit & 1 == 1 { !0 } else { 0 });
        }
        let before = u32::from_le_bytes(*group[16..].first_chunk()?);
        let at = before as usize + (stored & ((1 << bit) - 1)).count_ones() as usize;
        self.words.get(8 * at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// The first words of the string, this many.
    pub fn words(&self, count: usize) -> Option<Vec<u64>> {
        (0..count).map(|index| self.word(index)).collect()
    }

    /// A bit of the string.
    #[inline]
    pub fn bit(&self, index: usize) -> Option<bool> {
        Some(self.word(index / 64)? >> (index % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_words_come_back() {
        let mut dice = chautari_game::Dice::new(3);
        for length in [0, 1, 63, 64, 65, 1000] {
            let words: Vec<u64> = (0..length)
                .map(|_| match dice.below(4) {
                    0 => 0,
                    1 => !0,
                    _ => dice.roll(),
                })
                .collect();
            let mut bytes = Vec::new();
            pack(&words, &mut bytes);
            let packed = Packed::new(&bytes, length).unwrap();
            assert!((0..length).all(|i| packed.word(i) == Some(words[i])));
            assert_eq!(packed.words(length).as_ref(), Some(&words));
            let bit = |i: usize| Some(words[i / 64] >> (i % 64) & 1 == 1);
            assert!((0..64 * length).all(|i| packed.bit(i) == bit(i)));
        }
    }

    #[test]
    fn what_is_cut_off_is_not_made_up() {
        let words = [1, 2, 3];
        let mut bytes = Vec::new();
        pack(&words, &mut bytes);
        bytes.truncate(bytes.len() - 1);
        assert_eq!(Packed::new(&bytes, 3).unwrap().word(2), None);
        assert!(Packed::new(&bytes[..19], 3).is_none());
    }
}
