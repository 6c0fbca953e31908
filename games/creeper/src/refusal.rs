//! Reasons why a move is illegal.

use chautari_game::{Explain, Outcome, Side};

use crate::{INFO, Pin};

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// There is no pin to move.
    NothingThere {
        /// The empty place.
        from: Pin,
    },
    /// The pin belongs to the other side.
    NotYours {
        /// The place of the pin.
        from: Pin,
        /// The side it belongs to.
        owner: Side,
    },
    /// The pin would not move.
    StandsStill {
        /// The place of the pin.
        from: Pin,
    },
    /// The destination is occupied.
    Occupied {
        /// The destination of the move.
        to: Pin,
    },
    /// A jump along a diagonal.
    DiagonalJump {
        /// The start of the move.
        from: Pin,
        /// The destination of the move.
        to: Pin,
    },
    /// The destination is out of reach.
    TooFar {
        /// The start of the move.
        from: Pin,
        /// The destination of the move.
        to: Pin,
    },
    /// A jump over an empty place.
    NothingToJump {
        /// The place where an opponent's pin would have to be.
        over: Pin,
    },
    /// A jump over an own pin.
    OwnPin {
        /// The place of that pin.
        over: Pin,
    },
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => Outcome::OVER,
            Refusal::NothingThere { .. } => "nothing-there",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::StandsStill { .. } => "stands-still",
            Refusal::Occupied { .. } => "occupied",
            Refusal::DiagonalJump { .. } => "diagonal-jump",
            Refusal::TooFar { .. } => "too-far",
            Refusal::NothingToJump { .. } => "nothing-to-jump",
            Refusal::OwnPin { .. } => "own-pin",
        }
    }

    fn text(&self) -> String {
        match self {
            Refusal::Over(outcome) => outcome.over(),
            Refusal::NothingThere { from } => format!("No pin stands on {from}."),
            Refusal::NotYours { from, owner } => {
                format!("The pin on {from} belongs to {}, and it is not their turn.", INFO.called(*owner))
            }
            Refusal::StandsStill { from } => {
                format!("The pin on {from} must move; you cannot pass.")
            }
            Refusal::Occupied { to } => format!("{to} is occupied."),
            Refusal::DiagonalJump { from, to } => {
                format!("Jumps go along rows and columns, and {from} to {to} is a diagonal.")
            }
            Refusal::TooFar { from, to } => format!("No step, leap or jump leads from {from} to {to}."),
            Refusal::NothingToJump { over } => {
                format!("A jump needs an enemy pin to jump over, and {over} is empty.")
            }
            Refusal::OwnPin { over } => {
                format!("The pin on {over} is your own, and only enemy pins can be jumped over.")
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        let pins = match *self {
            Refusal::Over(_) => vec![],
            Refusal::NothingThere { from }
            | Refusal::NotYours { from, .. }
            | Refusal::StandsStill { from } => vec![from],
            Refusal::Occupied { to } => vec![to],
            Refusal::DiagonalJump { from, to } | Refusal::TooFar { from, to } => vec![from, to],
            Refusal::NothingToJump { over } | Refusal::OwnPin { over } => vec![over],
        };
        pins.into_iter().map(Pin::point).collect()
    }
}
