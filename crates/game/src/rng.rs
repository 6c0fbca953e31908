//! Seeded random numbers: the same seed gives the same sequence on every platform.

/// A small pseudorandom number generator (SplitMix64). Not cryptographically secure.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator; equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Creates the `number`-th of many independent generators with a common seed.
    #[must_use]
    pub const fn stream(seed: u64, number: u64) -> Rng {
        Rng(Rng(seed).next_u64() ^ Rng(number).next_u64())
    }

    /// Returns the next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix64(self.0)
    }

    /// Returns a number in `0..n`; `n` must not be 0.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// Returns a random element; `None` if there are none.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())).cloned() }
    }
}

/// Mixes the bits of a word. The function is a bijection: different inputs have different outputs.
pub const fn mix64(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!([rng.next_u64(), rng.next_u64()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn every_item_is_picked() {
        let mut rng = Rng::stream(1, 2);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[rng.pick(&[0, 1, 2, 3, 4, 5]).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
