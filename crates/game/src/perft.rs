//! Counting leaves: the oldest test of a move generator.

use std::ops::ControlFlow;

use crate::Position;

/// The number of lines of play of exactly `depth` plies. Only positions end a game here; laws about
/// sequences do not.
///
/// The last ply is counted, not played.
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

/// [`perft`] split by first move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    match depth {
        0 => Vec::new(),
        _ => position.moves().into_iter().map(|m| (m, perft(&position.after(m), depth - 1))).collect(),
    }
}
