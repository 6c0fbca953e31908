//! Reasons why a move is illegal.

use chautari_game::{Explain, Outcome};

use crate::{Cell, CellSet};

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// The cell does not exist. A [`Cell`] is always on the board, but texts and numbers need not be.
    OffBoard {
        /// The text that was read.
        written: String,
    },
    /// The cell is occupied.
    Occupied {
        /// The occupied cell.
        at: Cell,
    },
    /// The stone would make two or more free-threes without a capture.
    DoubleThree {
        /// The forbidden cell.
        at: Cell,
        /// The stones of these free-threes.
        stones: CellSet,
    },
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => Outcome::OVER,
            Refusal::OffBoard { .. } => "off-board",
            Refusal::Occupied { .. } => "occupied",
            Refusal::DoubleThree { .. } => "double-three",
        }
    }

    fn text(&self) -> String {
        match self {
            Refusal::Over(outcome) => outcome.over(),
            Refusal::OffBoard { written } => {
                format!("There is no cell {written}: cells are 0 to 360, or A1 to T19 with no column I.")
            }
            Refusal::Occupied { at } => format!("{at} is occupied."),
            Refusal::DoubleThree { at, .. } => {
                format!("{at} is forbidden: a stone there makes two free threes and takes nothing.")
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            Refusal::Over(_) | Refusal::OffBoard { .. } => Vec::new(),
            Refusal::Occupied { at } => vec![at.number()],
            Refusal::DoubleThree { at, stones } => {
                std::iter::once(*at).chain(stones.iter()).map(Cell::number).collect()
            }
        }
    }
}
