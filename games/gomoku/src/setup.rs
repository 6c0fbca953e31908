//! Setups: positions as written down, and their validation.

use chautari_game::{Arrangement, Explain, Side};

use crate::scene::PAIRS;
use crate::{Cell, CellSet, INFO, MOST_PAIRS, PAIRS_TO_WIN, Position, lines};

/// A position as written down, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stone on each cell, in the order of cell numbers.
    pub stones: [Option<Side>; Cell::COUNT as usize],
    /// The side to move.
    pub turn: Side,
    /// The pairs each side has captured.
    pub pairs: [u32; 2],
}

impl From<&Arrangement> for Setup {
    fn from(board: &Arrangement) -> Setup {
        let mut stones = [None; Cell::COUNT as usize];
        for piece in &board.pieces {
            stones[usize::from(piece.at)] = Some(piece.side);
        }
        Setup { stones, turn: board.turn, pairs: Side::ALL.map(|side| board.count(side, PAIRS)) }
    }
}

impl Setup {
    /// Returns the position, or all reasons why it is impossible.
    ///
    /// Only positions after the end of a game are rejected. The numbers of stones are not checked, so that
    /// any board can be studied.
    pub fn vet(&self) -> Result<Position, Vec<SetupRefusal>> {
        let stands = |cell: Cell, side| self.stones[usize::from(cell.number())] == Some(side);
        let stones =
            Side::ALL.map(|side| Cell::all().filter(|&cell| stands(cell, side)).collect::<CellSet>());
        let mut reasons = Vec::new();
        for side in Side::ALL {
            let pairs = self.pairs[side.index()];
            if side == self.turn && pairs >= PAIRS_TO_WIN.into() {
                reasons.push(SetupRefusal::WonBefore { side, pairs });
            } else if pairs > MOST_PAIRS.into() {
                reasons.push(SetupRefusal::TooManyPairs { side, pairs });
            }
            let own = stones[side.index()];
            if lines::has_five(own) && lines::common_to_fives(own).is_empty() {
                reasons.push(SetupRefusal::FivesApart { side, stones: lines::fives(own) });
            }
        }
        if reasons.is_empty() {
            Ok(Position::new(stones, self.pairs.map(|pairs| pairs as u8), self.turn))
        } else {
            Err(reasons)
        }
    }
}

/// Why a setup is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// The side to move has captured enough pairs, so it won before the opponent's last move.
    WonBefore {
        /// The side to move.
        side: Side,
        /// The given number of its pairs.
        pairs: u32,
    },
    /// A side has more pairs than a last move can bring.
    TooManyPairs {
        /// The side concerned.
        side: Side,
        /// The given number of its pairs.
        pairs: u32,
    },
    /// A side has fives without a common stone, so one was on the board before the last move made the other.
    FivesApart {
        /// The side concerned.
        side: Side,
        /// The stones of its fives.
        stones: CellSet,
    },
}

impl Explain for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::WonBefore { .. } => "won-before",
            SetupRefusal::TooManyPairs { .. } => "too-many-pairs",
            SetupRefusal::FivesApart { .. } => "fives-apart",
        }
    }

    fn text(&self) -> String {
        match self {
            SetupRefusal::WonBefore { side, pairs } => {
                let name = INFO.side(*side);
                format!("With {pairs} pairs {name} had won before the last move and cannot be to move.")
            }
            SetupRefusal::TooManyPairs { side, pairs } => {
                let name = INFO.side(*side);
                format!(
                    "No play brings {name} {pairs} pairs: five end the game, and one move takes at most eight."
                )
            }
            SetupRefusal::FivesApart { side, .. } => {
                let name = INFO.side(*side);
                format!("The fives of {name} share no stone, so the game was over before the last of them.")
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            SetupRefusal::WonBefore { .. } | SetupRefusal::TooManyPairs { .. } => Vec::new(),
            SetupRefusal::FivesApart { stones, .. } => stones.iter().map(Cell::number).collect(),
        }
    }
}
