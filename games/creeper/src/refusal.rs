//! Why a move is not legal.

use chautari_game::{Explain, Outcome, Side};

use crate::{INFO, Pin};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over(Outcome),
    /// There is no pin to move.
    NothingThere {
        /// Where.
        from: Pin,
    },
    /// The pin belongs to the other side.
    NotYours {
        /// Where it stands.
        from: Pin,
        /// Whose it is.
        owner: Side,
    },
    /// The pin would stay where it is.
    StandsStill {
        /// Where.
        from: Pin,
    },
    /// Another pin stands where this one would go.
    Occupied {
        /// Where.
        to: Pin,
    },
    /// A jump along a diagonal.
    DiagonalJump {
        /// Where it starts.
        from: Pin,
        /// Where it goes.
        to: Pin,
    },
    /// No step, leap or jump goes there.
    TooFar {
        /// Where it starts.
        from: Pin,
        /// Where it goes.
        to: Pin,
    },
    /// A jump over nothing.
    NothingToJump {
        /// Where an enemy pin would have to stand.
        over: Pin,
    },
    /// A jump over a pin of one's own.
    OwnPin {
        /// Where it stands.
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
