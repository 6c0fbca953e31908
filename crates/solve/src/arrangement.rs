//! Numbering the arrangements of several kinds of indistinguishable men on a board.

use crate::choose;

/// The maximum number of points on a board.
const POINTS: usize = 64;
/// The maximum number of men of one kind.
const MEN: usize = 4;

static CHOOSE: [[u32; MEN + 1]; POINTS + 1] = {
    let mut table = [[0; MEN + 1]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        let mut k = 0;
        while k <= MEN {
            table[n][k] = choose(n as u32, k as u32) as u32;
            k += 1;
        }
        n += 1;
    }
    table
};

/// A kind of men: how many there are and on how many points they can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The number of points available to them, up to 64.
    pub points: u8,
    /// The number of men, up to four.
    pub men: u8,
}

/// The arrangements of men of several kinds. Men of one kind never share a point; men of different kinds may,
/// and callers have to handle such arrangements.
#[derive(Clone, Debug)]
pub struct Arrangements {
    kinds: Vec<Kind>,
    len: usize,
}

impl Arrangements {
    /// Creates the numbering for these kinds.
    pub fn new(kinds: Vec<Kind>) -> Arrangements {
        assert!(kinds.iter().all(|kind| usize::from(kind.points) <= POINTS && usize::from(kind.men) <= MEN));
        let len = kinds.iter().map(|kind| CHOOSE[usize::from(kind.points)][usize::from(kind.men)] as usize);
        Arrangements { len: len.product(), kinds }
    }

    /// Returns the number of arrangements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no arrangements, as with more men than points.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of an arrangement, given the points of the first kind's men in any order, then
    /// those of the second kind, and so on.
    #[inline]
    pub fn rank(&self, places: &[u8]) -> usize {
        let mut number = 0;
        let mut at = 0;
        for kind in &self.kinds {
            let men = usize::from(kind.men);
            if men == 1 {
                number = number * usize::from(kind.points) + usize::from(places[at]);
                at += 1;
                continue;
            }
            let len = CHOOSE[usize::from(kind.points)][men] as usize;
            let mut sorted = [0; MEN];
            sorted[..men].copy_from_slice(&places[at..at + men]);
            sorted[..men].sort_unstable();
            let members = sorted[..men].iter().zip(1..);
            let rank: u32 = members.map(|(&point, size)| CHOOSE[usize::from(point)][size]).sum();
            number = number * len + rank as usize;
            at += men;
        }
        number
    }

    /// Returns the arrangement with this number, the men of each kind in ascending order.
    #[inline]
    pub fn places(&self, mut number: usize, places: &mut [u8]) {
        let mut end: usize = self.kinds.iter().map(|kind| usize::from(kind.men)).sum();
        for kind in self.kinds.iter().rev() {
            let len = CHOOSE[usize::from(kind.points)][usize::from(kind.men)] as usize;
            let mut rank = (number % len) as u32;
            number /= len;
            let mut point = usize::from(kind.points);
            for size in (1..=usize::from(kind.men)).rev() {
                end -= 1;
                // The highest member is the last point below which there are no more sets than the remaining
                // number.
                point = if size == 1 {
                    rank as usize
                } else {
                    (0..point).rev().find(|&p| CHOOSE[p][size] <= rank).unwrap_or(0)
                };
                rank -= CHOOSE[point][size];
                places[end] = point as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_arrangements_are_one_to_one() {
        let kind = |points, men| Kind { points, men };
        for kinds in [vec![], vec![kind(64, 1), kind(48, 2)], vec![kind(10, 4), kind(3, 1), kind(5, 3)]] {
            let arrangements = Arrangements::new(kinds.clone());
            let men: usize = kinds.iter().map(|kind| usize::from(kind.men)).sum();
            let mut seen = std::collections::HashSet::new();
            for number in 0..arrangements.len() {
                let mut places = vec![0; men];
                arrangements.places(number, &mut places);
                assert_eq!(arrangements.rank(&places), number);
                let mut at = 0;
                for kind in &kinds {
                    let like = &mut places[at..at + usize::from(kind.men)];
                    assert!(like.is_sorted_by(|a, b| a < b) && like.iter().all(|&p| p < kind.points));
                    like.reverse();
                    at += usize::from(kind.men);
                }
                assert_eq!(arrangements.rank(&places), number);
                assert!(seen.insert(places));
            }
        }
    }
}
