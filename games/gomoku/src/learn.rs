//! The interface for `learn/`: training data, networks and engines.

use std::sync::atomic::AtomicBool;

use chautari_game::{Engine, EngineOptions, Limit, Position as _};
use chautari_search::{AlphaBeta, Budget, Evaluator as _, Handicap};

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

/// The weights of the hand-crafted evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Weights(Handcrafted);

impl Weights {
    /// The weights of the engine.
    pub const OURS: Weights = Weights(Handcrafted::BEST);
}

/// Creates a full-strength engine with these weights and without a network.
pub fn engine_with(options: &EngineOptions, Weights(weights): Weights) -> Box<dyn Engine<Gomoku>> {
    Box::new(AlphaBeta::new(weights, Handicap::NONE, options))
}

/// Returns variants of the hand-crafted weights, for matches that show what a weight is worth.
pub fn weight_variants() -> Vec<(&'static str, Weights)> {
    let best = Handcrafted::BEST;
    let variants = [
        ("fewer quiet moves", Handcrafted { max_quiet: 6, ..best }),
        ("more quiet moves", Handcrafted { max_quiet: 24, ..best }),
        ("dearer pairs", Handcrafted { pairs: best.pairs.map(|pairs| 2 * pairs), ..best }),
        ("cheaper pairs", Handcrafted { pairs: best.pairs.map(|pairs| pairs / 2), ..best }),
        ("no captures in sight", Handcrafted { capture: 0, capture_to_move: 0, ..best }),
        ("more captures in sight", Handcrafted { capture: 50, capture_to_move: 100, ..best }),
        ("flatter windows", Handcrafted { windows: [2, 6, 14], windows_to_move: [2, 8, 20], ..best }),
        ("steeper windows", Handcrafted { windows: [1, 10, 45], windows_to_move: [1, 14, 70], ..best }),
        ("no open threes", Handcrafted { open_three: 0, open_three_to_move: 0, ..best }),
    ];
    variants.map(|(name, weights)| (name, Weights(weights))).into()
}

/// Whether the threat search proves within a limit that the side to move wins.
pub fn wins_by_threats(position: &Position, limit: &Limit, spent: &AtomicBool) -> bool {
    Handcrafted::BEST.prove(position, u32::MAX, &mut Budget::new(limit, spent)).is_some()
}
