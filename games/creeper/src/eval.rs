//! Static evaluation and move ordering.
//!
//! The numbers were fitted to the results of games the engine played against itself, and checked by
//! matches against others. That a chain is near is worth little until it is very near, and pins in
//! the middle are worth more than any octagon.

use std::ops::ControlFlow;

use chautari_game::Position as _;
use chautari_search::{Evaluator, ScoredMove, Urgency};

use crate::board::{BASES, OCTAGONS, PINS, STEPS, drawn};
use crate::chain::{self, Cost};
use crate::network::{self, Net};
use crate::{Move, Pin, Position};

/// What a player knows about the game, with an [`Evaluation`].
#[derive(Clone, Copy, Debug)]
pub struct CreeperEvaluator<E>(pub E);

/// What says how good a position is, computed incrementally or from the position alone.
pub trait Evaluation: Clone + Send + Sync + 'static {
    /// What is kept from move to move.
    type State: Clone + Default + Send;

    /// The state of a position, from scratch.
    fn start(&self, position: &Position) -> Self::State;

    /// Updates the state of the position before a move to that of the position after it.
    fn step(&self, state: &mut Self::State, before: &Position, after: &Position);

    /// How good a position is for the side to move, in hundredths.
    fn evaluate(&self, position: &Position, state: &Self::State) -> i32;
}

/// The hand-crafted evaluation: by pins and where they stand, by how far each side is from joining its
/// bases, and by room to move.
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

/// What each thing is worth to the side that has it, in hundredths.
mod worth {
    /// A pin on the rim, the ring inside it, the next, and in the middle.
    pub(super) const PIN: [i32; 4] = [72, 93, 110, 127];
    pub(super) const STEP: i32 = 4;
    pub(super) const OCTAGON: i32 = 5;
    pub(super) const TURN: i32 = 15;
    /// By what the bases lack to be joined, as [`chain::cost`](crate::chain::cost) counts it; the last for
    /// all beyond.
    pub(super) const NEARNESS: [i32; 19] =
        [243, 206, 175, 149, 127, 109, 94, 82, 72, 64, 57, 52, 47, 44, 41, 39, 38, 37, 36];
}

/// The ordering score of a leap by the octagon it crosses.
mod ordering {
    /// One that the side itself lacks.
    pub(super) const OWN_LINK: i32 = 100;
    /// One that the other side lacks.
    pub(super) const OTHER_LINK: i32 = 60;
    /// One that the other side has.
    pub(super) const TURNED: i32 = 60;
    /// One that stays as it is.
    pub(super) const UNCHANGED: i32 = -30;
}

/// The pins of each ring but the rim, from the outer to the inner.
const RINGS: [u64; 3] = {
    const DRAWN: [&[u8; 7]; 7] =
        [b".......", b".11111.", b".12221.", b".12321.", b".12221.", b".11111.", b"......."];
    [drawn(DRAWN, b'1'), drawn(DRAWN, b'2'), drawn(DRAWN, b'3')]
};

const NO_BASE: u64 = OCTAGONS & !(BASES[0] | BASES[1]);

/// The octagons that pins can leap across: one of them at a corner, nothing at the opposite one.
const fn crossable(pins: u64, empty: u64) -> u64 {
    pins & empty >> 9 | pins >> 9 & empty | pins >> 1 & empty >> 8 | pins >> 8 & empty >> 1
}

/// A position seen by both sides, the one to move first.
pub(crate) struct View<'a> {
    position: &'a Position,
    bases: [u64; 2],
    empty: u64,
    /// The octagons each side could cross now, if it were its turn.
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

    /// The octagons by which a side would join its bases at once, if it were its turn.
    #[inline]
    fn winning(&self, side: usize) -> u64 {
        // Most of the time a side has too few for any chain, which is seen without looking for one.
        if self.position.octagons[side].count_ones() + 1 < chain::SHORTEST {
            return 0;
        }
        chain::last_links(self.position.octagons[side], self.bases[side]) & self.crossable[side] & NO_BASE
    }

    /// The octagons that a side lacks on its shortest ways.
    fn links(&self, side: usize) -> u64 {
        chain::links(self.position.octagons[side], NO_BASE | self.bases[side], self.bases[side])
    }

    /// What each side's bases lack to be joined.
    pub(crate) fn costs(&self) -> [usize; 2] {
        [self.cost(0), self.cost(1)]
    }

    /// The hand-crafted evaluation, for the side to move, given what the bases lack.
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

    /// What a side's bases lack to be joined. An octagon it has costs something too if the other side
    /// can turn it, and one it lacks costs less if it can turn it itself.
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
        // Only leaps have a score; whoever asks about jumps alone need not wait for the links.
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

/// The ordering score of a move where the two sides lack these links.
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
