//! What `learn/` needs to make and to try a network.

use chautari_game::{Engine, EngineOptions, Side};
use chautari_search::AlphaBeta;

use crate::board::{OCTAGONS, octagons, pins};
use crate::eval::{CreeperEvaluator, Handcrafted, Learned, View};
use crate::levels::LEVELS;
use crate::{Creeper, Move, Pin, Position, network};

pub use crate::network::{BUCKETS, FEATURES, HIDDEN, Net};

/// Bytes that describe a position as the side to move sees it: a bit for each pin of its own, each of the
/// other side, each octagon of its own and of the other, then in five bits each what the two chains lack.
pub const BOARD: usize = 24;

/// An engine at full strength that judges by this network, or by hand.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Creeper>> {
    let handicap = LEVELS.handicap(options.level);
    match network {
        None => Box::new(AlphaBeta::new(CreeperEvaluator(Handcrafted), handicap, options)),
        Some(network) => Box::new(AlphaBeta::new(CreeperEvaluator(Learned(network)), handicap, options)),
    }
}

/// A position worth learning from, unless it cannot be judged as it stands because a pin is to be taken.
pub fn board(position: &Position, line: &[Move]) -> Option<[u8; BOARD]> {
    if line.first().is_none_or(|m| m.jumped() != 0) {
        return None;
    }
    let mirrored = position.turn == Side::Two;
    let mut bytes = [0; BOARD];
    let mut set = |bit: usize| bytes[bit / 8] |= 1 << (bit % 8);
    for side in 0..2 {
        for pin in pins(position.pins[side]) {
            let pin = if mirrored { pin.mirrored() } else { pin };
            set(side * usize::from(Pin::COUNT) + usize::from(pin.number()));
        }
        for octagon in octagons(position.octagons[side] & OCTAGONS) {
            let octagon = if mirrored { octagon.mirrored() } else { octagon };
            set(90 + side * 36 + usize::from(octagon.number()));
        }
    }
    for (side, cost) in View::new(position).costs().into_iter().enumerate() {
        (0..5).filter(|bit| cost >> bit & 1 != 0).for_each(|bit| set(162 + 5 * side + bit));
    }
    Some(bytes)
}

/// What the hand-written judgement says of a position, to its side to move.
pub fn handcrafted(position: &Position) -> i32 {
    let view = View::new(position);
    view.evaluate(view.costs())
}

/// What a network says of it.
pub fn evaluate(position: &Position, net: &Net) -> i32 {
    let costs = View::new(position).costs();
    network::evaluate(net, position, &network::start(net, position), costs, handcrafted(position))
}
