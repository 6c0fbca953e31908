//! Errors of a match: refused actions and unreadable events.

use chautari_game::{Fault, ReplayFault};
use thiserror::Error;

use super::Verdict;

/// Why an action is refused. The match stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The match is over.
    #[error("The game is over: {}.", .0.text)]
    Over(Verdict),
    /// The other side is to move.
    #[error("It is not your turn: {0} to move.")]
    NotYourTurn(&'static str),
    /// The time had run out before the move.
    #[error("Your time has run out.")]
    Late,
    /// The move cannot be parsed, or is illegal.
    #[error("{0}")]
    Rules(Fault),
    /// There is no such offer to accept or decline.
    #[error("There is no {0} offer to answer.")]
    NoOffer(&'static str),
    /// The offer is still open, or was declined and no move has been played since.
    #[error("You have offered that already; wait until a move has been played.")]
    OfferedAlready,
    /// The side has no move to take back.
    #[error("There is no move of yours to take back.")]
    NothingToTakeBack,
    /// The action is not possible in a game for points.
    #[error("In a game for points there is no {0}.")]
    ForPoints(&'static str),
    /// Moves are not possible during a pause.
    #[error("The game is paused.")]
    Paused,
    /// There is no pause to resume from.
    #[error("The game is not paused.")]
    NotPaused,
    /// A rematch was offered before the end.
    #[error("A rematch can be asked for once the game is over.")]
    NotOver,
    /// A rematch was already agreed on.
    #[error("The rematch has begun.")]
    RematchBegun,
}

impl Refusal {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => chautari_game::Outcome::OVER,
            Refusal::NotYourTurn(_) => "not-your-turn",
            Refusal::Late => "time",
            Refusal::Rules(Fault::Refused { .. }) => "illegal-move",
            Refusal::Rules(Fault::Syntax { .. } | Fault::Unsupported(_)) => "unreadable-move",
            Refusal::NoOffer(_) => "no-offer",
            Refusal::OfferedAlready => "offered-already",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::ForPoints(_) => "for-points",
            Refusal::Paused => "paused",
            Refusal::NotPaused => "not-paused",
            Refusal::NotOver => "not-over",
            Refusal::RematchBegun => "rematch-begun",
        }
    }
}

/// Why stored events cannot be replayed: they were written by another program, or under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A move is illegal.
    #[error("{0}")]
    Rules(Fault),
    /// The starting position or the opening is illegal.
    #[error("{}", .0.fault)]
    Opening(ReplayFault),
    /// The game is over in the starting position.
    #[error("The game is over where it is to begin.")]
    Over,
    /// The event is not possible in this state.
    #[error("`{0}` cannot have happened here.")]
    OutOfPlace(&'static str),
}
