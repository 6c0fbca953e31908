//! The interface for `learn/`: training data, networks and engines.

use chautari_game::{Engine, EngineOptions, Side};
use chautari_search::AlphaBeta;

use crate::board::{OCTAGONS, octagons, pins};
use crate::eval::{CreeperEvaluator, Handcrafted, Learned, View};
use crate::levels::LEVELS;
use crate::{Creeper, Move, Pin, Position, network};

pub use crate::network::{BUCKETS, FEATURES, HIDDEN, Net};

/// The size of a training position from the perspective of the side to move: one bit for each own pin, each
/// of the opponent's pins, each own octagon and each of the opponent's, then five bits each for the costs of
/// the two chains.
pub const BOARD: usize = 24;

/// Creates a full-strength engine with this network, or with the hand-crafted evaluation.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Creeper>> {
    let handicap = LEVELS.handicap(options.level);
    match network {
        None => Box::new(AlphaBeta::new(CreeperEvaluator(Handcrafted), handicap, options)),
        Some(network) => Box::new(AlphaBeta::new(CreeperEvaluator(Learned(network)), handicap, options)),
    }
}

/// Encodes a position for training; `None` if it is unsuitable for static evaluation because a pin is about
/// to be captured.
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

/// Returns the hand-crafted evaluation for the side to move.
pub fn handcrafted(position: &Position) -> i32 {
    let view = View::new(position);
    view.evaluate(view.costs())
}

/// Returns the evaluation of a network for the side to move.
pub fn evaluate(position: &Position, net: &Net) -> i32 {
    let costs = View::new(position).costs();
    network::evaluate(net, position, &network::start(net, position), costs, handcrafted(position))
}
