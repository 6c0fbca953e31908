//! The interface for `learn/`: training data, networks and engines.

use chautari_game::{Engine, EngineOptions};
use cozy_chess::{Color, Square};

use crate::action::Action;
use crate::engine::BanchessEngine;
use crate::eval::{self, Tapered};
use crate::network::NetworkEvaluator;
use crate::{Banchess, Position};

pub use crate::eval::Weights;
pub use crate::network::{BUCKETS, FEATURES, HIDDEN, Net};

/// The size of a training position before its ban, from the point of view of the side to move: the men's
/// squares as 64 bits, then half a byte per man in that order, its piece and in the fourth bit whether it is
/// the opponent's.
pub const BOARD: usize = 24;

/// Creates a full-strength engine with this network, or with the hand-crafted evaluation.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Banchess>> {
    Box::new(BanchessEngine::with_network(options, network))
}

/// Encodes a position for training; `None` if it is unsuitable for static evaluation: in check, with a ban in
/// force, or if the expected move captures or promotes.
pub fn board(position: &Position, line: &[Action]) -> Option<[u8; BOARD]> {
    let board = &position.board;
    let own = board.side_to_move();
    let enemies = board.colors(!own);
    let is_noisy = |action: &Action| match action {
        Action::Move(pair, promotion) => promotion.is_some() || enemies.has(pair.to),
        Action::Ban(_) => false,
    };
    if position.ban.is_some() || !board.checkers().is_empty() || line.get(1).is_none_or(is_noisy) {
        return None;
    }
    let mut bytes = [0; BOARD];
    let (mut occupied, mut men) = (0_u64, 0);
    for square in Square::ALL {
        let place = if own == Color::White { square } else { square.flip_rank() };
        if let (Some(piece), Some(color)) = (board.piece_on(place), board.color_on(place)) {
            occupied |= 1 << square as u64;
            let man = piece as u8 | u8::from(color != own) << 3;
            bytes[8 + men / 2] |= man << (4 * (men % 2));
            men += 1;
        }
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    Some(bytes)
}

/// Returns the hand-crafted evaluation for the side to move.
pub fn handcrafted(position: &Position) -> i32 {
    eval::evaluate(&position.board, &Weights::OURS)
}

/// Returns the evaluation of a network for the side to move.
pub fn evaluate(position: &Position, network: &Net) -> i32 {
    NetworkEvaluator::new(&Weights::OURS, Some(network)).evaluate(&position.board, 0)
}

/// Creates a full-strength engine with these weights and without a network.
pub fn engine_with(options: &EngineOptions, weights: &Weights) -> Box<dyn Engine<Banchess>> {
    Box::new(BanchessEngine::with(options, weights))
}

/// Returns the weights without each of the evaluation terms, for matches that show what a term is worth.
pub fn weight_variants() -> Vec<(&'static str, Weights)> {
    let ours = Weights::OURS;
    let none = Tapered(0, 0);
    vec![
        ("without hanging", Weights { hanging: 0, ..ours }),
        ("without pressed", Weights { pressed: 0, ..ours }),
        ("without firm", Weights { firm: none, ..ours }),
        ("without zone", Weights { zone: [none; 2], ..ours }),
        ("without flight", Weights { flight: [none; 3], ..ours }),
        ("without check", Weights { check: [none; 4], ..ours }),
        ("without mobility", Weights { mobility: [none; 6], ..ours }),
        ("without centre", Weights { centre: [none; 6], ..ours }),
        ("without passed", Weights { passed: none, ..ours }),
        ("without shield", Weights { shield: none, ..ours }),
        ("without structure", Weights { doubled: none, isolated: none, ..ours }),
    ]
}
