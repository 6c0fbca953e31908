//! Chains: connectivity and distance of bases over octagons.

use crate::board::{Octagon, octagons};

/// Returns the orthogonal neighbours of a set of octagons; some may be off the board.
const fn around(set: u64) -> u64 {
    set << 1 | set >> 1 | set << 8 | set >> 8
}

/// Returns the first member of a set.
const fn first(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// Returns the members of a set that are connected to `from`, a part of it.
const fn joined(set: u64, from: u64) -> u64 {
    let mut reached = from;
    loop {
        let further = (reached | around(reached)) & set;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// Whether a set of octagons connects the bases, both members of it.
pub(crate) const fn connects(set: u64, bases: u64) -> bool {
    joined(set, first(bases)) & bases == bases
}

/// Whether adding `link`, not a base, to a set of octagons has connected the bases.
///
/// Most octagons are rejected by looking at their neighbours: a chain needs two of them.
pub(crate) const fn completes(set: u64, link: u64, bases: u64) -> bool {
    (around(link) & set).count_ones() >= 2 && joined(set, link) & bases == bases
}

/// The length of the shortest chain, including its bases.
pub(crate) const SHORTEST: u32 = 11;

/// The maximum number of missing octagons, those of a shortest chain between the bases.
const MOST_LINKS: usize = 9;

/// Returns the octagons missing on all paths between the bases, inside `open`, that lack the fewest. The set
/// and the bases are part of `open`.
pub(crate) const fn links(set: u64, open: u64, bases: u64) -> u64 {
    let start = first(bases);
    let end = bases ^ start;
    // The octagons reachable with no missing octagon, with one, and so on.
    let mut from_start = [0; MOST_LINKS];
    let mut count = 0;
    let mut reached = joined(set, start);
    while reached & end == 0 && count < MOST_LINKS {
        from_start[count] = reached;
        count += 1;
        reached = widened(set, open, reached);
    }
    // From the other end, a path that has used some missing octagons may use only the rest.
    let mut links = 0;
    let mut reached = joined(set, end);
    while count > 0 {
        count -= 1;
        links |= around(from_start[count]) & around(reached);
        reached = widened(set, open, reached);
    }
    links & open & !set
}

/// Returns what is reachable with one more missing octagon.
const fn widened(set: u64, open: u64, reached: u64) -> u64 {
    let next = (reached | around(reached)) & open;
    joined(set | next, next)
}

/// The octagons by their cost on a path between the bases, 0 to 3; the smallest given cost counts.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) nothing: u64,
    pub(crate) one: u64,
    pub(crate) two: u64,
    pub(crate) three: u64,
}

/// Returns the minimum cost of a path between the bases; `most` if none costs less.
#[inline]
pub(crate) const fn cost(cost: Cost, bases: u64, most: usize) -> usize {
    let start = first(bases);
    let end = bases ^ start;
    // The octagons reachable at the current cost, and the neighbours of those, of those reachable for one
    // less, and for two less.
    let mut reached = start;
    let (mut now, mut once, mut twice) = (around(start), 0, 0);
    let mut spent = 0;
    loop {
        let mut free = now & cost.nothing & !reached;
        while free != 0 {
            reached |= free;
            now |= around(free);
            free = now & cost.nothing & !reached;
        }
        if reached & end != 0 || spent == most {
            return spent;
        }
        let bought = (now & cost.one | once & cost.two | twice & cost.three) & !reached;
        reached |= bought;
        (now, once, twice) = (now | around(bought), now, once);
        spent += 1;
    }
}

/// Returns the octagons, and some places off the board, each of which alone would connect the bases.
pub(crate) const fn last_links(set: u64, bases: u64) -> u64 {
    let start = first(bases);
    around(joined(set, start)) & around(joined(set, bases ^ start))
}

/// Returns a shortest chain in a set of octagons from one base to the other, if there is one.
pub(crate) fn shortest(set: u64, bases: u64) -> Option<Vec<Octagon>> {
    let start = first(bases);
    // The octagons by their distance from the start, up to the other base.
    let mut rings = vec![start];
    let mut ring = start;
    let mut reached = start;
    while reached & bases != bases {
        ring = around(ring) & set & !reached;
        if ring == 0 {
            return None;
        }
        reached |= ring;
        rings.push(ring);
    }
    let mut near = bases ^ start;
    let back = rings.into_iter().rev().flat_map(|ring| {
        let link = first(ring & near);
        near = around(link);
        octagons(link)
    });
    Some(back.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BASES, OCTAGONS, drawn};

    /// Connected by either of the octagons between the ends at the lower right.
    const SPIRAL: [&[u8; 6]; 6] = [b"o..xxx", b"...x..", b"...xxx", b".....x", b"....xx", b"xxxx.o"];

    #[test]
    fn a_chain_that_lacks_one_link() {
        let bases = BASES[0];
        let broken = drawn(SPIRAL, b'x');
        assert!(!connects(broken, bases));
        assert_eq!(shortest(broken, bases), None);
        let completing: Vec<_> = octagons(OCTAGONS & !broken)
            .filter(|link| completes(broken | link.bit(), link.bit(), bases))
            .collect();
        assert_eq!(format!("{completing:?}"), "[d5-e6, e6-f7]");
        for link in completing {
            assert!(connects(broken | link.bit(), bases));
            let chain = shortest(broken | link.bit(), bases).expect("the bases are joined");
            assert_eq!(chain.len(), 15);
        }
    }

    #[test]
    fn no_chain_is_shorter_than_eleven() {
        for (bases, other) in [(BASES[0], BASES[1]), (BASES[1], BASES[0])] {
            let chain = shortest(OCTAGONS & !other, bases).expect("the bases are joined");
            assert_eq!(chain.len(), SHORTEST as usize);
        }
    }

    /// Returns the minimum cost of a path from a base to each octagon, including that octagon.
    fn costs(cost: impl Fn(u64) -> Option<usize>, from: u64) -> [usize; 64] {
        let mut least = [usize::MAX; 64];
        least[from.trailing_zeros() as usize] = 0;
        for _ in 0..36 {
            for octagon in octagons(OCTAGONS) {
                let near = octagons(around(octagon.bit()) & OCTAGONS)
                    .map(|near| least[near.bit().trailing_zeros() as usize]);
                if let (Some(cost), Some(before)) = (cost(octagon.bit()), near.min())
                    && before < usize::MAX
                {
                    let here = &mut least[octagon.bit().trailing_zeros() as usize];
                    *here = (*here).min(before + cost);
                }
            }
        }
        least
    }

    #[test]
    fn links_and_costs_are_those_of_the_shortest_ways() {
        let mut rng = chautari_game::Rng::new(1);
        let mut random = || rng.next_u64();
        for round in 0..3000 {
            let [bases, other] = if round % 2 == 0 { BASES } else { [BASES[1], BASES[0]] };
            let open = OCTAGONS & !other;
            let (start, end) = (first(bases), bases ^ first(bases));
            let set = random() & (random() | random()) & open | bases;

            let one_each = |bit: u64| (open & bit != 0).then_some(usize::from(set & bit == 0));
            let (there, back) = (costs(one_each, start), costs(one_each, end));
            let whole = there[end.trailing_zeros() as usize];
            let expected = octagons(open & !set).filter(|octagon| {
                let place = octagon.bit().trailing_zeros() as usize;
                there[place] + back[place] == whole + 1
            });
            let found = links(set, open, bases);
            assert!(octagons(found).eq(expected), "{set:x}");
            if whole > 0 {
                let last = if whole == 1 { found } else { 0 };
                assert_eq!(last_links(set, bases) & open, last, "{set:x}");
            }

            let prices = Cost { nothing: set, one: random() & open, two: random() & open, three: open };
            let Cost { nothing, one, two, three } = prices;
            let price = |bit: u64| [nothing, one, two, three].iter().position(|set| set & bit != 0);
            let least = costs(price, start)[end.trailing_zeros() as usize];
            for most in [18, 27] {
                assert_eq!(cost(prices, bases, most), least.min(most), "{set:x}");
            }
        }
    }
}
