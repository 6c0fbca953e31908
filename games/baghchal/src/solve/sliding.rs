//! Solving the sliding phase, when no goat is in hand: one graph per number of captured goats.
//!
//! Few points are empty then, so a position is its tiger class and the number of its set of empty slots. A
//! capture leads to the graph with one more capture, which is solved before.

use chautari_game::Side;
use chautari_solve::{AlternatingGraph, DRAW_BYTE, Node, Seed, Subsets, Ways};

use super::atlas::{ALL_SLOTS, ATLAS, Class, SLOTS, map_slots};
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, Capture};

/// Returns the sets of empty slots with this many captured goats.
pub(crate) fn empties(captured: u8) -> Subsets {
    Subsets::new(SLOTS, u32::from(captured) + 1)
}

/// The graph of the sliding phase with a fixed number of captured goats.
pub(crate) struct Sliding<'a> {
    pub(crate) rules: Baghchal,
    pub(crate) empties: Subsets,
    /// The graph that captures lead to, unless they end the game: its sets of empty slots, and its distances
    /// with the goats to move.
    pub(crate) above: Option<(Subsets, &'a [u8])>,
}

impl<'a> Sliding<'a> {
    pub(crate) fn new(rules: Baghchal, captured: u8, above: Option<&'a [u8]>) -> Sliding<'a> {
        let above = above.map(|distances| (empties(captured + 1), distances));
        Sliding { rules, empties: empties(captured), above }
    }

    fn class(node: Node) -> &'static Class {
        &ATLAS.classes[node.chunk as usize]
    }

    fn empty(&self, node: Node) -> u32 {
        self.empties.mask(node.offset as usize)
    }

    fn goat_seed(&self, node: Node) -> Seed {
        let (class, empty) = (Self::class(node), self.empty(node));
        let mut ways = Ways::default();
        ways.stay(each(empty).map(|to| (class.joined[to] & !empty).count_ones() as u8).sum());
        Seed::Open(ways)
    }

    fn tiger_seed(&self, node: Node) -> Seed {
        let (class, empty) = (Self::class(node), self.empty(node));
        let mut ways = Ways::default();
        let leaps = class.can_leap(empty);
        if leaps {
            self.leaps(class, empty, &mut ways);
        }
        if !(leaps && self.rules.capture() == Capture::Compulsory) {
            ways.stay(each(empty).map(|to| class.beside[to]).sum());
        }
        Seed::Open(ways)
    }

    /// Adds the captures of a position.
    fn leaps(&self, class: &Class, empty: u32, ways: &mut Ways) {
        let Some((empties, distances)) = &self.above else {
            ways.win(1);
            return;
        };
        for leap in &class.leaps {
            if empty >> leap.step.to & 1 == 0 || empty >> leap.over & 1 == 1 {
                continue;
            }
            let after = map_slots(empty | 1 << leap.over, &leap.step.map);
            match distances[usize::from(leap.step.class) * empties.len() + empties.rank(after)] {
                DRAW_BYTE => ways.draw(),
                lost if lost % 2 == 0 => ways.win(u16::from(lost) + 1),
                won => ways.lose(u16::from(won) + 1),
            }
        }
    }
}

/// Returns the members of a set of slots.
pub(crate) fn each(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let slot = set.trailing_zeros() as usize;
            set &= set - 1;
            slot
        })
    })
}

impl AlternatingGraph for Sliding<'_> {
    fn chunks(&self) -> usize {
        ATLAS.classes.len()
    }

    fn chunk_len(&self) -> usize {
        self.empties.len()
    }

    fn seed(&self, side: Side, node: Node) -> Seed {
        if side == GOAT_SIDE { self.goat_seed(node) } else { self.tiger_seed(node) }
    }

    fn each_predecessor(&self, side: Side, node: Node, mut visit: impl FnMut(Node)) {
        let (class, empty) = (Self::class(node), self.empty(node));
        if side == TIGER_SIDE {
            for left in each(empty) {
                for taken in each(class.joined[left] & !empty & ALL_SLOTS) {
                    let before = empty ^ 1 << left ^ 1 << taken;
                    visit(Node { offset: self.empties.rank(before) as u32, ..node });
                }
            }
            return;
        }
        for left in each(empty) {
            let steps = usize::from(class.unstep_starts[left])..usize::from(class.unstep_starts[left + 1]);
            for step in &class.unsteps[steps] {
                let before = map_slots(empty, &step.map);
                let must_leap = self.rules.capture() == Capture::Compulsory
                    && ATLAS.classes[usize::from(step.class)].can_leap(before);
                if !must_leap {
                    visit(Node { chunk: step.class.into(), offset: self.empties.rank(before) as u32 });
                }
            }
        }
    }
}
