//! What `learn/` needs to make and to try a network.

use chautari_game::{Engine, EngineOptions};
use cozy_chess::{Color, Square};

use crate::action::Action;
use crate::engine::BanchessEngine;
use crate::eval::{self, Weights};
use crate::network::NetworkEvaluator;
use crate::{Banchess, Position};

pub use crate::network::{BUCKETS, FEATURES, HIDDEN, Net};

/// Bytes that describe a position before its ban, as the side to move sees it: the men's squares as 64 bits,
/// then half a byte a man in that order, its piece and in the fourth bit whether it is the opponent's.
pub const BOARD: usize = 24;

/// An engine at full strength that judges by this network, or by hand.
pub fn engine(options: &EngineOptions, network: Option<&'static Net>) -> Box<dyn Engine<Banchess>> {
    Box::new(BanchessEngine::with_network(options, network))
}

/// A position worth learning from, unless it cannot be judged as it stands: in check, with a ban in force,
/// or where the move expected takes or promotes.
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

/// What the hand-written judgement says of a position, to its side to move.
pub fn handcrafted(position: &Position) -> i32 {
    eval::evaluate(&position.board, &Weights::OURS)
}

/// What a network says of it.
pub fn evaluate(position: &Position, network: &Net) -> i32 {
    NetworkEvaluator::new(&Weights::OURS, Some(network)).evaluate(&position.board, 0)
}
