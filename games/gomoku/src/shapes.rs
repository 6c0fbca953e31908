//! What a player sees on the lines, for every cell of the board at once.

#![allow(clippy::inline_always, reason = "shifts are cheap where axis and steps are known when compiled")]

use std::ops::ControlFlow;

use crate::board::Axis;
use crate::{Cell, CellSet};

/// The empty cells where a stone would make five or more in a row along an axis.
#[inline(always)]
fn fives_along(own: CellSet, axis: Axis) -> CellSet {
    let (ahead1, behind1) = (own.ahead(axis, 1), own.behind(axis, 1));
    let (ahead2, behind2) = (ahead1 & own.ahead(axis, 2), behind1 & own.behind(axis, 2));
    let (ahead3, behind3) = (ahead2 & own.ahead(axis, 3), behind2 & own.behind(axis, 3));
    (ahead3 & (own.ahead(axis, 4) | behind1))
        | (ahead2 & behind2)
        | (behind3 & (own.behind(axis, 4) | ahead1))
}

/// The empty cells where a stone would make five or more in a row.
#[inline]
pub(crate) fn fives(own: CellSet, empty: CellSet) -> CellSet {
    let found = fives_along(own, Axis::ROW)
        | fives_along(own, Axis::COLUMN)
        | fives_along(own, Axis::FALLING)
        | fives_along(own, Axis::RISING);
    found & empty
}

/// The empty cells next to a pair of `other` whose far side is empty too: a stone there threatens to
/// take the pair.
#[inline]
pub(crate) fn flanks(other: CellSet, empty: CellSet) -> CellSet {
    flanks_along(other, empty, Axis::ROW)
        | flanks_along(other, empty, Axis::COLUMN)
        | flanks_along(other, empty, Axis::FALLING)
        | flanks_along(other, empty, Axis::RISING)
}

#[inline(always)]
fn flanks_along(other: CellSet, empty: CellSet, axis: Axis) -> CellSet {
    let open = other & other.ahead(axis, 1) & empty.behind(axis, 1) & empty.ahead(axis, 2);
    open.ahead(axis, 1) | open.behind(axis, 2)
}

/// Five consecutive cells along an axis without a stone of the other side, by the number of own stones
/// there and known by the first of them: where a five can still come about.
struct Windows {
    one: CellSet,
    two: CellSet,
    three: CellSet,
    four: CellSet,
}

#[inline(always)]
fn windows(own: CellSet, empty: CellSet, axis: Axis) -> Windows {
    let free = own | empty;
    let free2 = free & free.ahead(axis, 1);
    let free5 = free2 & free2.ahead(axis, 2) & free.ahead(axis, 4);
    // Two full adders: the five stones become a sum of ones, and two carries.
    let (sum, carry) = add(own, own.ahead(axis, 1), own.ahead(axis, 2));
    let (ones, carry2) = add(sum, own.ahead(axis, 3), own.ahead(axis, 4));
    let (twos, fours) = (carry ^ carry2, carry & carry2);
    let (odd, even) = (free5 & ones, free5 - ones);
    Windows { one: odd - twos - fours, two: even & twos, three: odd & twos, four: even & fours }
}

/// For every cell the sum of three bits, and what it carries.
#[inline(always)]
fn add(one: CellSet, two: CellSet, three: CellSet) -> (CellSet, CellSet) {
    let half = one ^ two;
    (half ^ three, (one & two) | (half & three))
}

/// The cells of five that begin at these.
#[inline(always)]
fn spread(first: CellSet, axis: Axis) -> CellSet {
    let two = first | first.behind(axis, 1);
    two | two.behind(axis, 2) | first.behind(axis, 4)
}

/// What the lines of one side are worth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// How many windows hold one, two and three stones.
    pub(crate) windows: [u32; 3],
    /// How many lines of three become an open four by one stone.
    pub(crate) open_threes: u32,
}

/// Looks at the lines of one side.
#[inline]
pub(crate) fn glance(own: CellSet, empty: CellSet) -> Glance {
    let mut glance = Glance::default();
    glance_along(&mut glance, own, empty, Axis::ROW);
    glance_along(&mut glance, own, empty, Axis::COLUMN);
    glance_along(&mut glance, own, empty, Axis::FALLING);
    glance_along(&mut glance, own, empty, Axis::RISING);
    glance
}

