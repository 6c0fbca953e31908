//! The learned evaluation: a network that corrects the hand-crafted one.
//!
//! A feature is a pattern: the seven cells around a cell along an axis, with walls beyond the edge. It is
//! active as often as the pattern occurs on the board, anywhere and in either direction; further features
//! give the numbers of captured pairs. The second side sees the colours exchanged. `learn/README.md`
//! describes how the network was trained.

use std::sync::LazyLock;

use chautari_game::{Position as _, Side};
use chautari_nnue::{Accumulator, Columns, Damage, Network};

use crate::board::Axis;
use crate::line_state::LineState;
use crate::{Cell, CellSet, PAIRS_TO_WIN, Position};

/// The size of the hidden layer per perspective.
const HIDDEN: usize = 32;

/// The number of cells on either side of a pattern's middle.
const ARM: u16 = 3;
/// The number of cells in a pattern, two bits each.
const LENGTH: usize = 2 * ARM as usize + 1;
const REACH: i16 = ARM as i16;
/// The number of distinguished pair counts per side.
const PAIRS: usize = PAIRS_TO_WIN as usize;

/// The canonical names of patterns; a pattern read from either end has the same name.
struct Patterns {
    /// The name of a pattern by its cells: two bits each, the first for black, the second for white, both for
    /// a wall. Patterns without a stone and impossible patterns have the last name.
    names: Vec<u16>,
    /// For each name but the last, the name with colours exchanged.
    exchanged: Vec<u16>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let all = 0..1 << (2 * LENGTH);
    let firsts: Vec<usize> = all.clone().filter(|&p| p <= reversed(p) && is_possible(p)).collect();
    let name = |pattern: usize| match firsts.binary_search(&pattern.min(reversed(pattern))) {
        Ok(name) => name as u16,
        Err(_) => firsts.len() as u16,
    };
    Patterns {
        names: all.map(name).collect(),
        exchanged: firsts.iter().map(|&pattern| name(exchanged(pattern))).collect(),
    }
});

impl Patterns {
    fn count(&self) -> usize {
        self.exchanged.len()
    }
}

/// Returns the number of features: patterns, then the pair counts of the viewer and of the opponent.
fn features() -> usize {
    PATTERNS.count() + 2 * PAIRS
}

/// The number of buckets; positions are classified by the number of stones.
const BUCKETS: usize = 4;

/// The network of Gomoku.
#[derive(Debug)]
pub struct Net {
    network: Network<HIDDEN>,
    /// The columns of patterns for black and white combined, because each pattern is always active for both.
    columns: Columns<{ 2 * HIDDEN }>,
}

impl Net {
    /// Reads a network from bytes.
    pub fn read(bytes: &[u8]) -> Result<Net, Damage> {
        let network = Network::read(bytes, features(), BUCKETS)?;
        let both = PATTERNS.exchanged.iter().enumerate().map(|(name, &other)| Some([name as u16, other]));
        let columns = network.joined(both.chain([None]));
        Ok(Net { network, columns })
    }

    /// Whether [`State::evaluate`] needs the hand-crafted evaluation.
    pub(crate) fn uses_handcrafted(&self) -> bool {
        self.network.uses_handcrafted()
    }
}

/// The embedded network, used at full strength.
pub(crate) static NETWORK: LazyLock<Net> = LazyLock::new(|| {
    Net::read(include_bytes!("../network.nnue")).expect("the network in the repository is whole")
});

/// Returns the cell at a place of a pattern.
fn cell(pattern: usize, place: usize) -> usize {
    pattern >> (2 * place) & 0b11
}

fn reversed(pattern: usize) -> usize {
    (0..LENGTH).fold(0, |seen, place| seen << 2 | cell(pattern, place))
}

/// Returns a pattern with black and white exchanged.
fn exchanged(pattern: usize) -> usize {
    const BLACK: usize = 0x5555;
    (pattern & BLACK) << 1 | pattern >> 1 & BLACK
}

/// Whether a pattern is possible and has a stone: walls extend from the ends and never reach the middle.
fn is_possible(pattern: usize) -> bool {
    let middle = usize::from(ARM);
    let is_wall = |place: usize| cell(pattern, place) == 0b11;
    let ends = |outer: usize, inner: usize| !is_wall(inner) || is_wall(outer);
    (0..LENGTH).any(|place| matches!(cell(pattern, place), 0b01 | 0b10))
        && !is_wall(middle)
        && (0..middle - 1).all(|place| ends(place, place + 1) && ends(LENGTH - 1 - place, LENGTH - 2 - place))
}

/// The lines of a position, and the accumulators of both sides.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub(crate) lines: LineState,
    sums: Accumulator<{ 2 * HIDDEN }>,
}

