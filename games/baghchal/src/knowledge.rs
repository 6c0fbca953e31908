//! Static evaluation and move ordering.

use std::ops::ControlFlow;

use chautari_game::Position as _;
use chautari_search::{Knowledge, NodeCost, ScoredMove};

use crate::board::{BOARD, DIRECTIONS, Direction, points};
use crate::position::{GOAT_SIDE, TIGER_SIDE, each_leap};
use crate::{Capture, Move, Point, Position};

/// The hand-crafted evaluation, without tables: captures, tigers that cannot move, room to move, goats at risk.
#[derive(Clone, Copy, Debug)]
pub struct Handcrafted;

/// What each thing is worth to the tigers, in hundredths of a goat.
mod worth {
    pub(super) const CAPTURE: i32 = 100;
    pub(super) const TRAPPED: i32 = -55;
    pub(super) const ROOM: i32 = 6;
    pub(super) const GOAT_AT_RISK: i32 = 20;
    /// A goat on the rim cannot be leapt over across it.
    pub(super) const GOAT_ON_RIM: i32 = -4;
    /// A line on which a goat could be leapt over, wherever the tigers are now. It counts where they must
    /// capture: there even a careless one takes what stands like that.
    pub(super) const GOAT_EXPOSED: i32 = 5;
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

impl Position {
    /// On how many lines a goat stands between two points without one.
    fn exposed(&self) -> i32 {
        let free = BOARD & !self.goats;
        let [east, south, .., southeast, southwest, _, _] = DIRECTIONS;
        let on = |d: Direction| (free & d.leaps & d.backward(self.goats & d.backward(free))).count_ones();
        [east, south, southeast, southwest].map(on).iter().sum::<u32>() as i32
    }
}

impl Knowledge<Position> for Handcrafted {
    type State = ();
    const CODES: usize = 25 + 2 * 625;
    const NODE_COST: NodeCost = NodeCost::Low;

    fn code(_: &Position, m: Move) -> u16 {
        let pair = |from: Point, to: Point| u16::from(from.number()) * 25 + u16::from(to.number());
        match m {
            Move::Place { at } => at.number().into(),
            Move::Step { from, to } => 25 + pair(from, to),
            Move::Leap { from, to, .. } => 650 + pair(from, to),
        }
    }

    fn decode(&self, position: &Position, (): &(), code: u16) -> Option<Move> {
        let point = |number: u16| Point::new(number as u8);
        let pair = |code: u16| Some((point(code / 25)?, point(code % 25)?));
        let m = match code {
            0..25 => Move::Place { at: point(code)? },
            25..650 => pair(code - 25).map(|(from, to)| Move::Step { from, to })?,
            650..1275 => {
                let (from, to) = pair(code - 650)?;
                Move::Leap { from, over: from.midpoint(to)?, to }
            }
            _ => return None,
        };
        position.check(m).is_ok().then_some(m)
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
        let exposed = match position.rules().capture() {
            Capture::Compulsory => position.exposed(),
            Capture::Optional => 0,
        };
        let tigers = exposed * worth::GOAT_EXPOSED
            + i32::from(position.captured) * worth::CAPTURE
            + trapped * worth::TRAPPED
            + room * worth::ROOM
            + at_risk.count_ones() as i32 * worth::GOAT_AT_RISK
            + (position.goats & RIM).count_ones() as i32 * worth::GOAT_ON_RIM;
        if position.turn == TIGER_SIDE { tigers } else { -tigers }
    }

    fn order_score(&self, position: &Position, m: Move) -> i32 {
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

    fn each_scored_move<B>(
        &self,
        position: &Position,
        (): &(),
        mut visit: impl FnMut(ScoredMove<Move>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = |m, noisy| visit(ScoredMove { m, score: self.order_score(position, m), noisy });
        if position.turn == GOAT_SIDE || position.outcome().is_some() {
            return position.each_move(|m| visit(m, false));
        }
        let mut captures = false;
        self.each_noisy(position, &(), |m| {
            captures = true;
            visit(m, true)
        })?;
        if captures && position.rules().capture() == Capture::Compulsory {
            return ControlFlow::Continue(());
        }
        // Four tigers are fewer than eight directions.
        let empty = position.empty();
        points(position.tigers).try_for_each(|from| {
            points(from.neighbours() & empty).try_for_each(|to| visit(Move::Step { from, to }, false))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Baghchal;

    #[test]
    fn a_goat_is_exposed_on_every_line_without_another_at_either_side() {
        let exposed = |goats: &[u8]| {
            let goats = goats.iter().fold(0, |set, number| set | 1 << number);
            Position { goats, ..Position::start(Baghchal::COMPULSORY) }.exposed()
        };
        // In the middle on four lines, beside it on two, at the rim on one and in a corner on none.
        assert_eq!([&[12][..], &[11], &[2], &[0]].map(exposed), [4, 2, 1, 0]);
        assert_eq!(exposed(&[12, 13]), 3 + 1);
        assert_eq!(exposed(&[11, 12, 13]), 1 + 3 + 1);
    }

    #[test]
    fn knowledge_conforms() {
        chautari_search::conformance::check(Baghchal::OPTIONAL, &Handcrafted, 20).unwrap();
        chautari_search::conformance::check(Baghchal::COMPULSORY, &Handcrafted, 20).unwrap();
    }
}
