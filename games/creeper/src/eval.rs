//! Static evaluation and move ordering.
//!
//! The weights were fitted to the results of self-play games and checked in matches. Being close to a chain
//! is worth little until it is very close, and pins in the middle are worth more than any octagon.

use std::ops::ControlFlow;

use chautari_game::Position as _;
use chautari_search::{Evaluator, ScoredMove, Urgency};

use crate::board::{BASES, OCTAGONS, PINS, STEPS, drawn};
use crate::chain::{self, Cost};
use crate::network::{self, Net};
use crate::{Move, Pin, Position};

/// The evaluator of Creeper, with an [`Evaluation`].
#[derive(Clone, Copy, Debug)]
pub struct CreeperEvaluator<E>(pub E);

/// A static evaluation, computed incrementally or from the position alone.
pub trait Evaluation: Clone + Send + Sync + 'static {
    /// Incrementally updated data.
    type State: Clone + Default + Send;

    /// Computes the state of a position from scratch.
    fn start(&self, position: &Position) -> Self::State;

    /// Updates the state of the position before a move to that of the position after it.
    fn step(&self, state: &mut Self::State, before: &Position, after: &Position);

    /// Returns the evaluation for the side to move, in hundredths.
    fn evaluate(&self, position: &Position, state: &Self::State) -> i32;
}

/// The hand-crafted evaluation: pins by their places, distance of each side from connecting its bases, and
/// mobility.
#[derive(Clone, Copy, Debug)]
pub struct Handcrafted;

impl Evaluation for Handcrafted {
    type State = ();

    fn start(&self, _: &Position) {}

    fn step(&self, (): &mut (), _: &Position, _: &Position) {}

    fn evaluate(&self, position: &Position, (): &()) -> i32 {
        let view = View::new(position);
        view.evaluate(view.costs())
    }
}

/// The hand-crafted evaluation, corrected by a network.
#[derive(Clone, Copy, Debug)]
pub struct Learned(pub(crate) &'static Net);

impl Evaluation for Learned {
    type State = network::State;

    fn start(&self, position: &Position) -> Self::State {
        network::start(self.0, position)
    }

    fn step(&self, state: &mut Self::State, before: &Position, after: &Position) {
        network::step(self.0, state, before, after);
    }

    fn evaluate(&self, position: &Position, state: &Self::State) -> i32 {
        let view = View::new(position);
        let costs = view.costs();
        let handcrafted = if self.0.uses_handcrafted() { view.evaluate(costs) } else { 0 };
        network::evaluate(self.0, position, state, costs, handcrafted)
    }
}

/// The weights of the evaluation terms, in hundredths.
mod worth {
    /// A pin on the rim, in the ring inside it, in the next ring, and in the middle.
    pub(super) const PIN: [i32; 4] = [72, 93, 110, 127];
    pub(super) const STEP: i32 = 4;
    pub(super) const OCTAGON: i32 = 5;
    pub(super) const TURN: i32 = 15;
    /// By the cost of connecting the bases, see [`chain::cost`](crate::chain::cost); the last entry is for
    /// all higher costs.
    pub(super) const NEARNESS: [i32; 19] =
        [243, 206, 175, 149, 127, 109, 94, 82, 72, 64, 57, 52, 47, 44, 41, 39, 38, 37, 36];
}

/// Ordering scores of leaps by the octagon they cross.
mod ordering {
    /// An octagon missing in the side's own shortest chains.
    pub(super) const OWN_LINK: i32 = 100;
    /// An octagon missing in the opponent's shortest chains.
    pub(super) const OTHER_LINK: i32 = 60;
    /// An octagon of the opponent.
    pub(super) const TURNED: i32 = 60;
    /// An octagon that keeps its colour.
    pub(super) const UNCHANGED: i32 = -30;
}

/// The pins of each ring inside the rim, outermost first.
const RINGS: [u64; 3] = {
    const DRAWN: [&[u8; 7]; 7] =
        [b".......", b".11111.", b".12221.", b".12321.", b".12221.", b".11111.", b"......."];
    [drawn(DRAWN, b'1'), drawn(DRAWN, b'2'), drawn(DRAWN, b'3')]
};

const NO_BASE: u64 = OCTAGONS & !(BASES[0] | BASES[1]);

/// Returns the octagons that pins can leap across: with a pin at one corner, and nothing at the opposite one.
const fn crossable(pins: u64, empty: u64) -> u64 {
    pins & empty >> 9 | pins >> 9 & empty | pins >> 1 & empty >> 8 | pins >> 8 & empty >> 1
}

/// A position from the perspective of both sides, the side to move first.
pub(crate) struct View<'a> {
    position: &'a Position,
    bases: [u64; 2],
    empty: u64,
    /// The octagons each side could cross if it were its turn.
    crossable: [u64; 2],
}