#[inline(always)]
fn glance_along(glance: &mut Glance, own: CellSet, empty: CellSet, axis: Axis) {
    let Windows { one, two, three, .. } = windows(own, empty, axis);
    glance.windows[0] += one.len();
    glance.windows[1] += two.len();
    glance.windows[2] += three.len();
    glance.open_threes += open_threes(three, empty, axis).len();
}

/// The first of six cells whose ends are empty and whose middle four hold three stones.
#[inline(always)]
fn open_threes(three: CellSet, empty: CellSet, axis: Axis) -> CellSet {
    three & three.ahead(axis, 1) & empty
}

/// What a stone of a side would do on the empty cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plans {
    /// Where it makes a five.
    pub(crate) fives: CellSet,
    /// Where it makes a four.
    pub(crate) fours: CellSet,
    /// Where it makes a four that is open at both ends.
    pub(crate) open_fours: CellSet,
    /// Where it makes two fours, or a four and a three, along different lines.
    pub(crate) doubles: CellSet,
    /// Where it makes three of a possible five, with room to spare.
    pub(crate) threes: CellSet,
}

/// Finds what a side could do, and tells for each axis where a stone would join one, two and three
/// others.
#[inline(always)]
pub(crate) fn plans(own: CellSet, empty: CellSet, mut tell: impl FnMut([CellSet; 3])) -> Plans {
    let mut plans = Plans::default();
    tell(plans_along(&mut plans, own, empty, Axis::ROW));
    tell(plans_along(&mut plans, own, empty, Axis::COLUMN));
    tell(plans_along(&mut plans, own, empty, Axis::FALLING));
    tell(plans_along(&mut plans, own, empty, Axis::RISING));
    plans
}

#[inline(always)]
fn plans_along(plans: &mut Plans, own: CellSet, empty: CellSet, axis: Axis) -> [CellSet; 3] {
    let Windows { one, two, three, four } = windows(own, empty, axis);
    let open = open_threes(three, empty, axis);
    // The middle four of the six.
    let halves = open.behind(axis, 1) | open.behind(axis, 2);
    let middle = halves | halves.behind(axis, 2);
    let joined = [one, two, three].map(|first| spread(first, axis) & empty);
    let freely = spread(two & two.ahead(axis, 1), axis) & empty;
    plans.doubles = plans.doubles | (plans.fours & (joined[2] | freely)) | (plans.threes & joined[2]);
    plans.threes = plans.threes | freely;
    plans.fours = plans.fours | joined[2];
    plans.open_fours = plans.open_fours | (middle & empty);
    plans.fives = plans.fives | (spread(four, axis) & empty);
    joined
}

/// A number for every cell, from 0 to 255, one bit of all of them at a time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Worth([CellSet; Worth::BITS]);

impl Worth {
    const BITS: usize = 8;

    /// Adds a power of two to some cells.
    #[inline(always)]
    pub(crate) fn add(&mut self, cells: CellSet, power: usize) {
        let mut carry = cells;
        for bit in &mut self.0[power..] {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }

    /// Adds powers of two to the cells where a stone joins one, two and three others.
    #[inline(always)]
    pub(crate) fn add_joined(&mut self, joined: [CellSet; 3], powers: [usize; 3]) {
        for (cells, power) in joined.into_iter().zip(powers) {
            self.add(cells, power);
        }
    }

    /// The cells that are worth anything.
    pub(crate) fn any(&self) -> CellSet {
        self.0.into_iter().fold(CellSet::EMPTY, |any, bit| any | bit)
    }

    /// Visits so many cells of a set, of those that are worth anything, the best first.
    pub(crate) fn each_from_best<B>(
        &self,
        among: CellSet,
        mut most: u32,
        visit: &mut impl FnMut(Cell, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.descend(among & self.any(), Worth::BITS, 0, &mut most, visit)
    }

    fn descend<B>(
        &self,
        among: CellSet,
        bits: usize,
        worth: i32,
        most: &mut u32,
        visit: &mut impl FnMut(Cell, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if *most == 0 || among.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Some(bit) = bits.checked_sub(1) {
            self.descend(among & self.0[bit], bit, 2 * worth + 1, most, visit)?;
            return self.descend(among - self.0[bit], bit, 2 * worth, most, visit);
        }
        for cell in among.iter().take(*most as usize) {
            *most -= 1;
            visit(cell, worth)?;
        }
        ControlFlow::Continue(())
    }
}
