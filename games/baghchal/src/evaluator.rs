//! The [`Evaluator`] of Bagh Chal: move codes, move ordering and static evaluation.

use std::ops::ControlFlow;

use chautari_game::Position as _;
use chautari_search::{Evaluator, NodeCost, ScoredMove};

use crate::board::points;
use crate::eval::{EvalWeights, RIM};
use crate::position::{GOAT_SIDE, TIGER_SIDE, each_leap};
use crate::{Capture, Move, Point, Position};

impl Evaluator<Position> for &'static EvalWeights {
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
        let tigers = self.of(position);
        if position.turn == TIGER_SIDE { tigers } else { -tigers }
    }

    fn order_score(&self, position: &Position, m: Move) -> i32 {
        match m {
            Move::Leap { .. } => 1000,
            Move::Place { at } if RIM & at.bit() != 0 => 50,
            // Tigers do well in the middle, where lines meet.
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
        // Loop over the four tigers, which are fewer than the eight directions.
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
    fn evaluator_conforms() {
        for rules in [Baghchal::OPTIONAL, Baghchal::COMPULSORY] {
            for weights in [EvalWeights::by_hand(rules.capture()), EvalWeights::best(rules.capture())] {
                chautari_search::conformance::check(rules, &weights, 20).unwrap();
            }
        }
    }
}
