//! A board set up by hand: pieces on points.

use crate::{Explain, Side};

/// A hand-made board: any pieces on any points, whether the position is possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The pieces on the board, at most one per point.
    pub pieces: Vec<Placed>,
    /// The side to move.
    pub turn: Side,
    /// Counts that the board does not show, such as captures: side, label of the tally, count.
    pub(crate) counts: Vec<(Side, &'static str, u32)>,
}

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The number of the point.
    pub at: u16,
    /// The kind of piece; one of the kinds its side can have.
    pub kind: &'static str,
    /// The side the piece belongs to.
    pub side: Side,
}

impl Arrangement {
    /// Returns the points occupied by a side.
    pub fn points(&self, side: Side) -> impl Iterator<Item = u16> {
        self.pieces.iter().filter(move |piece| piece.side == side).map(|piece| piece.at)
    }

    /// Returns a side's count for the tally with this label; 0 if it was not given.
    pub fn count(&self, side: Side, label: &str) -> u32 {
        let found = self.counts.iter().find(|(of, name, _)| *of == side && *name == label);
        found.map_or(0, |(_, _, count)| *count)
    }
}

/// Why an arrangement is rejected before any rule of the game is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceRefusal {
    /// Two pieces on one point.
    Occupied {
        /// The point with two pieces.
        at: u16,
        /// The label of the point.
        label: String,
    },
    /// A piece on a point where its kind cannot be.
    Misplaced {
        /// The point of the piece.
        at: u16,
        /// The kind of the piece.
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
