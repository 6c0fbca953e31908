//! Exact knowledge, where there is any.

use crate::{Position, Side};

/// What a position is worth when both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// Who wins, or nobody: a draw.
    pub winner: Option<Side>,
    /// How many plies that takes, the winner hurrying and the loser holding out, where it is known.
    pub plies: Option<u32>,
}

/// Something that knows the exact value of some positions, such as a table.
pub trait Oracle<P: Position>: Send + Sync {
    /// The value of a position, where it is known. Laws about sequences, such as repetition, can
    /// end a game as a draw sooner than this says.
    fn probe(&self, position: &P) -> Option<Exact>;
}