impl View<'_> {
    pub(crate) fn new(position: &Position) -> View<'_> {
        let [own, other] = position.pins;
        let empty = PINS & !(own | other);
        let turn = position.turn.index();
        View {
            position,
            bases: [BASES[turn], BASES[1 - turn]],
            empty,
            crossable: [crossable(own, empty), crossable(other, empty)],
        }
    }

    /// Returns the octagons with which a side would connect its bases at once, if it were its turn.
    #[inline]
    fn winning(&self, side: usize) -> u64 {
        // Usually a side has too few octagons for any chain.
        if self.position.octagons[side].count_ones() + 1 < chain::SHORTEST {
            return 0;
        }
        chain::last_links(self.position.octagons[side], self.bases[side]) & self.crossable[side] & NO_BASE
    }

    /// Returns the octagons missing on a side's shortest paths.
    fn links(&self, side: usize) -> u64 {
        chain::links(self.position.octagons[side], NO_BASE | self.bases[side], self.bases[side])
    }

    /// Returns the cost of connecting each side's bases.
    pub(crate) fn costs(&self) -> [usize; 2] {
        [self.cost(0), self.cost(1)]
    }

    /// Returns the hand-crafted evaluation for the side to move, given the costs.
    pub(crate) fn evaluate(&self, [own, other]: [usize; 2]) -> i32 {
        self.worth(0, own) - self.worth(1, other) + worth::TURN
    }

    fn worth(&self, side: usize, cost: usize) -> i32 {
        let pins = self.position.pins[side];
        let octagons = self.position.octagons[side];
        let count = |set: u64| set.count_ones() as i32;
        let standing: i32 = RINGS
            .iter()
            .zip(&worth::PIN[1..])
            .map(|(ring, worth)| count(pins & ring) * (worth - worth::PIN[0]))
            .sum();
        let steps: i32 = STEPS.iter().map(|&way| count(pins.rotate_left(way) & self.empty)).sum();
        count(pins) * worth::PIN[0]
            + standing
            + steps * worth::STEP
            + count(octagons) * worth::OCTAGON
            + worth::NEARNESS[cost]
    }

    /// Returns the cost of connecting a side's bases. An own octagon costs something if the opponent can turn
    /// it, and a missing one costs less if the side can turn it itself.
    fn cost(&self, side: usize) -> usize {
        let octagons = self.position.octagons[side];
        let shaky = octagons & self.crossable[1 - side] & NO_BASE;
        let cost = Cost {
            nothing: octagons & !shaky,
            one: shaky,
            two: self.crossable[side] & NO_BASE,
            three: NO_BASE,
        };
        chain::cost(cost, self.bases[side], worth::NEARNESS.len() - 1)
    }
}

impl<E: Evaluation> Evaluator<Position> for CreeperEvaluator<E> {
    type State = E::State;
    const CODES: usize = 64 * 64;

    fn start(&self, position: &Position) -> E::State {
        self.0.start(position)
    }

    fn step(&self, state: &mut E::State, before: &Position, _: Move, after: &Position) {
        self.0.step(state, before, after);
    }

    fn code(_: &Position, m: Move) -> u16 {
        u16::from(m.from.index()) * 64 + u16::from(m.to.index())
    }

    fn decode(&self, position: &Position, _: &E::State, code: u16) -> Option<Move> {
        let pin = |index: u16| Pin::at((index / 8) as u8, (index % 8) as u8);
        let m = Move { from: pin(code / 64)?, to: pin(code % 64)? };
        position.check(m).is_ok().then_some(m)
    }

    fn evaluate(&self, position: &Position, state: &E::State) -> i32 {
        self.0.evaluate(position, state)
    }

    fn order_score(&self, position: &Position, m: Move) -> i32 {
        // Only leaps have a score; skip the expensive part for jumps.
        if m.crossed() == 0 {
            return 0;
        }
        let view = View::new(position);
        order_score(position, m, [view.links(0), view.links(1)])
    }

    fn is_noisy(&self, _: &Position, _: &E::State, m: Move) -> bool {
        m.jumped() != 0
    }

    fn each_noisy<B>(
        &self,
        position: &Position,
        _: &E::State,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.each_jump(visit)
    }

    fn each_scored_move<B>(
        &self,
        position: &Position,
        state: &E::State,
        mut visit: impl FnMut(ScoredMove<Move>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let view = View::new(position);
        let links = [view.links(0), view.links(1)];
        position.each_move(|m| {
            let (score, noisy) = (order_score(position, m, links), self.is_noisy(position, state, m));
            visit(ScoredMove { m, score, noisy })
        })
    }

    fn urgency(&self, position: &Position, _: &E::State) -> Urgency<Move> {
        if position.connected.is_some() {
            return Urgency::None;
        }
        let view = View::new(position);
        let winning = view.winning(0);
        if winning != 0 {
            let found = position.each_leap(|m| {
                if m.crossed() & winning == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(m) }
            });
            if let ControlFlow::Break(m) = found {
                return Urgency::Win(m);
            }
        }
        if view.winning(1) == 0 { Urgency::None } else { Urgency::Threat }
    }
}

/// Returns the ordering score of a move, given the missing octagons of both sides.
fn order_score(position: &Position, m: Move, [own_links, other_links]: [u64; 2]) -> i32 {
    let crossed = m.crossed();
    let [own, other] = position.octagons;
    let worth = |set: u64, worth: i32| if crossed & set == 0 { 0 } else { worth };
    worth(own_links, ordering::OWN_LINK)
        + worth(other_links, ordering::OTHER_LINK)
        + worth(other & NO_BASE, ordering::TURNED)
        + worth(own, ordering::UNCHANGED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Creeper;

    #[test]
    fn evaluator_conforms() {
        chautari_search::conformance::check(Creeper, &CreeperEvaluator(Handcrafted), 20).unwrap();
    }
}
