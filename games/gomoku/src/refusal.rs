//! Why a move is not legal.

use chautari_game::{Explain, Outcome};

use crate::{Cell, CellSet};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// There is no such cell. No [`Cell`] is off the board: only text and numbers can be.
    OffBoard {
        /// What was written.
        written: String,
    },
    /// A stone stands there already.
    Occupied {
        /// Where.
        at: Cell,
    },
    /// The stone would make two free-threes or more and take nothing.
    DoubleThree {
        /// Where.
        at: Cell,
        /// The stones it would make them with.
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
