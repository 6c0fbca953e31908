//! Counting what is won, drawn and lost, up to symmetry.

use chautari_game::Side;
use chautari_solve::{DRAW, TableError, of_size};
use rayon::prelude::*;

use super::atlas::{ATLAS, Class, SLOTS, SlotMap};
use super::layer::Layer;
use super::placing::{Cube, empty_cube, goats_to_move, sizes};
use super::tables::Tables;
use crate::GOATS;
use crate::position::{GOAT_SIDE, TIGER_SIDE};

/// How many positions of a kind are won by whom. Positions that a symmetry of the board makes alike
/// are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Goats placed.
    pub placed: u8,
    /// Goats captured.
    pub captured: u8,
    /// The side to move.
    pub turn: Side,
    /// Won by the tigers.
    pub tigers: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by the goats.
    pub goats: u64,
    /// The plies of the longest win of the tigers, where distances are known.
    pub longest_tigers: Option<u8>,
    /// The plies of the longest win of the goats.
    pub longest_goats: Option<u8>,
}

impl Count {
    fn none(placed: u8, captured: u8, turn: Side) -> Count {
        let (tigers, draws, goats) = (0, 0, 0);
        Count { placed, captured, turn, tigers, draws, goats, longest_tigers: None, longest_goats: None }
    }

    /// All positions of the kind.
    pub fn total(&self) -> u64 {
        self.tigers + self.draws + self.goats
    }

    fn add(mut self, other: &Count) -> Count {
        self.tigers += other.tigers;
        self.draws += other.draws;
        self.goats += other.goats;
        self.longest_tigers = self.longest_tigers.max(other.longest_tigers);
        self.longest_goats = self.longest_goats.max(other.longest_goats);
        self
    }
}

impl Tables {
    /// The counts of the positions a layer's table decides: in the sliding phase with either side
    /// to move, in the placement phase with the tigers to move, and with the goats to move before
    /// the last goat was placed. None where the table is not there.
    pub fn count(&self, layer: Layer) -> Result<Vec<Count>, TableError> {
        match layer {
            Layer::Sliding { captured } => {
                let mut counts = self.count_sliding(captured)?;
                if captured == 0 {
                    counts.extend(self.count_cubes(GOATS)?);
                }
                Ok(counts)
            }
            Layer::Placing { placed } => self.count_cubes(placed),
        }
    }

    fn count_sliding(&self, captured: u8) -> Result<Vec<Count>, TableError> {
        let Some(table) = self.table(Layer::Sliding { captured }) else { return Ok(Vec::new()) };
        let masks = self.subsets[usize::from(captured) + 1].masks();
        let none = || [TIGER_SIDE, GOAT_SIDE].map(|turn| Count::none(GOATS, captured, turn));
        let counts = (0..table.chunks()).into_par_iter().map(|number| {
            let class = &ATLAS.classes[number];
            let (goats, tigers) = table.chunk(number)?.split_at(masks.len());
            let mut counts = none();
            for (count, distances) in counts.iter_mut().zip([tigers, goats]) {
                for (&mask, &distance) in masks.iter().zip(distances) {
                    if class.is_least(mask) {
                        count.tally(distance);
                    }
                }
            }
            Ok(counts)
        });
        counts.try_reduce(none, |a, b| Ok(std::array::from_fn(|i| a[i].add(&b[i])))).map(Vec::from)
    }

    /// Counts a layer of the placement phase with the tigers to move, unless it is the last, and
    /// the one before with the goats to move.
    fn count_cubes(&self, placed: u8) -> Result<Vec<Count>, TableError> {
        let known = if placed == GOATS {
            (0..self.rules().captures_to_win()).all(|captured| self.has(Layer::Sliding { captured }))
        } else {
            self.has(Layer::Placing { placed })
        };
        if !known {
            return Ok(Vec::new());
        }
        let kinds = |placed: u8, turn| {
            let (least, most) = sizes(self.rules(), placed);
            (least..=most).rev().map(move |size| Count::none(placed, placed - size as u8, turn))
        };
        let tigers = kinds(placed, TIGER_SIDE).filter(|_| placed < GOATS);
        let none: Vec<Count> = tigers.chain(kinds(placed - 1, GOAT_SIDE)).collect();
        let counts = ATLAS.classes.par_iter().enumerate().map_init(
            || (empty_cube(), empty_cube()),
            |(tigers, goats), (number, class)| {
                self.cube(placed, number, tigers)?;
                goats_to_move(tigers, goats);
                let mut counts = none.clone();
                for count in &mut counts {
                    let cube = if count.turn == TIGER_SIDE { &*tigers } else { &*goats };
                    count_cube(class, cube, count);
                }
                Ok(counts)
            },
        );
        let sum = |a: Vec<Count>, b: Vec<Count>| Ok(a.iter().zip(&b).map(|(a, b)| a.add(b)).collect());
        counts.try_reduce(|| none.clone(), sum)
    }
}

impl Count {
    fn tally(&mut self, distance: u8) {
        if distance == DRAW {
            self.draws += 1;
            return;
        }
        let (count, longest) = if (distance % 2 == 1) == (self.turn == TIGER_SIDE) {
            (&mut self.tigers, &mut self.longest_tigers)
        } else {
            (&mut self.goats, &mut self.longest_goats)
        };
        *count += 1;
        *longest = (*longest).max(Some(distance));
    }
}

/// Counts the sets of one size in a cube.
fn count_cube(class: &Class, cube: &Cube, count: &mut Count) {
    let size = i32::from(count.placed - count.captured);
    let (mut won, mut held, mut all) = (0, 0, 0);
    for (word, pair) in cube.iter().enumerate() {
        let wanted = of_size(word, size, size);
        won += u64::from((pair[0] & wanted).count_ones());
        held += u64::from((pair[1] & wanted).count_ones());
        all += u64::from(wanted.count_ones());
    }
    // The sets up to the symmetries of the tigers' place are as many as each symmetry keeps on the
    // average, the identity all of them.
    for turn in &class.turns {
        for mask in kept(turn).filter(|mask| mask.count_ones() as i32 == size) {
            let [win, hold] = cube[mask as usize / 64].map(|word| word >> (mask % 64) & 1);
            won += win;
            held += hold;
            all += 1;
        }
    }
    let turns = class.turns.len() as u64 + 1;
    count.tigers += won / turns;
    count.draws += held / turns - won / turns;
    count.goats += all / turns - held / turns;
}

/// The sets of slots that a symmetry keeps as they are.
fn kept(turn: &SlotMap) -> impl Iterator<Item = u32> {
    let mut cycles: Vec<u32> = Vec::new();
    for slot in 0..SLOTS {
        if cycles.iter().all(|cycle| cycle >> slot & 1 == 0) {
            let mut cycle = 0_u32;
            let mut at = slot;
            while cycle >> at & 1 == 0 {
                cycle |= 1 << at;
                at = turn[at as usize].into();
            }
            cycles.push(cycle);
        }
    }
    (0..1_u32 << cycles.len())
        .map(move |choice| (0..).zip(&cycles).fold(0, |mask, (i, cycle)| mask | (choice >> i & 1) * cycle))
}
