//! A board set up by hand: pieces on points.

use crate::{Explain, Side};

/// What somebody has put on a board: any pieces on any points, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// What stands on the board; at most one piece on a point.
    pub pieces: Vec<Placed>,
    /// The side to act.
    pub turn: Side,
    /// What is known from play alone, whose it is, and how many.
    pub(crate) counts: Vec<(Side, &'static str, u32)>,
}

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The number of the point, one of the board's.
    pub at: u16,
    /// What it is, one of those its side can have.
    pub kind: &'static str,
    /// Whose it is.
    pub side: Side,
}

impl Arrangement {
    /// Where the pieces of a side stand.
    pub fn points(&self, side: Side) -> impl Iterator<Item = u16> {
        self.pieces.iter().filter(move |piece| piece.side == side).map(|piece| piece.at)
    }

    /// What a side's tally of that name stands at; nothing said is none.
    pub fn count(&self, side: Side, label: &str) -> u32 {
        let found = self.counts.iter().find(|(of, name, _)| *of == side && *name == label);
        found.map_or(0, |(_, _, count)| *count)
    }
}

/// Why pieces cannot lie as they were put, whatever the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceRefusal {
    /// Two pieces on one point.
    Occupied {
        /// Which.
        at: u16,
        /// What it is called.
        label: String,
    },
    /// A piece on a point where nothing of its kind can be.
    Misplaced {
        /// Which.
        at: u16,
        /// What it is.
        kind: &'static str,
    },
}

impl Explain for PieceRefusal {
    fn code(&self) -> &'static str {
        match self {
            PieceRefusal::Occupied { .. } => "two-on-a-point",
            PieceRefusal::Misplaced { .. } => "misplaced",
        }
    }

    fn text(&self) -> String {
        match self {
            PieceRefusal::Occupied { label, .. } => format!("Two pieces cannot stand on {label}."),
            PieceRefusal::Misplaced { kind, .. } => format!("No {kind} can be there."),
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            PieceRefusal::Occupied { at, .. } | PieceRefusal::Misplaced { at, .. } => vec![*at],
        }
    }
}
