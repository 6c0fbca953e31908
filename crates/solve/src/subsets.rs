//! Numbering the subsets of a given size.

use std::sync::LazyLock;

/// The subsets of `size` out of `points` points, numbered in the order of their masks.
#[derive(Clone, Debug)]
pub struct Subsets {
    masks: Vec<u32>,
    numbers: &'static Numbers,
}

/// The contributions of members to the number of a set: `C(p0, 1) + C(p1, 2) + …` for `p0 < p1 < …`.
///
/// The masks are split into two halves, so that two small tables are enough. They are independent of the size
/// of the sets and therefore stay in a near cache.
#[derive(Debug)]
struct Numbers {
    /// The number of the lower half, with its member count above [`COUNT_SHIFT`].
    low: Vec<u32>,
    /// The contribution of the upper half, by the number of members below it.
    high: Vec<u32>,
}

const POINTS: u32 = 26;
const LOW_POINTS: u32 = 13;
const HIGH_POINTS: u32 = POINTS - LOW_POINTS;
const COUNT_SHIFT: u32 = 27;

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let number = |mask: u32, below: u32| -> u32 {
        let members = (0..POINTS).filter(|p| mask >> p & 1 == 1);
        members.zip(below + 1..).map(|(p, i)| choose(p, i) as u32).sum()
    };
    let low = (0..1 << LOW_POINTS).map(|m: u32| number(m, 0) | m.count_ones() << COUNT_SHIFT).collect();
    let high = (0..=LOW_POINTS)
        .flat_map(|below| (0..1 << HIGH_POINTS).map(move |m: u32| number(m << LOW_POINTS, below)))
        .collect();
    Numbers { low, high }
});

/// Returns the binomial coefficient, if it fits.
pub const fn choose(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let mut result = 1_u64;
    let mut i = 0;
    while i < k {
        result = result * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    result
}

impl Subsets {
    /// Creates the numbering for up to 26 points.
    pub fn new(points: u32, size: u32) -> Subsets {
        assert!(points <= POINTS && size <= points, "no table is made for more than 26 points");
        Subsets { masks: masks(points, size), numbers: &NUMBERS }
    }

    /// Returns the number of subsets.
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// Always false: there is at least one subset.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the number of a subset of the right size.
    #[inline]
    pub fn rank(&self, mask: u32) -> usize {
        let low = self.numbers.low[(mask & ((1 << LOW_POINTS) - 1)) as usize];
        let high = self.numbers.high[((low >> COUNT_SHIFT << HIGH_POINTS) + (mask >> LOW_POINTS)) as usize];
        ((low & ((1 << COUNT_SHIFT) - 1)) + high) as usize
    }

    /// Returns the subset with this number.
    #[inline]
    pub fn mask(&self, rank: usize) -> u32 {
        self.masks[rank]
    }

    /// Returns all subsets in order.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }
}

/// Returns all masks of a size in order.
fn masks(points: u32, size: u32) -> Vec<u32> {
    let mut masks = Vec::with_capacity(choose(points, size) as usize);
    let mut mask = (1_u32 << size) - 1;
    while mask < 1 << points {
        masks.push(mask);
        if mask == 0 {
            break;
        }
        // The next larger number with the same popcount: the lowest run of ones moves its highest bit up, and
        // its other bits go to the bottom.
        let lowest = mask & mask.wrapping_neg();
        let carried = mask + lowest;
        mask = carried | (((mask ^ carried) / lowest) >> 2);
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_order_of_masks() {
        for (points, size) in [(21, 1), (21, 5), (21, 11), (25, 4), (6, 6), (12, 0)] {
            let subsets = Subsets::new(points, size);
            assert_eq!(subsets.len() as u64, choose(points, size));
            for rank in 0..subsets.len() {
                assert_eq!(subsets.rank(subsets.mask(rank)), rank);
            }
        }
    }
}
