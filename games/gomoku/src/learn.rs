//! What `learn/` needs to make and to try a network.

use chautari_game::{Engine, EngineOptions, Position as _};
use chautari_search::{AlphaBeta, Evaluator as _};

use crate::eval::{Handcrafted, Learned, Need, need};
use crate::levels::LEVELS;
use crate::line_state::LineState;
use crate::network::State;
use crate::{Cell, Gomoku, Position};

pub use crate::network::Net;

/// Bytes that describe a position as the side to move sees it: two bits a cell, its own stone or the other side's,
/// then the pairs each has taken.
pub const BOARD: usize = 96;

/// An engine at full strength that judges by this network, or by hand.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Gomoku>> {
    let handicap = LEVELS.handicap(options.level);
    match network {
        None => Box::new(AlphaBeta::new(Handcrafted::BEST, handicap, options)),
        Some(network) => Box::new(AlphaBeta::new(Learned::new(network), handicap, options)),
    }
}

/// A position worth learning from, unless something has to be done at once.
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

/// What the hand-written judgement says of a position, to its side to move.
pub fn handcrafted(position: &Position) -> i32 {
    Handcrafted::BEST.evaluate(position, &LineState::new(position))
}

/// What a network says of it.
pub fn evaluate(position: &Position, net: &Net) -> i32 {
    State::new(net, position).evaluate(net, position, handcrafted(position))
}
