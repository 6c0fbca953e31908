//! Chance that can be repeated.

/// A stream of random numbers that its seed decides: SplitMix64.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Dice of their own for the `number`-th of many things that share a seed.
    #[must_use]
    pub fn nth(seed: u64, number: u64) -> Dice {
        let mut dice = Dice(seed);
        Dice(dice.roll() ^ Dice(number).roll())
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of a list, each alike; `None` only of an empty one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(((u128::from(self.roll()) * from.len() as u128) >> 64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!([dice.roll(), dice.roll()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn every_item_is_picked() {
        let mut dice = Dice::nth(1, 2);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[*dice.pick(&[0, 1, 2, 3, 4, 5]).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
