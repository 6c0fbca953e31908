//! Perft: counting the leaves of the game tree, the standard test of a move generator.

use std::ops::ControlFlow;

use crate::Position;

/// Returns the number of lines of play of exactly `depth` plies. Only positions end a game here; repetition
/// rules are ignored.
///
/// The moves of the last ply are counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut leaves = 0;
            let _ = position.each_move(|m| {
                leaves += perft(&position.after(m), depth - 1);
                ControlFlow::<()>::Continue(())
            });
            leaves
        }
    }
}

/// Returns [`perft`] split by first move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    match depth {
        0 => Vec::new(),
        _ => position.moves().into_iter().map(|m| (m, perft(&position.after(m), depth - 1))).collect(),
    }
}
