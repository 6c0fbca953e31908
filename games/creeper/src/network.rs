//! The learned evaluation: a network that corrects the hand-crafted one.
//!
//! Features are the pins and octagons of both sides, and each side's cost of connecting its bases. The second
//! side sees the board mirrored, so that its bases are where the first side has its own. `learn/README.md`
//! describes how the network was trained.

use std::sync::LazyLock;

use chautari_game::Side;
use chautari_nnue::{Accumulator, Network};

use crate::board::{octagons, pins};
use crate::{Octagon, Pin, Position};

/// The size of the hidden layer per perspective.
pub const HIDDEN: usize = 64;

/// The number of costs of connecting the bases, from 0 on.
pub(crate) const COSTS: usize = 19;

/// The number of features: pins, then octagons, of the own side and the other; then the costs of both.
pub const FEATURES: usize = 2 * (Pin::COUNT as usize + Octagon::COUNT as usize + COSTS);

/// The number of buckets; positions are classified by the number of pins left.
pub const BUCKETS: usize = 8;

/// The network type of Creeper.
pub type Net = Network<HIDDEN>;

/// The embedded network, used at full strength.
pub(crate) static NETWORK: LazyLock<Net> = LazyLock::new(|| {
    let bytes = include_bytes!("../network.nnue");
    Network::read(bytes, FEATURES, BUCKETS).expect("the network in the repository is whole")
});

/// The accumulators of both sides without the costs, which are computed for each position.
pub(crate) type State = [Accumulator<HIDDEN>; 2];

/// Computes the state of a position from scratch.
pub(crate) fn start(network: &Net, position: &Position) -> State {
    let mut state = [network.start(); 2];
    change(network, &mut state, [0; 4], sets(position));
    state
}

/// Updates the state of one position to that of another.
pub(crate) fn step(network: &Net, state: &mut State, before: &Position, after: &Position) {
    change(network, state, sets(before), sets(after));
}

/// Returns the evaluation for the side to move, in hundredths. `costs` are the costs of both sides,
/// `handcrafted` is the hand-crafted evaluation.
pub(crate) fn evaluate(
    network: &Net,
    position: &Position,
    state: &State,
    costs: [usize; 2],
    handcrafted: i32,
) -> i32 {
    let turn = position.turn.index();
    let [mut own, mut other] = [state[turn], state[1 - turn]];
    for (accumulator, [first, second]) in [(&mut own, costs), (&mut other, [costs[1], costs[0]])] {
        let mut update = network.update(accumulator);
        update.add((FEATURES - 2 * COSTS + first) as u16);
        update.add((FEATURES - COSTS + second) as u16);
    }
    let pins = position.pins[0].count_ones() + position.pins[1].count_ones();
    let bucket = (pins as usize).div_ceil(2).clamp(1, BUCKETS) - 1;
    network.evaluate(&own, &other, bucket, handcrafted)
}

/// Returns the pins of the first and the second side, and their octagons.
fn sets(position: &Position) -> [u64; 4] {
    let turn = position.turn.index();
    let by_side = |[own, other]: [u64; 2]| if turn == 0 { [own, other] } else { [other, own] };
    let ([a, b], [c, d]) = (by_side(position.pins), by_side(position.octagons));
    [a, b, c, d]
}

fn change(network: &Net, state: &mut State, before: [u64; 4], after: [u64; 4]) {
    for (perspective, accumulator) in Side::ALL.into_iter().zip(state) {
        let mut update = network.update(accumulator);
        for (kind, (before, after)) in before.into_iter().zip(after).enumerate() {
            each_feature(before & !after, kind, perspective, |feature| update.remove(feature));
            each_feature(after & !before, kind, perspective, |feature| update.add(feature));
        }
    }
}

/// Visits the features of a set: of one side's pins or octagons.
fn each_feature(set: u64, kind: usize, perspective: Side, mut visit: impl FnMut(u16)) {
    const PINS: u16 = Pin::COUNT as u16;
    const OCTAGONS: u16 = Octagon::COUNT as u16;
    let owner = u16::from(kind % 2 != perspective.index());
    let mirrored = perspective == Side::Two;
    if kind < 2 {
        for pin in pins(set) {
            let seen = if mirrored { pin.mirrored() } else { pin };
            visit(owner * PINS + u16::from(seen.number()));
        }
    } else {
        for octagon in octagons(set) {
            let seen = if mirrored { octagon.mirrored() } else { octagon };
            visit(2 * PINS + owner * OCTAGONS + u16::from(seen.number()));
        }
    }
}

#[cfg(test)]
mod tests {
    use chautari_game::{Position as _, Record, Rng};

    use super::*;
    use crate::Creeper;
    use crate::eval::{Evaluation as _, Learned};

    const LEARNED: fn() -> Learned = || Learned(&NETWORK);

    #[test]
    fn incremental_updates_equal_a_fresh_start() {
        let mut rng = Rng::new(5);
        for _ in 0..50 {
            let mut record = Record::new(Creeper);
            let mut state = LEARNED().start(record.position());
            while let Some(m) = rng.pick(&record.position().moves())
                && record.outcome().is_none()
                && record.moves().len() < 200
            {
                let before = *record.position();
                record.play(m).expect("a legal move");
                LEARNED().step(&mut state, &before, record.position());
                assert_eq!(state, LEARNED().start(record.position()));
            }
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        let mut rng = Rng::new(6);
        let see = |position: &Position| LEARNED().evaluate(position, &LEARNED().start(position));
        let mut record = Record::new(Creeper);
        while let Some(m) = rng.pick(&record.position().moves())
            && record.play(m).is_ok()
        {
            // The mirror image that exchanges the sides.
            let position = record.position();
            assert_eq!(see(position), see(&position.image(4)));
        }
    }
}
