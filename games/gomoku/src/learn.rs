//! The interface for `learn/`: training data, networks and engines.

use chautari_game::{Engine, EngineOptions, Position as _};
use chautari_search::{AlphaBeta, Evaluator as _};

use crate::eval::{Handcrafted, Learned, Need, need};
use crate::levels::LEVELS;
use crate::line_state::LineState;
use crate::network::State;
use crate::{Cell, Gomoku, Position};

pub use crate::network::Net;

/// The size of a training position from the perspective of the side to move: two bits per cell, for its own
/// and the opponent's stones, then the pairs each has captured.
pub const BOARD: usize = 96;

/// Creates a full-strength engine with this network, or with the hand-crafted evaluation.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Gomoku>> {
    let handicap = LEVELS.handicap(options.level);
    match network {
        None => Box::new(AlphaBeta::new(Handcrafted::BEST, handicap, options)),
        Some(network) => Box::new(AlphaBeta::new(Learned::new(network), handicap, options)),
    }
}

/// Encodes a position for training; `None` if a move is forced.
pub fn board(position: &Position, _: &[Cell]) -> Option<[u8; BOARD]> {
    if !matches!(need(position, &LineState::new(position)), Need::None) {
        return None;
    }
    let mut bytes = [0; BOARD];
    let turn = position.turn();
    for (number, side) in [turn, turn.other()].into_iter().enumerate() {
        for cell in &position.stones(side) {
            let bit = 2 * usize::from(cell.number()) + number;
            bytes[bit / 8] |= 1 << (bit % 8);
        }
        bytes[BOARD - 2 + number] = position.pairs(side);
    }
    Some(bytes)
}

/// Returns the hand-crafted evaluation for the side to move.
pub fn handcrafted(position: &Position) -> i32 {
    Handcrafted::BEST.evaluate(position, &LineState::new(position))
}

/// Returns the evaluation of a network for the side to move.
pub fn evaluate(position: &Position, net: &Net) -> i32 {
    State::new(net, position).evaluate(net, position, handcrafted(position))
}
