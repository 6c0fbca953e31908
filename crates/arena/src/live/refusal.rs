//! Why an action is not taken.

use chautari_game::{Fault, ReplayFault};
use thiserror::Error;

use super::Verdict;

/// Why an action is not taken. The match stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The match is over.
    #[error("The game is over: {}.", .0.text)]
    Over(Verdict),
    /// The other side is to move.
    #[error("It is not your turn: {0} to move.")]
    NotYourTurn(&'static str),
    /// The move came after the time for it.
    #[error("Your time has run out.")]
    Late,
    /// The move cannot be read, or the rules say no.
    #[error("{0}")]
    Rules(Fault),
    /// There is no such offer to answer.
    #[error("There is no {0} offer to answer.")]
    NoOffer(&'static str),
    /// The offer stands, or was declined and nothing has been played since.
    #[error("You have offered that already; wait until a move has been played.")]
    OfferedAlready,
    /// No move of this side can be taken back.
    #[error("There is no move of yours to take back.")]
    NothingToTakeBack,
    /// This is not done in a game for points.
    #[error("In a game for points there is no {0}.")]
    ForPoints(&'static str),
    /// Nobody moves while it is paused.
    #[error("The game is paused.")]
    Paused,
    /// There is no pause to come back from.
    #[error("The game is not paused.")]
    NotPaused,
    /// A rematch before the end.
    #[error("A rematch can be asked for once the game is over.")]
    NotOver,
    /// A rematch was agreed on already.
    #[error("The rematch has begun.")]
    RematchBegun,
}

impl Refusal {
    /// Stable, for programs.
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

/// Why events do not make a match: they were not written by this program, or under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// A move that the rules do not take.
    #[error("{0}")]
    Rules(Fault),
    /// A start, or a move before the sides begin, that they do not take.
    #[error("{}", .0.fault)]
    Opening(ReplayFault),
    /// Nothing can be played where it is to begin.
    #[error("The game is over where it is to begin.")]
    Over,
    /// Something that cannot have happened where it stands.
    #[error("`{0}` cannot have happened here.")]
    OutOfPlace(&'static str),
}
