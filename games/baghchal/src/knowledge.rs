//! What a player sees at a glance.

use std::ops::ControlFlow;

use chautari_search::Knowledge;

use crate::board::DIRECTIONS;
use crate::position::{GOAT_SIDE, TIGER_SIDE, each_leap};
use crate::{Move, Position};

/// Judgement without tables: captures, tigers that cannot move, room to move, goats at risk.
#[derive(Clone, Copy, Debug)]
pub struct Instinct;

/// What each thing is worth to the tigers, in hundredths of a goat.
mod worth {
    pub(super) const CAPTURE: i32 = 100;
    pub(super) const TRAPPED: i32 = -55;
    pub(super) const ROOM: i32 = 6;
    pub(super) const GOAT_AT_RISK: i32 = 20;
    /// A goat on the rim cannot be leapt over across it.
    pub(super) const GOAT_ON_RIM: i32 = -4;
}

/// The sixteen points along the edge.
const RIM: u32 = {
    let mut set = 0;
    let mut i = 0;
    while i < 25 {
        if i / 5 == 0 || i / 5 == 4 || i % 5 == 0 || i % 5 == 4 {
            set |= 1 << i;
        }
        i += 1;
    }
    set
};

impl Knowledge<Position> for Instinct {
    type Sight = ();
    const CODES: usize = 25 + 2 * 625;

    fn look(&self, _: &Position) {}

    fn follow(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn code(m: Move) -> u16 {
        let pair =
            |from: crate::Point, to: crate::Point| u16::from(from.number()) * 25 + u16::from(to.number());
        match m {
            Move::Place { at } => at.number().into(),
            Move::Step { from, to } => 25 + pair(from, to),
            Move::Leap { from, to, .. } => 650 + pair(from, to),
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position, (): &()) -> i32 {
        let steppers = position.steppers(position.tigers);
        let leapers = position.leapers();
        let (mut free, mut room, mut at_risk) = (0, 0, 0);
        for (d, (step, leap)) in DIRECTIONS.into_iter().zip(steppers.into_iter().zip(leapers)) {
            free |= step | leap;
            room += (step | leap).count_ones() as i32;
            at_risk |= d.forward(leap);
        }
        let trapped = (position.tigers & !free).count_ones() as i32;
        let tigers = i32::from(position.captured) * worth::CAPTURE
            + trapped * worth::TRAPPED
            + room * worth::ROOM
            + at_risk.count_ones() as i32 * worth::GOAT_AT_RISK
            + (position.goats & RIM).count_ones() as i32 * worth::GOAT_ON_RIM;
        if position.turn == TIGER_SIDE { tigers } else { -tigers }
    }

    fn promise(&self, position: &Position, m: Move) -> i32 {
        match m {
            Move::Leap { .. } => 1000,
            Move::Place { at } if RIM & at.bit() != 0 => 50,
            // A tiger does well in the middle, where lines meet.
            Move::Step { to, .. } if position.turn == TIGER_SIDE => i32::from(RIM & to.bit() == 0) * 10,
            Move::Place { .. } | Move::Step { .. } => 0,
        }
    }

    fn is_noisy(&self, _: &Position, (): &(), m: Move) -> bool {
        matches!(m, Move::Leap { .. })
    }

    fn each_noisy<B>(
        &self,
        position: &Position,
        (): &(),
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if position.turn == GOAT_SIDE {
            return ControlFlow::Continue(());
        }
        each_leap(position.leapers(), visit)
    }
}
