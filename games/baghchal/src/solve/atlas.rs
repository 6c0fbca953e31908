//! The placements of four tigers up to symmetry, and how tiger moves connect them.
//!
//! The goats live on the 21 points without a tiger. Numbered in order these are the *slots* of a tiger class,
//! and a set of goats is a mask of 21 bits. A tiger that moves from `a` to `b` frees one slot and takes
//! another; after the tigers are transformed to their canonical placement again, the slots of the old class
//! become those of the new one by a permutation in which `b` becomes `a`.

use std::sync::LazyLock;

use chautari_solve::Subsets;

use crate::board::{BOARD, DIRECTIONS, Direction, image, points};
use crate::{Point, Position};

/// The points in the order of their slots: the centre, the corners, and so on, with points that a symmetry
/// exchanges next to each other. So symmetries move slots only a little, and mostly inside words of a cube.
const ORDER: [u8; 25] =
    [12, 0, 4, 20, 24, 2, 10, 14, 22, 6, 8, 16, 18, 7, 11, 13, 17, 1, 3, 5, 9, 15, 19, 21, 23];

/// Converts a set of points to a set of places in [`ORDER`].
fn ordered(set: u32) -> u32 {
    (0..).zip(ORDER).fold(0, |places, (place, point)| places | (set >> point & 1) << place)
}

/// The number of slots: the points without a tiger.
pub(crate) const SLOTS: u32 = 21;
/// All slots.
pub(crate) const ALL_SLOTS: u32 = (1 << SLOTS) - 1;

const SYMMETRIES: usize = <Position as chautari_game::Position>::SYMMETRIES;

/// For each slot of one class, the corresponding slot of another.
pub(crate) type SlotMap = [u8; SLOTS as usize];

/// Returns the image of a set of slots.
#[inline]
pub(crate) fn map_slots(mut set: u32, map: &SlotMap) -> u32 {
    let mut mapped = 0;
    while set != 0 {
        mapped |= 1 << map[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    mapped
}

/// A tiger's step, from the point of view of the class it leaves.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The slot it moves to.
    pub(crate) to: u8,
    /// The class it leads to.
    pub(crate) class: u16,
    /// The mapping of the slots; `to` becomes the slot the tiger left.
    pub(crate) map: SlotMap,
}

/// A tiger's leap, from the point of view of the class it leaves.
#[derive(Clone, Debug)]
pub(crate) struct Leap {
    /// The slot it leaps over.
    pub(crate) over: u8,
    /// The step with the same start and destination.
    pub(crate) step: Step,
}

/// A class of tiger placements that are equal up to symmetry.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The points of the canonical placement.
    pub(crate) tigers: u32,
    /// The canonical placement as places in [`ORDER`].
    tigers_ordered: u32,
    /// For each slot, the slots connected to it by a line.
    pub(crate) joined: [u32; SLOTS as usize],
    /// For each slot, the number of adjacent tigers.
    pub(crate) beside: [u8; SLOTS as usize],
    /// For each slot, the slots a tiger may leap over to get there.
    pub(crate) leapt: [u32; SLOTS as usize],
    /// The tigers' steps, in the order of their slots.
    pub(crate) steps: Vec<Step>,
    /// The tigers' leaps, in the order of their slots.
    pub(crate) leaps: Vec<Leap>,
    /// The steps that lead to this class, with inverted maps: `to` is the slot the tiger left.
    pub(crate) unsteps: Vec<Step>,
    /// The start of each slot's entries in `unsteps`.
    pub(crate) unstep_starts: [u8; SLOTS as usize + 1],
    /// The effect on the slots of the symmetries that keep the tigers in place, without the identity.
    pub(crate) turns: Vec<SlotMap>,
}

