//! Reasons why a move is illegal.

use chautari_game::{Explain, Outcome, Side};

use crate::Point;
use crate::position::GOAT_SIDE;

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// A placement on the tigers' turn.
    TigersAreNotPlaced {
        /// The point of the placement.
        at: Point,
    },
    /// A placement when all goats are on the board or captured.
    NoneInHand {
        /// The point of the placement.
        at: Point,
    },
    /// The destination is occupied.
    Occupied {
        /// The occupied point.
        at: Point,
    },
    /// There is no piece to move.
    NothingThere {
        /// The empty point.
        from: Point,
    },
    /// The piece belongs to the other side.
    NotYours {
        /// The point of the piece.
        from: Point,
        /// The side it belongs to.
        owner: Side,
    },
    /// A goat would move before all are placed.
    GoatsInHand {
        /// The point of the goat.
        from: Point,
        /// The number of goats in hand.
        in_hand: u8,
    },
    /// No line joins the points.
    NoLine {
        /// The start of the move.
        from: Point,
        /// The destination of the move.
        to: Point,
    },
    /// A goat would leap.
    GoatsDoNotLeap {
        /// The start of the move.
        from: Point,
        /// The destination of the move.
        to: Point,
    },
    /// No straight line of two steps joins the points.
    NoLeap {
        /// The start of the move.
        from: Point,
        /// The destination of the move.
        to: Point,
    },
    /// The goat named is not the one leapt over.
    WrongMidpoint {
        /// The point named.
        over: Point,
        /// The point leapt over.
        midpoint: Point,
    },
    /// There is no goat to capture.
    NothingToTake {
        /// The point where the goat would have to be.
        over: Point,
    },
    /// A capture written like a step.
    CaptureNotWritten {
        /// The start of the move.
        from: Point,
        /// The point of the goat.
        over: Point,
        /// The destination of the move.
        to: Point,
    },
    /// A tiger can capture, so it has to.
    MustCapture {
        /// The points of the tigers that can capture.
        captors: Vec<Point>,
    },
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => Outcome::OVER,
            Refusal::TigersAreNotPlaced { .. } => "tigers-are-not-placed",
            Refusal::NoneInHand { .. } => "none-in-hand",
            Refusal::Occupied { .. } => "occupied",
            Refusal::NothingThere { .. } => "nothing-there",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::GoatsInHand { .. } => "goats-in-hand",
            Refusal::NoLine { .. } => "no-line",
            Refusal::GoatsDoNotLeap { .. } => "goats-do-not-leap",
            Refusal::NoLeap { .. } => "no-leap",
            Refusal::WrongMidpoint { .. } => "wrong-midpoint",
            Refusal::NothingToTake { .. } => "nothing-to-take",
            Refusal::CaptureNotWritten { .. } => "capture-not-written",
            Refusal::MustCapture { .. } => "must-capture",
        }
    }

    fn text(&self) -> String {
        match self {
            Refusal::Over(outcome) => outcome.over(),
            Refusal::TigersAreNotPlaced { .. } => {
                "It is the tigers' turn, and only goats are placed.".to_owned()
            }
            Refusal::NoneInHand { .. } => "No goat is left in hand; move one instead.".to_owned(),
            Refusal::Occupied { at } => format!("{at} is occupied."),
            Refusal::NothingThere { from } => format!("Nothing stands on {from}."),
            Refusal::NotYours { from, owner } => {
                let piece = if *owner == GOAT_SIDE { "goat" } else { "tiger" };
                format!("The {piece} on {from} belongs to the other side.")
            }
            Refusal::GoatsInHand { in_hand, .. } => {
                format!("No goat may move while any is in hand; {in_hand} are still to be placed.")
            }
            Refusal::NoLine { from, to } => format!("No line joins {from} to {to}."),
            Refusal::GoatsDoNotLeap { .. } => "Goats do not leap.".to_owned(),
            Refusal::NoLeap { from, to } => {
                format!("No straight line of two steps leads from {from} to {to}.")
            }
            Refusal::WrongMidpoint { over, midpoint } => {
                format!("This leap goes over {midpoint}, not over {over}.")
            }
            Refusal::NothingToTake { over } => format!("There is no goat on {over} to leap over."),
            Refusal::CaptureNotWritten { from, over, to } => {
                format!("A capture names the goat it takes: m{from}{to}({over}).")
            }
            Refusal::MustCapture { captors } => {
                let captors: Vec<_> = captors.iter().map(Point::to_string).collect();
                format!("A tiger that can capture must: {}.", captors.join(", "))
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        let points = match self {
            Refusal::Over(_) => Vec::new(),
            Refusal::TigersAreNotPlaced { at } | Refusal::NoneInHand { at } | Refusal::Occupied { at } => {
                vec![*at]
            }
            Refusal::NothingThere { from }
            | Refusal::NotYours { from, .. }
            | Refusal::GoatsInHand { from, .. } => vec![*from],
            Refusal::NoLine { from, to }
            | Refusal::GoatsDoNotLeap { from, to }
            | Refusal::NoLeap { from, to } => vec![*from, *to],
            Refusal::WrongMidpoint { over, midpoint } => vec![*over, *midpoint],
            Refusal::NothingToTake { over } => vec![*over],
            Refusal::CaptureNotWritten { from, over, to } => vec![*from, *over, *to],
            Refusal::MustCapture { captors } => captors.clone(),
        };
        points.into_iter().map(|point| point.number().into()).collect()
    }
}