impl State {
    /// Computes the state of a position from scratch.
    pub(crate) fn new(net: &Net, position: &Position) -> State {
        let start = net.network.start();
        let mut sums = Accumulator::joined([&start, &start]);
        let lines = LineState::new(position);
        let mut update = net.columns.update(&mut sums);
        each_pattern(&lines, Cell::all(), |name| update.add(name));
        drop(update);
        State { lines, sums }
    }

    /// Updates the state for a move.
    pub(crate) fn step(&mut self, net: &Net, before: &Position, cell: Cell, after: &Position) {
        let (mover, other) = (before.turn(), before.turn().other());
        let mut update = net.columns.update(&mut self.sums);
        if before.pairs(mover) == after.pairs(mover) {
            each_pattern_with(&self.lines, cell, |name| update.remove(name));
            self.lines.step(before, cell, after);
            each_pattern_with(&self.lines, cell, |name| update.add(name));
        } else {
            // Several stones change; patterns near more than one of them are counted once.
            let changed = (before.stones(other) - after.stones(other)) | CellSet::from_iter([cell]);
            let near =
                |cell: Cell| Axis::ALL.map(|axis| (-REACH..=REACH).filter_map(move |n| cell.along(axis, n)));
            let around: CellSet = changed.iter().flat_map(near).flatten().collect();
            each_pattern(&self.lines, around.iter(), |name| update.remove(name));
            self.lines.step(before, cell, after);
            each_pattern(&self.lines, around.iter(), |name| update.add(name));
        }
    }

    /// Returns the evaluation for the side to move, in hundredths; `handcrafted` is the hand-crafted
    /// evaluation.
    pub(crate) fn evaluate(&self, net: &Net, position: &Position, handcrafted: i32) -> i32 {
        let (network, turn) = (&net.network, position.turn());
        let sums = self.sums.halves();
        let seen = [turn, turn.other()].map(|viewer: Side| {
            let mut sums = sums[viewer.index()];
            let mut update = network.update(&mut sums);
            for (number, side) in [viewer, viewer.other()].into_iter().enumerate() {
                let pairs = usize::from(position.pairs(side)).min(PAIRS - 1);
                update.add((PATTERNS.count() + number * PAIRS + pairs) as u16);
            }
            drop(update);
            sums
        });
        network.evaluate(&seen[0], &seen[1], bucket(position), handcrafted)
    }
}

/// Visits the names of the patterns around these cells.
fn each_pattern(lines: &LineState, cells: impl Iterator<Item = Cell>, mut visit: impl FnMut(u16)) {
    let names = &PATTERNS.names;
    for cell in cells {
        for axis in 0..4 {
            visit(names[lines.pattern(cell, axis, ARM)]);
        }
    }
}

/// Visits the names of the patterns that contain a cell.
fn each_pattern_with(lines: &LineState, cell: Cell, mut visit: impl FnMut(u16)) {
    let names = &PATTERNS.names;
    for axis in 0..4 {
        lines.each_pattern(cell, axis, ARM, |pattern| visit(names[pattern]));
    }
}

fn bucket(position: &Position) -> usize {
    let stones = position.stones(Side::One).len() + position.stones(Side::Two).len();
    (stones as usize / 16).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use chautari_game::{Record, Rng};

    use super::*;
    use crate::Gomoku;

    #[test]
    fn incremental_updates_equal_a_fresh_start() {
        let mut rng = Rng::new(5);
        let mut captures = 0;
        for _ in 0..40 {
            let mut record = Record::new(Gomoku);
            let mut state = State::new(&NETWORK, record.position());
            while record.outcome().is_none() && record.moves().len() < 120 {
                // Close together, so that pairs are captured.
                let near = Cell::at(6 + rng.below(7) as u16, 6 + rng.below(7) as u16);
                let Some(cell) = near.or_else(|| rng.pick(&record.position().moves())) else { break };
                let before = *record.position();
                if record.play(cell).is_err() {
                    let Some(any) = rng.pick(&record.position().moves()) else { break };
                    record.play(any).expect("a legal move");
                    state.step(&NETWORK, &before, any, record.position());
                } else {
                    state.step(&NETWORK, &before, cell, record.position());
                }
                captures +=
                    usize::from(before.pairs(before.turn()) != record.position().pairs(before.turn()));
                assert_eq!(state.sums, State::new(&NETWORK, record.position()).sums);
            }
        }
        assert!(captures > 20, "only {captures} captures");
    }

    #[test]
    fn a_pattern_is_the_same_from_either_end_and_has_an_opposite() {
        let Patterns { names, exchanged: opposite } = &*PATTERNS;
        for pattern in 0..names.len() {
            assert_eq!(names[pattern], names[reversed(pattern)]);
            if let Some(&other) = opposite.get(usize::from(names[pattern])) {
                assert_eq!(names[exchanged(pattern)], other);
            }
        }
    }
}