impl Class {
    /// Whether a tiger can capture when these slots are empty.
    #[inline]
    pub(crate) fn can_leap(&self, empty: u32) -> bool {
        let mut left = empty;
        while left != 0 {
            if self.leapt[left.trailing_zeros() as usize] & !empty != 0 {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Converts a set of points without a tiger, given by [`ORDER`], to slots.
    #[inline]
    fn slots(&self, ordered: u32) -> u32 {
        let mut tigers = self.tigers_ordered;
        let mut slots = ordered;
        while tigers != 0 {
            // The highest first, so that the lower ones keep their places.
            let tiger = tigers.ilog2();
            let below = (1 << tiger) - 1;
            slots = (slots & below) | ((slots >> 1) & !below);
            tigers ^= 1 << tiger;
        }
        slots
    }

    /// Converts a set of slots to points.
    pub(crate) fn points(&self, slots: u32) -> u32 {
        let free = ORDER.into_iter().filter(|point| self.tigers >> point & 1 == 0);
        (0..).zip(free).fold(0, |set, (slot, point)| set | (slots >> slot & 1) << point)
    }

    /// Whether a set of slots is the smallest of its images, which represents all of them.
    pub(crate) fn is_least(&self, slots: u32) -> bool {
        self.turns.iter().all(|turn| map_slots(slots, turn) >= slots)
    }

    fn point(&self, slot: u8) -> Point {
        points(self.points(1 << slot)).next().expect("every slot is on a point")
    }

    fn slot(&self, point: Point) -> u8 {
        self.slots(ordered(point.bit())).trailing_zeros() as u8
    }
}

/// All tiger classes.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub(crate) classes: Vec<Class>,
    /// The class of each set of four points, and the symmetry that leads to its canonical placement.
    places: Vec<(u16, u8)>,
    sets: Subsets,
    /// The image of each row of the board by [`ORDER`], by symmetry, row and contents.
    rows: Vec<[[u32; 32]; 5]>,
}

/// The only instance of the atlas.
pub(crate) static ATLAS: LazyLock<Atlas> = LazyLock::new(Atlas::new);

impl Atlas {
    fn new() -> Atlas {
        let sets = Subsets::new(Point::COUNT.into(), 4);
        let mut places = vec![(u16::MAX, 0); sets.len()];
        let mut canonical = Vec::new();
        for &tigers in sets.masks() {
            if places[sets.rank(tigers)].0 != u16::MAX {
                continue;
            }
            for symmetry in 0..SYMMETRIES {
                let from = image(tigers, symmetry);
                let back = (0..SYMMETRIES).find(|&s| image(from, s) == tigers).unwrap_or(0);
                places[sets.rank(from)] = (canonical.len() as u16, back as u8);
            }
            places[sets.rank(tigers)] = (canonical.len() as u16, 0);
            canonical.push(tigers);
        }
        let rows = (0..SYMMETRIES)
            .map(|s| {
                std::array::from_fn(|row| {
                    std::array::from_fn(|set| ordered(image((set as u32) << (5 * row), s)))
                })
            })
            .collect();
        let classes = canonical.into_iter().map(Class::bare).collect();
        let mut atlas = Atlas { classes, places, sets, rows };
        atlas.add_moves();
        atlas.add_unsteps();
        atlas
    }

    /// Returns the class of these tigers and the symmetry that leads to its canonical placement.
    #[inline]
    pub(crate) fn place(&self, tigers: u32) -> (u16, u8) {
        self.places[self.sets.rank(tigers)]
    }

    /// Returns the class of a position's tigers and the slots of its goats.
    #[inline]
    pub(crate) fn locate(&self, tigers: u32, goats: u32) -> (u16, u32) {
        let (class, symmetry) = self.place(tigers);
        let rows = &self.rows[usize::from(symmetry)];
        let turned = (0..5).fold(0, |set, row| set | rows[row][(goats >> (5 * row) & 31) as usize]);
        (class, self.classes[usize::from(class)].slots(turned))
    }

    fn add_moves(&mut self) {
        for index in 0..self.classes.len() {
            let class = &self.classes[index];
            let (mut steps, mut leaps) = (Vec::new(), Vec::new());
            for to in points(BOARD & !class.tigers) {
                for direction in DIRECTIONS {
                    let Some(near) = back(to, direction) else { continue };
                    if class.tigers & near.bit() != 0 {
                        steps.push(self.step(class, near, to));
                    } else if let Some(far) = back(near, direction)
                        && class.tigers & far.bit() != 0
                    {
                        leaps.push(Leap { over: class.slot(near), step: self.step(class, far, to) });
                    }
                }
            }
            steps.sort_by_key(|step: &Step| step.to);
            leaps.sort_by_key(|leap: &Leap| leap.step.to);
            let class = &mut self.classes[index];
            for leap in &leaps {
                class.leapt[usize::from(leap.step.to)] |= 1 << leap.over;
            }
            for step in &steps {
                class.beside[usize::from(step.to)] += 1;
            }
            (class.steps, class.leaps) = (steps, leaps);
        }
    }

    fn step(&self, class: &Class, from: Point, to: Point) -> Step {
        let tigers = class.tigers ^ from.bit() ^ to.bit();
        let (next, symmetry) = self.place(tigers);
        let next_class = &self.classes[usize::from(next)];
        let map = std::array::from_fn(|slot| {
            let point = class.point(slot as u8);
            let goes = if point == to { from } else { point };
            next_class.slot(goes.image(symmetry.into()))
        });
        Step { to: class.slot(to), class: next, map }
    }

    fn add_unsteps(&mut self) {
        let mut unsteps = vec![Vec::new(); self.classes.len()];
        for (index, class) in self.classes.iter().enumerate() {
            for step in &class.steps {
                let mut map = [0; SLOTS as usize];
                for (slot, &goes) in step.map.iter().enumerate() {
                    map[usize::from(goes)] = slot as u8;
                }
                let to = step.map[usize::from(step.to)];
                unsteps[usize::from(step.class)].push(Step { to, class: index as u16, map });
            }
        }
        for (class, mut unsteps) in self.classes.iter_mut().zip(unsteps) {
            unsteps.sort_by_key(|step| step.to);
            class.unstep_starts = std::array::from_fn(|slot| {
                unsteps.iter().filter(|step| usize::from(step.to) < slot).count() as u8
            });
            class.unsteps = unsteps;
        }
    }
}

/// Returns the point from which a step in a direction leads to this one.
fn back(to: Point, direction: Direction) -> Option<Point> {
    points(direction.steps).find(|from| from.step(direction) == Some(to))
}

impl Class {
    /// Creates a class without its moves.
    fn bare(tigers: u32) -> Class {
        let mut class = Class {
            tigers,
            tigers_ordered: ordered(tigers),
            joined: [0; SLOTS as usize],
            beside: [0; SLOTS as usize],
            leapt: [0; SLOTS as usize],
            steps: Vec::new(),
            leaps: Vec::new(),
            unsteps: Vec::new(),
            unstep_starts: [0; SLOTS as usize + 1],
            turns: Vec::new(),
        };
        let free: [Point; SLOTS as usize] = std::array::from_fn(|slot| class.point(slot as u8));
        class.joined = std::array::from_fn(|slot| {
            free.iter().filter(|point| point.joins(free[slot])).fold(0, |set, &p| set | 1 << class.slot(p))
        });
        class.turns = (1..SYMMETRIES)
            .filter(|&s| image(tigers, s) == tigers)
            .map(|s| free.map(|point| class.slot(point.image(s))))
            .collect();
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1666_classes() {
        assert_eq!(ATLAS.classes.len(), 1666);
        assert!(ATLAS.classes.iter().all(|class| class.tigers.count_ones() == 4));
    }

    #[test]
    fn slots_and_points_are_inverse() {
        for class in &ATLAS.classes {
            let free = BOARD & !class.tigers;
            assert_eq!((class.slots(ordered(free)), class.points(ALL_SLOTS)), (ALL_SLOTS, free));
            for slot in 0..SLOTS as u8 {
                assert_eq!(class.slot(class.point(slot)), slot);
            }
        }
    }

    #[test]
    fn inverted_steps_lead_back() {
        for (index, class) in ATLAS.classes.iter().enumerate() {
            for step in &class.unsteps {
                let found = ATLAS.classes[usize::from(step.class)].steps.iter().any(|forth| {
                    usize::from(forth.class) == index
                        && (0..SLOTS)
                            .all(|slot| map_slots(map_slots(1 << slot, &forth.map), &step.map) == 1 << slot)
                });
                assert!(found);
            }
        }
    }
}
