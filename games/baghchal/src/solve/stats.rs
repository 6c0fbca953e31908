//! Statistics: won, drawn and lost positions up to symmetry.

use chautari_game::Side;
use chautari_solve::{DRAW_BYTE, TableError, choose, count_sizes};
use rayon::prelude::*;

use super::atlas::{ATLAS, Class, SLOTS, SlotMap};
use super::layer::Layer;
use super::placing::{Cube, empty_cube, goats_to_move, sizes};
use super::tables::{SUBSETS, Tables};
use crate::GOATS;
use crate::position::{GOAT_SIDE, TIGER_SIDE};

/// The number of positions by result. Positions that are equal up to symmetry count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of placed goats.
    pub placed: u8,
    /// The number of captured goats.
    pub captured: u8,
    /// The side to move.
    pub turn: Side,
    /// Positions won by the tigers.
    pub tigers: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions won by the goats.
    pub goats: u64,
    /// The plies of the tigers' longest win, if distances are known.
    pub longest_tigers: Option<u8>,
    /// The plies of the goats' longest win, if distances are known.
    pub longest_goats: Option<u8>,
}

impl Count {
    fn none(placed: u8, captured: u8, turn: Side) -> Count {
        let (tigers, draws, goats) = (0, 0, 0);
        Count { placed, captured, turn, tigers, draws, goats, longest_tigers: None, longest_goats: None }
    }

    /// Returns the total number of positions.
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
    /// Counts the positions of a layer with either side to move. The first goat's layer includes the starting
    /// position, which has no table of its own. Empty if the table is missing.
    pub fn count(&self, layer: Layer) -> Result<Vec<Count>, TableError> {
        match layer {
            Layer::Sliding { captured } => self.count_sliding(captured),
            Layer::Placing { placed } => {
                let mut counts = self.count_placing(placed, TIGER_SIDE)?;
                counts.extend(self.count_placing(placed, GOAT_SIDE)?);
                if placed == 1 {
                    counts.extend(self.count_placing(0, GOAT_SIDE)?);
                }
                Ok(counts)
            }
        }
    }

    fn count_sliding(&self, captured: u8) -> Result<Vec<Count>, TableError> {
        let Some(table) = self.table(Layer::Sliding { captured }) else { return Ok(Vec::new()) };
        let masks = SUBSETS[usize::from(captured) + 1].masks();
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

    fn count_placing(&self, placed: u8, turn: Side) -> Result<Vec<Count>, TableError> {
        let (least, most) = sizes(self.rules(), placed);
        let none: Vec<Count> =
            (least..=most).rev().map(|size| Count::none(placed, placed - size as u8, turn)).collect();
        let counts = ATLAS.classes.par_iter().enumerate().map_init(
            || (empty_cube(), empty_cube()),
            |(tigers, goats), (number, class)| {
                let table = placed + u8::from(turn == GOAT_SIDE);
                if self.cube(table, number, tigers)?.is_none() {
                    return Ok(Vec::new());
                }
                if turn == GOAT_SIDE {
                    goats_to_move(tigers, goats);
                }
                let cube = if turn == GOAT_SIDE { goats } else { tigers };
                let mut counts = none.clone();
                let sizes = count_sizes(cube);
                for count in &mut counts {
                    count_cube(class, cube, &sizes, count);
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
        if distance == DRAW_BYTE {
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
fn count_cube(class: &Class, cube: &Cube, sizes: &[[u64; 2]; 32], count: &mut Count) {
    let size = u32::from(count.placed - count.captured);
    let [mut won, mut held] = sizes[size as usize];
    let mut all = choose(SLOTS, size);
    // Burnside's lemma: the number of sets up to symmetry is the average number of sets that each symmetry
    // fixes, the identity fixing all.
    for turn in &class.turns {
        for mask in kept(turn).filter(|mask| mask.count_ones() == size) {
            let [win, draw] = cube[mask as usize / 64].map(|word| word >> (mask % 64) & 1);
            won += win;
            held += draw;
            all += 1;
        }
    }
    let turns = class.turns.len() as u64 + 1;
    count.tigers += won / turns;
    count.draws += held / turns - won / turns;
    count.goats += all / turns - held / turns;
}

/// Returns the sets of slots that a symmetry fixes.
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
        .map(move |choice| (0..).zip(&cycles).fold(0, |mask, (i, cycle)| mask | ((choice >> i & 1) * cycle)))
}
