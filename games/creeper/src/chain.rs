//! Whether and how octagons join two bases.

use crate::board::{Octagon, octagons};

/// The neighbours of a set of octagons, along rows and columns. Some lie off the board.
const fn around(set: u64) -> u64 {
    set << 1 | set >> 1 | set << 8 | set >> 8
}

/// The member of a set that comes first.
const fn first(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The members of a set that it joins to `from`, one of them.
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

/// Whether a set of octagons joins the bases, both members of it.
pub(crate) const fn connects(set: u64, bases: u64) -> bool {
    joined(set, first(bases)) & bases == bases
}

/// Whether a set of octagons that did not join the bases does now that it holds `link`, no base.
///
/// Most links are told to be none by their neighbours: a chain comes in by one and leaves by
/// another.
pub(crate) const fn completes(set: u64, link: u64, bases: u64) -> bool {
    (around(link) & set).count_ones() >= 2 && joined(set, link) & bases == bases
}

/// A shortest chain in a set of octagons from one base to the other, if the set joins them.
pub(crate) fn shortest(set: u64, bases: u64) -> Option<Vec<Octagon>> {
    let start = first(bases);
    // The octagons one step from the start, two steps, and so on to the other base.
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

    /// Joined by either of the octagons between the ends at the lower right.
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
            assert_eq!(chain.len(), 11);
        }
    }
}
