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

/// What is known of 64 words.
#[derive(Clone, Copy, Default)]
struct Group {
    stored: u64,
    ones: u64,
    before: u32,
}

impl Group {
    /// Where a word that is stored stands among all of them.
    #[inline]
    fn place(&self, bit: usize) -> usize {
        self.before as usize + (self.stored & ((1 << bit) - 1)).count_ones() as usize
    }
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
        let group = self.group(index / GROUP)?;
        let bit = index % GROUP;
        if group.stored >> bit & 1 == 0 {
            return Some(if group.ones >> bit & 1 == 1 { !0 } else { 0 });
        }
        self.stored(group.place(bit))
    }

    #[inline]
    fn group(&self, number: usize) -> Option<Group> {
        let bytes = self.groups.get(number * GROUP_BYTES..)?.first_chunk::<GROUP_BYTES>()?;
        let long = |at: usize| bytes[at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let before = u32::from_le_bytes(*bytes[16..].first_chunk()?);
        Some(Group { stored: long(0)?, ones: long(8)?, before })
    }

    #[inline]
    fn stored(&self, place: usize) -> Option<u64> {
        self.words.get(8 * place..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
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

/// Up to 32 bits of each of some strings, the first lowest: as [`Packed::bit`] tells them. No branch
/// depends on what is read, so that memory is waited for twice, and not twice for every bit.
#[inline]
pub fn bits<const STRINGS: usize>(strings: [Packed<'_>; STRINGS], indices: &[u32]) -> Option<[u32; STRINGS]> {
    let mut groups = [[Group::default(); 32]; STRINGS];
    for (groups, string) in groups.iter_mut().zip(strings) {
        for (group, &index) in groups.iter_mut().zip(indices) {
            *group = string.group(index as usize / 64 / GROUP)?;
        }
    }
    let mut bits = [0; STRINGS];
    for ((bits, groups), string) in bits.iter_mut().zip(&groups).zip(strings) {
        for (i, (group, &index)) in groups.iter().zip(indices).enumerate() {
            let word = index as usize / 64 % GROUP;
            let (is_stored, is_ones) = (group.stored >> word & 1, group.ones >> word & 1);
            // Where there is no word to read, the first one is read for nothing, if there is one.
            let read = string.stored(group.place(word) * is_stored as usize);
            let read = read.or((is_stored == 0).then_some(0))?;
            *bits |= ((read >> (index % 64) & is_stored | is_ones) as u32) << i;
        }
    }
    Some(bits)
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
            for _ in 0..length {
                let indices: [u32; 21] = std::array::from_fn(|_| dice.below(64 * length) as u32);
                let [bits, again] = super::bits([packed; 2], &indices).unwrap();
                assert_eq!(bits, again);
                assert!((0..21).all(|i| Some(bits >> i & 1 == 1) == bit(indices[i] as usize)));
            }
        }
    }

    #[test]
    fn what_is_cut_off_is_not_made_up() {
        let words = [1, 2, 3];
        let mut bytes = Vec::new();
        pack(&words, &mut bytes);
        bytes.truncate(bytes.len() - 1);
        assert_eq!(Packed::new(&bytes, 3).unwrap().word(2), None);
        assert_eq!(super::bits([Packed::new(&bytes, 3).unwrap()], &[64, 128]), None);
        assert!(Packed::new(&bytes[..19], 3).is_none());
    }
}
